/*
 * The sentence method to the letter (`-m sentence --compat`). Bytes in, one
 * verdict a block out; no decoding, no tree. The papers' rules, made exact in
 * bytes:
 *
 *     cuts        <p> <br> <td> <div> <hr> <form> <table> and their end tags
 *     block       the text between two cuts, joined over all other markup
 *     sentence    . ! ? directly behind a word
 *     heading     of the three blocks above a sentence, those that stand out
 *                 in weight or size, as far as the next link or sentence
 *
 * Three blocks are remembered, nothing else, so memory is that of the verdicts.
 */
#include "method/sentence/sentence.h"

#include "base/slice.h"
#include "papers/raw_scan.h"
#include "papers/sentence/font_size.h"
#include "verdict/reasons.h"

#define HEADING_REACH  3
#define STYLES_MOST    64
#define REFERENCE_MOST 32 /* '&' and 31 bytes */
#define TAG_NAME_MOST  6

typedef enum tag_role {
  TAG_OTHER,
  TAG_CUT,
  TAG_SILENT, /* its body is no text */
  TAG_LINK,
  TAG_STYLE
} tag_role;

typedef struct tag_row {
  const char *name;
  tag_role role;
  uint8_t bold;
  uint8_t size; /* of its text; 0: as around it */
} tag_row;

static const tag_row tag_rows[] = {
    {"p", TAG_CUT, 0, 0},        {"br", TAG_CUT, 0, 0},
    {"td", TAG_CUT, 0, 0},       {"div", TAG_CUT, 0, 0},
    {"hr", TAG_CUT, 0, 0},       {"form", TAG_CUT, 0, 0},
    {"table", TAG_CUT, 0, 0},    {"script", TAG_SILENT, 0, 0},
    {"style", TAG_SILENT, 0, 0}, {"title", TAG_SILENT, 0, 0},
    {"a", TAG_LINK, 0, 0},       {"b", TAG_STYLE, 1, 0},
    {"strong", TAG_STYLE, 1, 0}, {"th", TAG_STYLE, 1, 0},
    {"h1", TAG_STYLE, 1, 6},     {"h2", TAG_STYLE, 1, 5},
    {"h3", TAG_STYLE, 1, 4},     {"h4", TAG_STYLE, 1, 3},
    {"h5", TAG_STYLE, 1, 2},     {"h6", TAG_STYLE, 1, 1},
    {"font", TAG_STYLE, 0, 0},   {"big", TAG_STYLE, 0, 0},
    {"small", TAG_STYLE, 0, 0},  {"span", TAG_STYLE, 0, 0},
};

/* An element that changes how text looks. */
typedef struct style {
  const tag_row *tag;
  uint32_t size;
} style;

/* What is known of a block. */
typedef struct block {
  pith_span span;
  uint32_t verdict; /* its place in the list, once it has one */
  uint32_t sizes[PITH_FONT_MOST + 1]; /* bytes of text by size */
  bool text;                          /* there is some */
  bool sentence;
  bool link;
  bool light; /* some of the text is not bold */
} block;

/* The reading of the text of a block, across markup. */
typedef struct reader {
  bool after_word;
  uint32_t reference; /* bytes of a character reference so far, with the '&' */
} reader;

typedef struct page {
  pith_raw_scan scan;
  pith_verdicts *verdicts; /* borrowed */
  style styles[STYLES_MOST];
  uint32_t style_count;
  uint32_t bold_count; /* of the styles that are */
  bool in_link;
  reader reader;
  block block;                 /* the one being read */
  block before[HEADING_REACH]; /* the nearest first */
  uint32_t before_count;
} page;

/* The first letter rules out nearly all rows; no name in the table is longer
 * than TAG_NAME_MOST. */
static const tag_row *
find_tag(const page *in, const pith_raw_piece *tag)
{
  static const tag_row other = {"", TAG_OTHER, 0, 0};
  char first = pith__lower(in->scan.data[tag->name.from]);
  if (tag->name.to - tag->name.from > TAG_NAME_MOST)
    return &other;
  for (size_t i = 0; i < sizeof tag_rows / sizeof tag_rows[0]; i++)
    if (tag_rows[i].name[0] == first &&
        pith__raw_name_is(&in->scan, tag, tag_rows[i].name))
      return &tag_rows[i];
  return &other;
}

