/*
 * Mutations that know what HTML is made of. Bytes are cut into tokens at '<'
 * and behind '>', and tokens are dropped, doubled, moved, joined with pieces of
 * a dictionary, or damaged inside. A page stays a page, so the parser and what
 * comes behind it are reached, not only the tokenizer's errors.
 *
 *     <p title="a">x</p>   ->   <p title="<noscript>a">x</p>
 *
 * The dice are the caller's: the same seed makes the same page.
 */
#ifndef PITH_FUZZ_HTML_MUTATOR_H
#define PITH_FUZZ_HTML_MUTATOR_H

#include <stdint.h>
#include <string.h>

/* Tags that change how the rest is read, attributes and addresses that run
 * something, and bytes that parsers disagree about. */
static const char *const mutator_pieces[] = {
    "<script>alert(1)</script>",
    "<script",
    "</script>",
    "<style>",
    "</style>",
    "<noscript>",
    "</noscript>",
    "<textarea>",
    "</textarea>",
    "<title>",
    "</title>",
    "<xmp>",
    "</xmp>",
    "<iframe>",
    "</iframe>",
    "<noembed>",
    "<noframes>",
    "</noframes>",
    "<plaintext>",
    "<template>",
    "</template>",
    "<svg>",
    "</svg>",
    "<svg><desc>",
    "<foreignObject>",
    "<math>",
    "</math>",
    "<mtext>",
    "<mglyph>",
    "<malignmark>",
    "<annotation-xml encoding=text/html>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "<caption>",
    "<select>",
    "<option>",
    "</select>",
    "<form action=javascript:alert(1)>",
    "</form>",
    "<input>",
    "<button formaction=javascript:alert(1)>",
    "<a>",
    "</a>",
    "<a href=javascript:alert(1)>",
    "<a href=\"&#106;avascript:alert(1)\">",
    "<a href=\"\x01javascript:alert(1)\">",
    "<a href=data:text/html,x>",
    "<a href=\"java\nscript:alert(1)\">",
    "<base href=javascript:/a/>",
    "<meta http-equiv=refresh content=0;url=javascript:alert(1)>",
    "<meta charset=iso-2022-jp>",
    "<meta charset=utf-7>",
    "<link rel=import>",
    "<img src=x onerror=alert(1)>",
    "<img",
    " onerror=alert(1) ",
    " src=x ",
    "<object data=javascript:alert(1)>",
    "<embed src=javascript:alert(1)>",
    "<p>",
    "</p>",
    "</br>",
    "<b>",
    "</b>",
    "<i>",
    "<nobr>",
    "<h1>",
    "<h2>",
    "<li>",
    "<ol start=3>",
    "</ol>",
    "<dd>",
    "<pre>\n\n",
    "</pre>",
    "<hr>",
    "<frameset>",
    "<frame src=javascript:alert(1)>",
    "<body onload=alert(1)>",
    "<html onclick=alert(1) lang=en>",
    "<isindex>",
    "<image>",
    "<marquee>",
    "<details open ontoggle=alert(1)>",
    "<!--",
    "-->",
    "--!>",
    "<!-->",
    "<![CDATA[",
    "]]>",
    "<?xml ?>",
    "<!DOCTYPE html>",
    "</",
    "<",
    ">",
    "\"",
    "'",
    "`",
    "=",
    "/",
    "&",
    "&lt;",
    "&#60;",
    "&#x3c;script&#x3e;",
    "&#0;",
    "&#13;",
    "&nbsp;",
    "&lt",
    "\r",
    "\r\n",
    "\f",
    "\x1B(J",
    "\x1B$B",
    "\x1B(B",
    "\xEF\xBB\xBF",
    "\xC2\xA0",
    "\xE2\x80\xA8",
    "\xFF\xFE",
    "\xC0\xBC",
    "+ADw-"};

#define MUTATOR_PIECES (sizeof mutator_pieces / sizeof mutator_pieces[0])

static inline uint32_t
mutator_roll(uint64_t *dice, uint32_t sides)
{
  *dice = *dice * 6364136223846793005u + 1442695040888963407u;
  return sides == 0 ? 0 : (uint32_t)((*dice >> 33) % sides);
}

/* Where the token at or before a place begins. */
static inline size_t
mutator_token(const char *page, size_t len, size_t at)
{
  while (at > 0 && at < len && page[at] != '<' && page[at - 1] != '>')
    at--;
  return at;
}

/* Where the token that begins at `at` ends. */
static inline size_t
mutator_token_end(const char *page, size_t len, size_t at)
{
  size_t end = at + 1;
  while (end < len && page[end] != '<' && page[end - 1] != '>')
    end++;
  return end < len ? end : len;
}

/* Replace [from, to) by `part`, as far as there is room; returns the length. */
static inline size_t
mutator_replace(char *page, size_t len, size_t room, size_t from, size_t to,
                const char *part, size_t part_len)
{
  if (len - (to - from) + part_len > room)
    return len;
  memmove(page + from + part_len, page + to, len - to);
  memcpy(page + from, part, part_len);
  return len - (to - from) + part_len;
}

/* One mutation of the `len` bytes at `page`, which has room for `room`; returns
 * the new length. */
static inline size_t
mutate_html(char *page, size_t len, size_t room, uint64_t *dice)
{
  char token[256];
  const char *piece = mutator_pieces[mutator_roll(dice, MUTATOR_PIECES)];
  size_t at = mutator_roll(dice, (uint32_t)len + 1);
  size_t from = mutator_token(page, len, at < len ? at : 0);
  size_t to = len > 0 ? mutator_token_end(page, len, from) : 0;
  size_t size = to - from < sizeof token ? to - from : sizeof token;
  memcpy(token, page + from, size);
  switch (mutator_roll(dice, 6)) {
  case 0: /* drop a token */
    return mutator_replace(page, len, room, from, to, "", 0);
  case 1: /* double or move one */
    at = mutator_token(page, len, at);
    return mutator_replace(page, len, room, at, at, token, size);
  case 2: /* drop a few bytes anywhere */
    to = at + 1 + mutator_roll(dice, 8);
    return mutator_replace(page, len, room, at, to < len ? to : len, "", 0);
  case 3: /* a piece anywhere, also inside a tag */
    return mutator_replace(page, len, room, at, at, piece, strlen(piece));
  case 4: /* a piece between two tokens */
    return mutator_replace(page, len, room, from, from, piece, strlen(piece));
  default: /* a piece instead of a token */
    return mutator_replace(page, len, room, from, to, piece, strlen(piece));
  }
}

#endif
