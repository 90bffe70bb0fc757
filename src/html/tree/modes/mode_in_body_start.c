/*
 * HTML, "in body", start tags with rules of their own: a table by
 * tag. It has a row for every tag with the property `own_start` in
 * data/tags.tsv, and no other.
 */
#include "html/tree/modes/modes.h"

#include "html/tree/formatting.h"
#include "html/tree/insert.h"

/* A second `<html>` only adds attributes. */
pith_step
pith__start_html(pith_builder *b)
{
  if (!pith__has_open(b, PITH_TAG_TEMPLATE))
    pith__merge_attributes(b, b->open[0].node);
  return PITH_DONE;
}

/* Parts of tables and frames outside of them. */
static pith_step
start_ignored(pith_builder *b)
{
  (void)b;
  return PITH_DONE;
}

/* "Any other start tag", for tags that share a rule otherwise. */
static pith_step
start_ordinary(pith_builder *b)
{
  pith__reconstruct(b);
  pith__insert_element(b);
  return PITH_DONE;
}

/* Whether the second open element is the body. */
static bool
has_body(const pith_builder *b)
{
  return b->open_count > 1 && b->open[1].tag == PITH_TAG_BODY;
}

/* A second `<body>` only adds attributes. */
static pith_step
start_body(pith_builder *b)
{
  if (!has_body(b) || pith__has_open(b, PITH_TAG_TEMPLATE))
    return PITH_DONE;
  b->frameset_ok = false;
  pith__merge_attributes(b, b->open[1].node);
  return PITH_DONE;
}

/* Only as long as nothing has been shown: the body is thrown away. */
static pith_step
start_frameset(pith_builder *b)
{
  if (!has_body(b) || !b->frameset_ok)
    return PITH_DONE;
  pith__links_begin(b, b->count);
  if (b->stop)
    return PITH_DONE;
  pith__link_remove(b, b->open[1].node);
  while (b->open_count > 1)
    pith__pop(b);
  pith__insert_element(b);
  b->mode = PITH_MODE_IN_FRAMESET;
  return PITH_DONE;
}

/* A block ends a paragraph. */
static pith_step
start_block(pith_builder *b)
{
  pith__close_p(b);
  pith__insert_element(b);
  return PITH_DONE;
}

/* A heading ends the heading before it. */
static pith_step
start_heading(pith_builder *b)
{
  pith__close_p(b);
  if (pith__current(b)->bits & PITH_PROPERTY_HEADING)
    pith__pop(b);
  pith__insert_element(b);
  return PITH_DONE;
}

/* The first newline of its text is dropped. */
static pith_step
start_pre(pith_builder *b)
{
  pith__close_p(b);
  pith__insert_element(b);
  b->attention |= PITH_SKIP_NEWLINE;
  b->frameset_ok = false;
  return PITH_DONE;
}

/* A list item closes the one before, looking out to the next special element
 * that is not an address, div or p. */
static void
close_item(pith_builder *b, pith_tag one, pith_tag other)
{
  if (!pith__has_open(b, one) && !pith__has_open(b, other))
    return;
  for (uint32_t i = b->open_count; i-- > 0;) {
    const pith_open *entry = &b->open[i];
    b->steps--;
    if (entry->tag == one || entry->tag == other) {
      pith__pop_through(b, i);
      return;
    }
    if ((entry->bits & PITH_PROPERTY_SPECIAL) &&
        entry->tag != PITH_TAG_ADDRESS && entry->tag != PITH_TAG_DIV &&
        entry->tag != PITH_TAG_P)
      return;
  }
}

/* An item closes the item before it. */
static pith_step
start_li(pith_builder *b)
{
  b->frameset_ok = false;
  close_item(b, PITH_TAG_LI, PITH_TAG_LI);
  return start_block(b);
}

/* A term or definition closes the one before it. */
static pith_step
start_dd_dt(pith_builder *b)
{
  b->frameset_ok = false;
  close_item(b, PITH_TAG_DD, PITH_TAG_DT);
  return start_block(b);
}

/* Nothing ends plaintext but the page. */
static pith_step
start_plaintext(pith_builder *b)
{
  start_block(b);
  pith__tokenizer_set_state(&b->tokenizer, PITH_STATE_PLAINTEXT, b->token.name);
  return PITH_DONE;
}

/* applet, marquee, object: formatting does not reach into them. */
static pith_step
start_marked(pith_builder *b)
{
  pith__reconstruct(b);
  pith__insert_element(b);
  pith__formatting_push_marker(b);
  b->frameset_ok = false;
  return PITH_DONE;
}

