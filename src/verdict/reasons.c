/*
 * See reasons.h. Sorted, so that a reader of the list finds a gap; the unit
 * test fails when it is not.
 */
#include "verdict/reasons.h"

#include <stddef.h>

/* The words are part of the output formats: one may be added, none renamed.
 * Methods take the macros, never a string, so that a misspelt reason does
 * not compile. */
static const char *const names[] = {
    PITH_REASON_ALL_THERE_IS,
    PITH_REASON_ARTICLE_BODY,
    PITH_REASON_BESIDE_THE_TEXT,
    PITH_REASON_CHAIN,
    PITH_REASON_CHAIN_LEFTOVER,
    PITH_REASON_CHANGING_SLOT,
    PITH_REASON_CODE,
    PITH_REASON_COMMENT,
    PITH_REASON_COMMENTS,
    PITH_REASON_COMPANY,
    PITH_REASON_FIGURE,
    PITH_REASON_FOOTER,
    PITH_REASON_FORM,
    PITH_REASON_FRAME,
    PITH_REASON_HEADER,
    PITH_REASON_HEADING,
    PITH_REASON_HIDDEN,
    PITH_REASON_KEYWORD_LIST,
    PITH_REASON_LAYER_BLOCK,
    PITH_REASON_LINE_NUMBERS,
    PITH_REASON_LINK_LIST,
    PITH_REASON_LINKS,
    PITH_REASON_LIST_ITEM,
    PITH_REASON_MAIN_TEXT,
    PITH_REASON_MENU,
    PITH_REASON_MENU_SLOT,
    PITH_REASON_NO_PROSE,
    PITH_REASON_NO_SENTENCE,
    PITH_REASON_NONE,
    PITH_REASON_OUTSIDE,
    PITH_REASON_OUTSIDE_TEXT,
    PITH_REASON_OVERLAY,
    PITH_REASON_OWN_BLOCK,
    PITH_REASON_PARAGRAPH,
    PITH_REASON_REPEATS,
    PITH_REASON_REPEATS_ON_SITE,
    PITH_REASON_SAID_BEFORE,
    PITH_REASON_SENTENCE,
    PITH_REASON_SIBLING,
    PITH_REASON_SIDEBAR,
    PITH_REASON_SUBTREE,
    PITH_REASON_TABLE,
    PITH_REASON_TEXT,
};

/* Callers count up from 0 until NULL, so the length needs no function of its
 * own. */
const char *
pith__reason_name(uint32_t index)
{
  return index < sizeof names / sizeof names[0] ? names[index] : NULL;
}
