/*
 * Text in, runs of normal words out.
 *
 * White space of every kind becomes one blank, or none at the ends of a block
 * and around breaks. Which run a blank goes to decides where emphasis and
 * links end, so it gets only the style that both its neighbours have:
 *
 *     <b>one </b>two      **one** two      not  **one **two
 *
 * Characters nobody sees are dropped: controls (a terminal would obey them),
 * soft hyphens, byte order marks. Joiners stay: Persian and emoji need them.
 */
#include "render/flow/flow_writer_words.h"

#include "base/slice.h"
#include "page/text/characters.h"

/* What a byte may begin. */
enum { PLAIN, SPACE, CONTROL, LOOK };

/* C2, E1, E2, E3 and EF begin the blanks and the invisible ones outside
 * ASCII, and much else. */
static const uint8_t byte_class[256] = {
    [0x00] = CONTROL, [0x01] = CONTROL, [0x02] = CONTROL, [0x03] = CONTROL,
    [0x04] = CONTROL, [0x05] = CONTROL, [0x06] = CONTROL, [0x07] = CONTROL,
    [0x08] = CONTROL, ['\t'] = SPACE,   ['\n'] = SPACE,   ['\v'] = SPACE,
    ['\f'] = SPACE,   ['\r'] = SPACE,   [0x0E] = CONTROL, [0x0F] = CONTROL,
    [0x10] = CONTROL, [0x11] = CONTROL, [0x12] = CONTROL, [0x13] = CONTROL,
    [0x14] = CONTROL, [0x15] = CONTROL, [0x16] = CONTROL, [0x17] = CONTROL,
    [0x18] = CONTROL, [0x19] = CONTROL, [0x1A] = CONTROL, [0x1B] = CONTROL,
    [0x1C] = CONTROL, [0x1D] = CONTROL, [0x1E] = CONTROL, [0x1F] = CONTROL,
    [' '] = SPACE,    [0x7F] = CONTROL, [0xC2] = LOOK,    [0xE1] = LOOK,
    [0xE2] = LOOK,    [0xE3] = LOOK,    [0xEF] = LOOK,
};

/* The run that new words may be appended to, or NULL when something else
 * came last. */
static pith_flow_op *
last_run(pith_flow_writer *writer)
{
  pith_flow *flow = writer->flow;
  if (flow->count == 0 || flow->ops[flow->count - 1].kind != PITH_FLOW_RUN)
    return NULL;
  return &flow->ops[flow->count - 1];
}

/* Append bytes in a style. Runs that touch and look alike become one, so
 * that emphasis is not split by tags that change nothing
 * (`<b>a</b><b>b</b>`). The limit keeps offsets within 32 bits. */
static void
append(pith_flow_writer *writer, pith_slice bytes, uint8_t style, uint32_t link)
{
  pith_flow *flow = writer->flow;
  pith_flow_op *run = last_run(writer);
  uint32_t from = (uint32_t)flow->words.len;
  pith__buffer_append(&flow->words, bytes.data, bytes.len);
  if (flow->words.failed || flow->words.len > UINT32_MAX / 2) {
    flow->failed = true;
  } else if (run && run->bits == style && run->c == link && run->b == from) {
    run->b = (uint32_t)flow->words.len;
  } else {
    pith_flow_op op = {PITH_FLOW_RUN, style, from, (uint32_t)flow->words.len,
                       link};
    pith__flow_add(flow, op);
  }
}

/* The last character on the line. Only called when words have been written
 * to it. */
static uint32_t
last_character(const pith_flow_writer *writer)
{
  const pith_buffer *words = &writer->flow->words;
  return pith__character_before(words->data, words->data + words->len);
}

/* Whether the line has words; images do not count. */
static bool
has_words(const pith_flow_writer *writer)
{
  return !writer->flow->failed && writer->flow->words.len > writer->line_from;
}

/* Two links side by side are two things, whatever the source has; images
 * between them change nothing. Words have been written to the line. */
static bool
links_touch(const pith_flow_writer *writer)
{
  const pith_flow_op *before = &writer->flow->ops[writer->flow->count - 1];
  while (before->kind == PITH_FLOW_IMAGE)
    before--;
  return writer->link != 0 && before->c != 0 && before->c != writer->link &&
         !(before->bits & PITH_STYLE_MATH) &&
         !pith__character_joins_lines(last_character(writer));
}

/* Whether a blank belongs before words that begin with `next`. The strength
 * of what was noted decides: white space of the source is kept; an invisible
 * element between two words only keeps them apart; between ideographs a line
 * end is no blank at all (CSS Text, "Segment Break Transformation Rules"). */
static bool
wants_blank(const pith_flow_writer *writer, uint32_t next)
{
  if (!has_words(writer)) /* images at most */
    return writer->blank >= PITH_BLANK_SPACE && writer->content;
  if (writer->blank == PITH_BLANK_SPACE || writer->blank == PITH_BLANK_SURE)
    return true;
  uint32_t last = last_character(writer);
  bool two_words =
      pith__character_ends_word(last) && pith__character_is_capital(next);
  bool last_joins = pith__character_joins_lines(last);
  bool next_joins = pith__character_joins_lines(next);
  switch (writer->blank) {
  case PITH_BLANK_NONE:
    return links_touch(writer);
  case PITH_BLANK_EDGE:
    return links_touch(writer) || two_words;
  case PITH_BLANK_SOFT:
    return links_touch(writer) || two_words ||
           (pith__character_is_word(last) && pith__character_is_word(next) &&
            !last_joins && !next_joins);
  case PITH_BLANK_LINE:
    return !last_joins || !next_joins;
  default:
    return true;
  }
}

