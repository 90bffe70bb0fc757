/* robots.c: see the header. Two passes: the first finds out whether a group
 * names us, the second takes the rules of those groups or of "*".
 *
 * Patterns and paths are compared in one form: what needs no encoding is
 * decoded
 * (%61 is a), what does is encoded in capitals (RFC 9309, 2.2.2). A pattern is
 * stored split at its stars, each part ended by NUL:
 *
 *     /a/?.php$  (with a star for '?')  is  "/a/" NUL ".php" NUL, whole
 *
 * Matching searches one part after the other, each behind the last, without
 * backtracking: linear in path and pattern, whatever a hostile file contains.
 */
#include "common/web/robots.h"

#include "common/system/ascii_text.h"
#include "common/system/grow.h"
#include "common/system/number.h"

#include <stdlib.h>
#include <string.h>

static bool
is_token_byte(char c)
{
  return text_is_letter(c) || c == '-' || c == '_';
}

/* One line of a file. */
typedef struct robots_line {
  pith_slice key;
  pith_slice value;
} robots_line;

/* Take the next line off `rest`, without its comment; the key of a line that is
 * no rule is empty. False at the end. */
static bool
next_line(pith_slice *rest, robots_line *out)
{
  size_t end = 0, stop, colon;
  memset(out, 0, sizeof *out);
  if (rest->len == 0)
    return false;
  while (end < rest->len && rest->data[end] != '\n' && rest->data[end] != '\r')
    end++;
  for (stop = 0; stop < end && rest->data[stop] != '#'; stop++)
    continue;
  for (colon = 0; colon < stop && rest->data[colon] != ':'; colon++)
    continue;
  if (colon < stop) {
    out->key = text_trim((pith_slice){rest->data, colon});
    out->value =
        text_trim((pith_slice){rest->data + colon + 1, stop - colon - 1});
  }
  end += end < rest->len;
  rest->data += end;
  rest->len -= end;
  return true;
}

/* Whether a user-agent line names `agent`. Only the product token counts:
 * "pith/1.0" names "pith", "pith-news" does not. */
static bool
names_agent(pith_slice value, const char *agent)
{
  size_t len = 0;
  while (len < value.len && is_token_byte(value.data[len]))
    len++;
  return len > 0 && text_is_word((pith_slice){value.data, len}, agent);
}

/* --- one form for paths -------------------------------------------------- */

static bool
is_unreserved(int c)
{
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
         (c >= 'a' && c <= 'z') || c == '-' || c == '.' || c == '_' || c == '~';
}

static size_t
put_encoded(int byte, char *out)
{
  static const char digits[] = "0123456789ABCDEF";
  out[0] = '%';
  out[1] = digits[byte >> 4];
  out[2] = digits[byte & 15];
  return 3;
}

/* Write `text` in one form to `out`, which has room for three times its bytes.
 * Returns the length. */
static size_t
normalize(pith_slice text, char *out)
{
  size_t len = 0;
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.data[i];
    int high = -1, low = -1;
    if (c == '%' && i + 2 < text.len) {
      high = number_hex_digit(text.data[i + 1]);
      low = number_hex_digit(text.data[i + 2]);
    }
    if (high >= 0 && low >= 0) {
      int byte = high * 16 + low;
      if (is_unreserved(byte))
        out[len++] = (char)byte;
      else
        len += put_encoded(byte, out + len);
      i += 2;
    } else if (c <= ' ' || c >= 0x7F) {
      len += put_encoded(c, out + len);
    } else {
      out[len++] = (char)c;
    }
  }
  return len;
}

/* --- reading ------------------------------------------------------------- */

/* Add a rule; one without a path is ignored. `texts` has room for the whole
 * file encoded, so it never moves. */
static bool
add_rule(robots *out, pith_slice value, bool allow)
{
  if (value.len == 0)
    return true;
  if (!GROW(out->rules, out->capacity, out->count + 1))
    return false;
  robots_rule *rule = &out->rules[out->count++];
  char *text = out->texts + out->texts_len;
  size_t len = normalize(value, text);
  *rule = (robots_rule){.pattern = out->texts_len,
                        .parts = 1,
                        .len = (uint32_t)len,
                        .allow = allow,
                        .whole = text[len - 1] == '$'};
  len -= rule->whole;
  for (size_t i = 0; i < len; i++)
    if (text[i] == '*') {
      text[i] = '\0';
      rule->parts++;
    }
  text[len] = '\0';
  out->texts_len += len + 1;
  return true;
}