/* The value of an attribute; false when the tag has none of this name. */
static bool
find_attribute(const page *in, const pith_raw_piece *tag, const char *name,
               pith_slice *value)
{
  pith_raw_attr attr;
  uint32_t at = tag->name.to;
  while (pith__raw_attr_next(&in->scan, &at, &attr))
    if (pith__slice_is(pith__raw_slice(&in->scan, attr.name), name)) {
      *value = pith__raw_slice(&in->scan, attr.value);
      return true;
    }
  return false;
}

/* The size of text at this place, 1 to 7 as `font` counts. */
static uint32_t
size_now(const page *in)
{
  return in->style_count > 0 ? in->styles[in->style_count - 1].size
                             : PITH_FONT_NORMAL;
}

/* Beyond STYLES_MOST open elements nothing changes any more: a hostile page
 * cannot make the stack grow. */
static void
push_style(page *in, const tag_row *tag, const pith_raw_piece *piece)
{
  if (in->style_count == STYLES_MOST)
    return;
  uint32_t size = size_now(in), around = size;
  pith_slice value;
  if (tag->size > 0)
    size = tag->size;
  else if (strcmp(tag->name, "font") == 0 &&
           find_attribute(in, piece, "size", &value))
    size = pith__font_size_of_attribute(value, size);
  else if (strcmp(tag->name, "big") == 0)
    size = pith__font_size_clamp((int32_t)size + 1);
  else if (strcmp(tag->name, "small") == 0)
    size = pith__font_size_clamp((int32_t)size - 1);
  if (find_attribute(in, piece, "style", &value)) {
    uint32_t declared = pith__font_size_of_style(value, around);
    size = declared ? declared : size;
  }
  style fresh = {tag, size};
  in->styles[in->style_count++] = fresh;
  in->bold_count += tag->bold;
}

/* An end tag ends the innermost element of its name, wherever it is in the
 * stack; pages nest tags wrongly. */
static void
pop_style(page *in, const tag_row *tag)
{
  uint32_t at = in->style_count;
  while (at > 0 && in->styles[at - 1].tag != tag)
    at--;
  if (at == 0)
    return;
  in->style_count--;
  in->bold_count -= tag->bold;
  memmove(&in->styles[at - 1], &in->styles[at],
          (in->style_count - (at - 1)) * sizeof in->styles[0]);
}

/* What a byte is to a sentence. */
typedef enum byte_kind {
  BYTE_OTHER = '-',
  BYTE_SPACE = ' ',
  BYTE_WORD = 'w',   /* a letter or digit: ends a word, is part of references */
  BYTE_CLOSER = ')', /* ends a word as well */
  BYTE_MARK = '.',
  BYTE_AND = '&',
  BYTE_HASH = '#',
  BYTE_SEMICOLON = ';'
} byte_kind;

/* The kinds of ASCII, sixteen a row; all above is BYTE_CLOSER. */
static const char byte_kinds[] = "---------  -  --"
                                 "----------------"
                                 " .)#--&)))----.-"
                                 "wwwwwwwwww-;)-)."
                                 "-wwwwwwwwwwwwwww"
                                 "wwwwwwwwwww)-)--"
                                 "-wwwwwwwwwwwwwww"
                                 "wwwwwwwwwww)-)--";

/* One more byte of text that is no letter or digit. True when a sentence
 * ends. A character reference such as `&eacute;` ends a word like a letter
 * does, so its bytes are followed. */
static bool
read_sign(reader *at, byte_kind kind)
{
  bool sentence = kind == BYTE_MARK && at->after_word;
  at->after_word =
      kind == BYTE_CLOSER || (kind == BYTE_SEMICOLON && at->reference > 1);
  if (kind == BYTE_AND)
    at->reference = 1;
  else if (kind == BYTE_HASH && at->reference > 0 &&
           at->reference < REFERENCE_MOST)
    at->reference++;
  else
    at->reference = 0;
  return sentence;
}

/* Text is read byte by byte across markup, because a sentence may go on over
 * a link. */
static void
read_text(page *in, pith_span span)
{
  block *into = &in->block;
  reader at = in->reader;
  uint32_t bytes = 0, first = span.to, last = span.from;
  for (uint32_t i = span.from; i < span.to; i++) {
    unsigned char c = (unsigned char)in->scan.data[i];
    byte_kind kind = c < 0x80 ? (byte_kind)byte_kinds[c] : BYTE_CLOSER;
    if (kind == BYTE_WORD) {
      at.after_word = true;
      if (at.reference > 0)
        at.reference = at.reference < REFERENCE_MOST ? at.reference + 1 : 0;
    } else {
      into->sentence |= read_sign(&at, kind);
      if (kind == BYTE_SPACE)
        continue;
    }
    if (bytes++ == 0)
      first = i;
    last = i + 1;
  }
  in->reader = at;
  if (bytes == 0)
    return;
  if (!into->text)
    into->span.from = first;
  into->text = true;
  into->span.to = last;
  into->sizes[size_now(in)] += bytes;
  into->link |= in->in_link;
  into->light |= in->bold_count == 0;
}