/* Write a blank in the style that it and both its neighbours have. */
static void
write_blank(pith_flow_writer *writer)
{
  static const pith_slice blank = {" ", 1};
  const pith_flow_op *before = last_run(writer);
  bool linked =
      before && before->c == writer->link && writer->blank_link == writer->link;
  uint8_t style = before && writer->blank >= PITH_BLANK_SPACE
                      ? before->bits & writer->style & writer->blank_style
                      : 0;
  append(writer, blank, style, linked ? writer->link : 0);
}

/* Write a run of words, and before it whatever was due: containers, block,
 * breaks, a blank. */
static void
write_words(pith_flow_writer *writer, const char *from, const char *to)
{
  pith_slice words = {from, (size_t)(to - from)};
  size_t len;
  if (words.len == 0)
    return;
  if (!writer->leaf || writer->breaks > 0 || !writer->content)
    pith__flow_writer_begin(writer);
  if ((writer->blank != PITH_BLANK_NONE || writer->link != 0) &&
      wants_blank(writer, pith__character_at(from, to, &len)))
    write_blank(writer);
  writer->blank = PITH_BLANK_NONE;
  append(writer, words, writer->style, writer->link);
}

/* White space was found: remember it, and the style and link it was found
 * in. The blank later gets only what all of it had in common. */
static void
note_blank(pith_flow_writer *writer, pith_blank blank)
{
  bool first = writer->blank < PITH_BLANK_SPACE;
  writer->blank_style =
      first ? writer->style : writer->blank_style & writer->style;
  if (first || writer->link != writer->blank_link)
    writer->blank_link = first ? writer->link : 0;
  if (blank > writer->blank)
    writer->blank = blank;
}

/* Pass over a run of ASCII white space; returns its end. Where the style of
 * the page keeps line ends, each one is a break. */
static const char *
take_spaces(pith_flow_writer *writer, const char *p, const char *end)
{
  bool line = false;
  for (; p < end && byte_class[(unsigned char)*p] == SPACE; p++) {
    if (*p != '\n')
      continue;
    if (writer->keep_lines)
      pith__flow_writer_break(writer);
    line = true;
  }
  note_blank(writer, line ? PITH_BLANK_LINE : PITH_BLANK_SPACE);
  return p;
}

/* Decide about a character outside ASCII: blank, invisible or text. */
static int
class_of(uint32_t code)
{
  if (pith__character_is_blank(code))
    return SPACE;
  return code < 0xA0 || code == 0xAD || code == 0xFEFF ? CONTROL : PLAIN;
}

/* Over text in which all is normal already: printable ASCII, single blanks
 * between words. Eight bytes at a time: a byte below ' ' or above '~', or two
 * blanks in a row, ends it. The byte before p is no blank. */
static const char *
skip_normal(const char *p, const char *end)
{
  const uint64_t ones = 0x0101010101010101u, high = ones * 0x80;
  while (end - p >= 8) {
    uint64_t word;
    memcpy(&word, p, 8);
    uint64_t other = word ^ ones * ' ', delete = word ^ ones * 0x7F;
    uint64_t blank = ~(((other & ~high) + ~high) | other | ~high);
    uint64_t odd = word | (delete - ones) | (word - ones * ' ');
    if (((odd | (blank & blank << 8)) & high) != 0)
      break;
    /* Stay on a blank at the end: another may follow. */
    p += p[7] == ' ' ? 7 : 8;
  }
  return p;
}

/* The hot loop of rendering. Text that needs no change is copied in long
 * runs; everything else ends the run, is noted, and a new run starts behind
 * it. */
void
pith__flow_writer_text(pith_flow_writer *writer, pith_slice text)
{
  if (text.len == 0)
    return;
  const char *p = text.data, *end = p + text.len, *start = p;
  while (p < end) {
    int class = byte_class[(unsigned char)*p];
    size_t len = 1;
    if (class == LOOK)
      class = class_of(pith__character_at(p, end, &len));
    /* A single blank between words is normal already. */
    if (class == PLAIN || (*p == ' ' && p > start && end - p > 1 &&
                           byte_class[(unsigned char)p[1]] == PLAIN)) {
      p += len;
      if (class == PLAIN)
        p = skip_normal(p, end);
      continue;
    }
    write_words(writer, start, p);
    if (class == SPACE && len == 1) {
      start = p = take_spaces(writer, p, end);
      continue;
    }
    if (class == SPACE) /* written on purpose */
      note_blank(writer, PITH_BLANK_SURE);
    p += len;
    start = p;
  }
  write_words(writer, start, end);
}

/* Blanks on both sides of an image are decided as if it were not there, so
 * that text with and without images has the same words. */
void
pith__flow_writer_image(pith_flow_writer *writer, uint32_t node)
{
  pith_flow_op op = {PITH_FLOW_IMAGE, 0, node, 0, writer->link};
  pith__flow_writer_begin(writer);
  /* A line end after an ideograph is a blank or not by what comes behind the
   * image, as if that were not there. */
  bool waits = writer->blank == PITH_BLANK_LINE && has_words(writer) &&
               pith__character_joins_lines(last_character(writer));
  if (writer->blank >= PITH_BLANK_SPACE && !waits) {
    write_blank(writer);
    writer->blank = PITH_BLANK_NONE;
  }
  pith__flow_add(writer->flow, op);
  if (writer->blank < PITH_BLANK_SOFT)
    writer->blank = PITH_BLANK_SOFT;
}