/* In quirks mode a table does not end a paragraph. */
static pith_step
start_table(pith_builder *b)
{
  if (b->tree->quirks != 2)
    pith__close_p(b);
  pith__insert_element(b);
  b->frameset_ok = false;
  b->mode = PITH_MODE_IN_TABLE;
  return PITH_DONE;
}

/* area, br, embed, img, keygen, wbr: shown, so no frameset may follow. */
static pith_step
start_void(pith_builder *b)
{
  pith__reconstruct(b);
  pith__insert_void(b);
  b->frameset_ok = false;
  return PITH_DONE;
}

/* param, source, track: not shown. */
static pith_step
start_silent_void(pith_builder *b)
{
  pith__insert_void(b);
  return PITH_DONE;
}

/* A rule inside a select separates its options. */
static pith_step
start_hr(pith_builder *b)
{
  pith__close_p(b);
  if (pith__in_scope(b, PITH_TAG_SELECT, PITH_IN_SCOPE))
    pith__imply_end_tags(b, PITH_TAG_UNKNOWN);
  pith__insert_void(b);
  b->frameset_ok = false;
  return PITH_DONE;
}

/* "Change the token's tag name to img and reprocess it." */
static pith_step
start_image(pith_builder *b)
{
  b->token.tag = PITH_TAG_IMG;
  return start_void(b);
}

/* Raw text, in a block. */
static pith_step
start_xmp(pith_builder *b)
{
  pith__close_p(b);
  pith__reconstruct(b);
  b->frameset_ok = false;
  pith__start_raw_text(b, PITH_STATE_RAWTEXT);
  return PITH_DONE;
}

/* Its contents are text: what they mean is another document's business. */
static pith_step
start_iframe(pith_builder *b)
{
  b->frameset_ok = false;
  pith__start_raw_text(b, PITH_STATE_RAWTEXT);
  return PITH_DONE;
}

/* Raw text as well; nobody shows it. */
static pith_step
start_noembed(pith_builder *b)
{
  pith__start_raw_text(b, PITH_STATE_RAWTEXT);
  return PITH_DONE;
}

/* Raw text where scripts run, elements where they do not. */
static pith_step
start_noscript(pith_builder *b)
{
  return b->scripting ? start_noembed(b) : start_ordinary(b);
}

/* rb, rtc */
static pith_step
start_ruby_base(pith_builder *b)
{
  if (pith__in_scope(b, PITH_TAG_RUBY, PITH_IN_SCOPE))
    pith__imply_end_tags(b, PITH_TAG_UNKNOWN);
  pith__insert_element(b);
  return PITH_DONE;
}

/* rp, rt */
static pith_step
start_ruby_text(pith_builder *b)
{
  if (pith__in_scope(b, PITH_TAG_RUBY, PITH_IN_SCOPE))
    pith__imply_end_tags(b, PITH_TAG_RTC);
  pith__insert_element(b);
  return PITH_DONE;
}

/* Names and attributes are adjusted when they are looked up. */
static pith_step
start_math(pith_builder *b)
{
  pith__reconstruct(b);
  pith__insert_foreign(b, PITH_NAMESPACE_MATHML);
  return PITH_DONE;
}

/* The same for SVG. */
static pith_step
start_svg(pith_builder *b)
{
  pith__reconstruct(b);
  pith__insert_foreign(b, PITH_NAMESPACE_SVG);
  return PITH_DONE;
}