/* The size that most of the block's text has. */
static uint32_t
size_of(const block *of)
{
  uint32_t best = 1;
  for (uint32_t size = 2; size <= PITH_FONT_MOST; size++)
    if (of->sizes[size] > of->sizes[best])
      best = size;
  return best;
}

/* Bolder or larger than the block below. */
static bool
stands_out(const block *above, const block *below)
{
  return (!above->light && below->light) || size_of(above) > size_of(below);
}

/* The blocks above the one just read, which has a sentence: as far as the
 * next link or sentence, those that stand out are headings
 * (docs/lab/methods/sentence.md). */
static void
find_headings(page *in)
{
  for (uint32_t i = 0; i < in->before_count; i++) {
    const block *above = &in->before[i];
    if (above->sentence || above->link)
      return;
    if (!stands_out(above, &in->block))
      continue;
    pith_verdict *verdict = &in->verdicts->items[above->verdict];
    verdict->label = PITH_CONTENT;
    verdict->score = 1;
    verdict->reason = PITH_REASON_HEADING;
  }
}

/* A cut, or the end of the page. The block gets its verdict now; a heading's
 * is changed later, when the sentence below it is found. */
static void
end_block(page *in)
{
  block *done = &in->block;
  if (done->text && !in->verdicts->failed) {
    done->verdict = in->verdicts->count;
    pith__verdicts_add(
        in->verdicts, done->span,
        done->sentence ? PITH_CONTENT : PITH_NAVIGATION, done->sentence ? 1 : 0,
        done->sentence ? PITH_REASON_SENTENCE : PITH_REASON_NONE);
    if (done->sentence && !in->verdicts->failed)
      find_headings(in);
    memmove(&in->before[1], &in->before[0],
            (HEADING_REACH - 1) * sizeof in->before[0]);
    in->before[0] = *done;
    in->before_count += in->before_count < HEADING_REACH;
  }
  memset(done, 0, sizeof *done);
  memset(&in->reader, 0, sizeof in->reader);
}

/* What a start tag does, by its role in the table. */
static void
read_start_tag(page *in, const pith_raw_piece *piece)
{
  const tag_row *tag = find_tag(in, piece);
  pith_raw_element element;
  pith_slice value;
  switch (tag->role) {
  case TAG_CUT:
    end_block(in);
    if (tag->name[0] == 'p')
      pop_style(in, tag); /* a paragraph ends the one before it */
    if (find_attribute(in, piece, "style", &value))
      push_style(in, tag, piece);
    break;
  case TAG_SILENT:
    pith__raw_scan_element(&in->scan, piece, &element);
    break;
  case TAG_LINK:
    in->in_link = find_attribute(in, piece, "href", &value);
    in->block.link |= in->in_link;
    break;
  case TAG_STYLE:
    push_style(in, tag, piece);
    break;
  case TAG_OTHER:
    break;
  }
}

/* End tags of cuts are cuts too. */
static void
read_end_tag(page *in, const pith_raw_piece *piece)
{
  const tag_row *tag = find_tag(in, piece);
  if (tag->role == TAG_CUT)
    end_block(in);
  if (tag->role == TAG_LINK)
    in->in_link = false;
  else if (tag->role == TAG_CUT || tag->role == TAG_STYLE)
    pop_style(in, tag);
}

/* One pass over the bytes; the last block ends with the page. */
pith_status
pith__sentence_compat(const pith_method_call *call, pith_verdicts *verdicts)
{
  page in;
  pith_raw_piece piece;
  memset(&in, 0, sizeof in);
  in.verdicts = verdicts;
  pith_status status = pith__raw_scan_init(&in.scan, call->bytes);
  if (status != PITH_OK)
    return status;
  do {
    pith__raw_scan_next(&in.scan, &piece);
    if (piece.kind == PITH_RAW_TEXT)
      read_text(&in, piece.span);
    else if (piece.kind == PITH_RAW_START_TAG)
      read_start_tag(&in, &piece);
    else if (piece.kind == PITH_RAW_END_TAG)
      read_end_tag(&in, &piece);
  } while (piece.kind != PITH_RAW_END && !verdicts->failed);
  end_block(&in);
  return verdicts->failed ? pith__memory_status(call->page->memory) : PITH_OK;
}
