/*
 * The insertion modes, one file each (WHATWG HTML, "The rules for parsing
 * tokens in HTML content"). Each looks at the token in the builder and says
 * whether it is done with it.
 */
#ifndef PITH_HTML_TREE_MODES_H
#define PITH_HTML_TREE_MODES_H

#include "html/tree/builder.h"

/* A rule: what a mode, or a tag within a mode, does with the token. */
typedef pith_step (*pith_rule)(pith_builder *b);

/* The rules of the mode that is set now (build.c). */
pith_step pith__mode_run(pith_builder *b);

pith_step pith__mode_initial(pith_builder *b);
pith_step pith__mode_before_html(pith_builder *b);
pith_step pith__mode_before_head(pith_builder *b);
pith_step pith__mode_in_head(pith_builder *b);
pith_step pith__mode_in_head_noscript(pith_builder *b);
pith_step pith__mode_after_head(pith_builder *b);
pith_step pith__mode_in_body(pith_builder *b);
pith_step pith__mode_text(pith_builder *b);
pith_step pith__mode_in_table(pith_builder *b);
pith_step pith__mode_in_table_text(pith_builder *b);
pith_step pith__mode_in_caption(pith_builder *b);
pith_step pith__mode_in_column_group(pith_builder *b);
pith_step pith__mode_in_table_body(pith_builder *b);
pith_step pith__mode_in_row(pith_builder *b);
pith_step pith__mode_in_cell(pith_builder *b);
pith_step pith__mode_in_template(pith_builder *b);
pith_step pith__mode_after_body(pith_builder *b);
pith_step pith__mode_in_frameset(pith_builder *b);
pith_step pith__mode_after_frameset(pith_builder *b);
pith_step pith__mode_after_after_body(pith_builder *b);
pith_step pith__mode_after_after_frameset(pith_builder *b);

/* "In body", tags that have a rule of their own. */
pith_step pith__in_body_start(pith_builder *b);
pith_step pith__in_body_end(pith_builder *b);

/* "In body" for start tags that share a file with their kin. */
pith_step pith__start_formatting(pith_builder *b);
pith_step pith__start_a(pith_builder *b);
pith_step pith__start_nobr(pith_builder *b);
pith_step pith__start_form(pith_builder *b);
pith_step pith__start_button(pith_builder *b);
pith_step pith__start_input(pith_builder *b);
pith_step pith__start_textarea(pith_builder *b);
pith_step pith__start_select(pith_builder *b);
pith_step pith__start_optgroup(pith_builder *b);
pith_step pith__start_option(pith_builder *b);
pith_step pith__start_selectedcontent(pith_builder *b);

/* "Any other end tag". */
void pith__end_ordinary(pith_builder *b);

/* "The generic RCDATA, raw text and script element parsing algorithm": insert
 * the element and read its text in this state. */
void pith__start_raw_text(pith_builder *b, pith_token_state state);

/* Something more goes into html or body: the end tags that were seen are not
 * their end any more. */
void pith__forget_end_tags(pith_builder *b);

/* A start tag `html`, wherever it is. */
pith_step pith__start_html(pith_builder *b);

/* "In table", anything else: foster parenting, by the rules of "in body". */
pith_step pith__in_table_other(pith_builder *b);

/* The end of the input, in a mode that just stops. */
pith_step pith__stop_parsing(pith_builder *b);

#endif