/* By tag, in the order of the standard. */
static const pith_rule rules[PITH_TAG_COUNT] = {
    [PITH_TAG_HTML] = pith__start_html,
    [PITH_TAG_BODY] = start_body,
    [PITH_TAG_FRAMESET] = start_frameset,

    /* Metadata in the body follows the rules of the head. */
    [PITH_TAG_BASE] = pith__mode_in_head,
    [PITH_TAG_BASEFONT] = pith__mode_in_head,
    [PITH_TAG_BGSOUND] = pith__mode_in_head,
    [PITH_TAG_LINK] = pith__mode_in_head,
    [PITH_TAG_META] = pith__mode_in_head,
    [PITH_TAG_NOFRAMES] = pith__mode_in_head,
    [PITH_TAG_SCRIPT] = pith__mode_in_head,
    [PITH_TAG_STYLE] = pith__mode_in_head,
    [PITH_TAG_TEMPLATE] = pith__mode_in_head,
    [PITH_TAG_TITLE] = pith__mode_in_head,

    /* Headings end a heading that is open. */
    [PITH_TAG_H1] = start_heading,
    [PITH_TAG_H2] = start_heading,
    [PITH_TAG_H3] = start_heading,
    [PITH_TAG_H4] = start_heading,
    [PITH_TAG_H5] = start_heading,
    [PITH_TAG_H6] = start_heading,

    /* Blocks with rules of their own. */
    [PITH_TAG_PRE] = start_pre,
    [PITH_TAG_LISTING] = start_pre,
    [PITH_TAG_FORM] = pith__start_form,
    [PITH_TAG_LI] = start_li,
    [PITH_TAG_DD] = start_dd_dt,
    [PITH_TAG_DT] = start_dd_dt,
    [PITH_TAG_PLAINTEXT] = start_plaintext,
    [PITH_TAG_BUTTON] = pith__start_button,

    /* Formatting elements are entered in the list. */
    [PITH_TAG_A] = pith__start_a,
    [PITH_TAG_B] = pith__start_formatting,
    [PITH_TAG_BIG] = pith__start_formatting,
    [PITH_TAG_CODE] = pith__start_formatting,
    [PITH_TAG_EM] = pith__start_formatting,
    [PITH_TAG_FONT] = pith__start_formatting,
    [PITH_TAG_I] = pith__start_formatting,
    [PITH_TAG_S] = pith__start_formatting,
    [PITH_TAG_SMALL] = pith__start_formatting,
    [PITH_TAG_STRIKE] = pith__start_formatting,
    [PITH_TAG_STRONG] = pith__start_formatting,
    [PITH_TAG_TT] = pith__start_formatting,
    [PITH_TAG_U] = pith__start_formatting,
    [PITH_TAG_NOBR] = pith__start_nobr,

    /* Formatting does not reach into these. */
    [PITH_TAG_APPLET] = start_marked,
    [PITH_TAG_MARQUEE] = start_marked,
    [PITH_TAG_OBJECT] = start_marked,
    [PITH_TAG_TABLE] = start_table,

    /* Elements without contents. */
    [PITH_TAG_AREA] = start_void,
    [PITH_TAG_BR] = start_void,
    [PITH_TAG_EMBED] = start_void,
    [PITH_TAG_IMG] = start_void,
    [PITH_TAG_KEYGEN] = start_void,
    [PITH_TAG_WBR] = start_void,
    [PITH_TAG_INPUT] = pith__start_input,
    [PITH_TAG_PARAM] = start_silent_void,
    [PITH_TAG_SOURCE] = start_silent_void,
    [PITH_TAG_TRACK] = start_silent_void,
    [PITH_TAG_HR] = start_hr,
    [PITH_TAG_IMAGE] = start_image,

    /* Elements whose contents are text. */
    [PITH_TAG_TEXTAREA] = pith__start_textarea,
    [PITH_TAG_XMP] = start_xmp,
    [PITH_TAG_IFRAME] = start_iframe,
    [PITH_TAG_NOEMBED] = start_noembed,
    [PITH_TAG_NOSCRIPT] = start_noscript,

    /* Lists of options. */
    [PITH_TAG_SELECT] = pith__start_select,
    [PITH_TAG_OPTGROUP] = pith__start_optgroup,
    [PITH_TAG_OPTION] = pith__start_option,
    [PITH_TAG_SELECTEDCONTENT] = pith__start_selectedcontent,

    /* Ruby, and the way into foreign content. */
    [PITH_TAG_RB] = start_ruby_base,
    [PITH_TAG_RTC] = start_ruby_base,
    [PITH_TAG_RP] = start_ruby_text,
    [PITH_TAG_RT] = start_ruby_text,
    [PITH_TAG_MATH] = start_math,
    [PITH_TAG_SVG] = start_svg,

    /* Parts of tables, frames and the document, outside of their places. */
    [PITH_TAG_CAPTION] = start_ignored,
    [PITH_TAG_COL] = start_ignored,
    [PITH_TAG_COLGROUP] = start_ignored,
    [PITH_TAG_FRAME] = start_ignored,
    [PITH_TAG_HEAD] = start_ignored,
    [PITH_TAG_TBODY] = start_ignored,
    [PITH_TAG_TD] = start_ignored,
    [PITH_TAG_TFOOT] = start_ignored,
    [PITH_TAG_TH] = start_ignored,
    [PITH_TAG_THEAD] = start_ignored,
    [PITH_TAG_TR] = start_ignored,
};

/* The property `own_start` was tested, so there is a rule. */
pith_step
pith__in_body_start(pith_builder *b)
{
  return rules[b->token.tag](b);
}
