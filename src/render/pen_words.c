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
#include "render/pen_words.h"

#include "base/slice.h"
#include "render/characters.h"

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

static pith_flow_op *
last_run(pith_pen *pen)
{
  pith_flow *flow = pen->flow;
  if (flow->count == 0 || flow->ops[flow->count - 1].kind != PITH_FLOW_RUN)
    return NULL;
  return &flow->ops[flow->count - 1];
}

/* Append bytes in a style, to the last run if it has the same. */
static void
append(pith_pen *pen, pith_slice bytes, uint8_t style, uint32_t link)
{
  pith_flow *flow = pen->flow;
  pith_flow_op *run = last_run(pen);
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

static bool
is_ideograph_at_end(const pith_flow *flow)
{
  const char *start = flow->words.data;
  return flow->words.len > 0 &&
         pith__character_joins_lines(
             pith__character_before(start, start + flow->words.len));
}

/* Two links side by side are two things, whatever the source says. */
static bool
links_touch(const pith_pen *pen, const pith_flow_op *before)
{
  return pen->blank == PITH_BLANK_NONE && pen->link != 0 && before->c != 0 &&
         before->c != pen->link && !is_ideograph_at_end(pen->flow);
}

/* Write the blank that is due before words that begin with `next`. */
static void
write_blank(pith_pen *pen, pith_slice next)
{
  static const pith_slice blank = {" ", 1};
  pith_flow_op *before = last_run(pen);
  size_t len;
  if (!before) {
    if (pen->blank == PITH_BLANK_NONE || pen->flow->failed ||
        pen->flow->ops[pen->flow->count - 1].kind != PITH_FLOW_IMAGE)
      return;
    append(pen, blank, 0, 0);
    return;
  }
  if (links_touch(pen, before))
    pen->blank = PITH_BLANK_SURE;
  if (pen->blank == PITH_BLANK_NONE)
    return;
  if (pen->blank == PITH_BLANK_LINE && is_ideograph_at_end(pen->flow) &&
      pith__character_joins_lines(
          pith__character_at(next.data, next.data + next.len, &len)))
    return;
  append(pen, blank, before->bits & pen->style,
         before->c == pen->link ? pen->link : 0);
}

static void
write_words(pith_pen *pen, const char *from, const char *to)
{
  pith_slice words = {from, (size_t)(to - from)};
  if (words.len == 0)
    return;
  pith__pen_begin(pen);
  write_blank(pen, words);
  pen->blank = PITH_BLANK_NONE;
  append(pen, words, pen->style, pen->link);
}

static void
note_space(pith_pen *pen, char c)
{
  pith_blank blank = c == '\n' ? PITH_BLANK_LINE : PITH_BLANK_SPACE;
  if (c == '\n' && pen->keep_lines)
    pith__pen_break(pen);
  else if (blank > pen->blank)
    pen->blank = blank;
}

/* What a character that has to be looked at is. */
static int
class_of(uint32_t code)
{
  if (pith__character_is_blank(code))
    return SPACE;
  return code < 0xA0 || code == 0xAD || code == 0xFEFF ? CONTROL : PLAIN;
}

void
pith__pen_text(pith_pen *pen, pith_slice text)
{
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
      continue;
    }
    write_words(pen, start, p);
    if (class == SPACE && len > 1) /* written on purpose */
      pen->blank = PITH_BLANK_SURE;
    else if (class == SPACE)
      note_space(pen, *p);
    p += len;
    start = p;
  }
  write_words(pen, start, end);
}

void
pith__pen_image(pith_pen *pen, uint32_t node)
{
  static const pith_slice next = {"!", 1};
  pith_flow_op op = {PITH_FLOW_IMAGE, 0, node, 0, pen->link};
  pith__pen_begin(pen);
  pen->blank = PITH_BLANK_SURE;
  write_blank(pen, next);
  pith__flow_add(pen->flow, op);
  pen->blank = PITH_BLANK_SURE;
}