/* "1", "0.5" in milliseconds, at most ROBOTS_DELAY_MOST; 0 for no number. */
static uint32_t
read_delay(pith_slice value)
{
  double seconds;
  if (!number_read_decimal_bytes(value.data, value.len, &seconds) ||
      seconds < 0)
    return 0;
  return seconds * 1000 < ROBOTS_DELAY_MOST ? (uint32_t)(seconds * 1000 + 1e-6)
                                            : (uint32_t)ROBOTS_DELAY_MOST;
}

/* Of several delays the longest counts. */
static bool
take_line(robots *out, const robots_line *line)
{
  if (text_is_word(line->key, "allow"))
    return add_rule(out, line->value, true);
  if (text_is_word(line->key, "disallow"))
    return add_rule(out, line->value, false);
  if (text_is_word(line->key, "crawl-delay")) {
    uint32_t delay = read_delay(line->value);
    out->delay = delay > out->delay ? delay : out->delay;
  }
  return true;
}

/* Whether any group names the agent. */
static bool
has_agent(pith_slice bytes, const char *agent)
{
  robots_line line;
  while (next_line(&bytes, &line))
    if (text_is_word(line.key, "user-agent") && names_agent(line.value, agent))
      return true;
  return false;
}

/* A group is a run of user-agent lines and the rules after it. `naming`: the
 * last line that counted was a user-agent line, so another one joins the
 * same group. */
static bool
take_groups(robots *out, pith_slice bytes, const char *agent)
{
  robots_line line;
  bool ours = false, naming = false;
  bool named = has_agent(bytes, agent);
  while (next_line(&bytes, &line)) {
    if (text_is_word(line.key, "user-agent")) {
      bool me = named ? names_agent(line.value, agent)
                      : line.value.len > 0 && line.value.data[0] == '*';
      ours = me || (naming && ours);
      naming = true;
      continue;
    }
    bool rule = text_is_word(line.key, "allow") ||
                text_is_word(line.key, "disallow") ||
                text_is_word(line.key, "crawl-delay");
    if (rule)
      naming = false;
    if (rule && ours && !take_line(out, &line))
      return false;
  }
  return true;
}

/* A file that is too long is cut at the end of a line: half a rule could
 * forbid or allow anything. */
bool
robots_read(pith_slice bytes, const char *agent, robots *out)
{
  memset(out, 0, sizeof *out);
  if (bytes.len > ROBOTS_BYTES_MOST) {
    bytes.len = ROBOTS_BYTES_MOST; /* and not half a rule at its end */
    while (bytes.len > 0 && bytes.data[bytes.len - 1] != '\n' &&
           bytes.data[bytes.len - 1] != '\r')
      bytes.len--;
  }
  if (bytes.len >= 3 && memcmp(bytes.data, "\xEF\xBB\xBF", 3) == 0) {
    bytes.data += 3;
    bytes.len -= 3;
  }
  out->texts = malloc(3 * bytes.len + 1);
  if (out->texts && take_groups(out, bytes, agent))
    return true;
  robots_done(out);
  return false;
}

void
robots_done(robots *rules)
{
  free(rules->rules);
  free(rules->texts);
  memset(rules, 0, sizeof *rules);
}

/* --- matching --------------------------------------------------------------
 */

/* Whether `path` has the parts of a rule in order: the first at its beginning
 * and, with `whole`, the last at its end. `path` ends with NUL. */
static bool
matches(const robots *rules, const robots_rule *rule, const char *path,
        size_t path_len)
{
  const char *part = rules->texts + rule->pattern, *at = path;
  size_t len = strlen(part);
  if (strncmp(path, part, len) != 0)
    return false;
  at += len;
  for (uint32_t i = 1; i < rule->parts; i++) {
    part += len + 1;
    len = strlen(part);
    if (i + 1 == rule->parts && rule->whole) {
      size_t left = path_len - (size_t)(at - path);
      return left >= len && memcmp(path + path_len - len, part, len) == 0;
    }
    at = strstr(at, part);
    if (!at)
      return false;
    at += len;
  }
  return !rule->whole || *at == '\0';
}

/* robots.txt itself may always be fetched (RFC 9309, 2.2.2). */
bool
robots_allow(const robots *rules, pith_slice path)
{
  static const char always[] = "/robots.txt";
  if (path.len == strlen(always) && memcmp(path.data, always, path.len) == 0)
    return true;
  char text[3 * WEB_URL_MOST + 1];
  if (rules->nothing || path.len > WEB_URL_MOST)
    return false;
  size_t len = normalize(path, text);
  text[len] = '\0';
  const robots_rule *best = NULL;
  for (size_t i = 0; i < rules->count; i++) {
    const robots_rule *rule = &rules->rules[i];
    bool better = !best || rule->len > best->len ||
                  (rule->len == best->len && rule->allow);
    if (better && matches(rules, rule, text, len))
      best = rule;
  }
  return !best || best->allow;
}
