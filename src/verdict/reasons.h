/*
 * Why a range got its label: the one list of reasons. Methods take them from
 * here, so that whoever reads marks or records back knows them all
 * (pith_reason_name()). Reasons are part of the formats: one that is not used
 * any more stays in the list. docs/manual has what each means.
 *
 * Macros and not an enum: tables of methods hold them as constants.
 */
#ifndef PITH_VERDICT_REASONS_H
#define PITH_VERDICT_REASONS_H

#include <stdint.h>

#define PITH_REASON_ALL_THERE_IS    "all-there-is"
#define PITH_REASON_ARTICLE_BODY    "article-body"
#define PITH_REASON_BESIDE_THE_TEXT "beside-the-text"
#define PITH_REASON_CHAIN           "chain"
#define PITH_REASON_CHAIN_LEFTOVER  "chain-leftover"
#define PITH_REASON_CHANGING_SLOT   "changing-slot"
#define PITH_REASON_CODE            "code"
#define PITH_REASON_COMMENT         "comment"
#define PITH_REASON_COMMENTS        "comments"
#define PITH_REASON_COMPANY         "company"
#define PITH_REASON_FIGURE          "figure"
#define PITH_REASON_FOOTER          "footer"
#define PITH_REASON_FORM            "form"
#define PITH_REASON_FRAME           "frame"
#define PITH_REASON_HEADER          "header"
#define PITH_REASON_HEADING         "heading"
#define PITH_REASON_HIDDEN          "hidden"
#define PITH_REASON_KEYWORD_LIST    "keyword-list"
#define PITH_REASON_LAYER_BLOCK     "layer-block"
#define PITH_REASON_LINE_NUMBERS    "line-numbers"
#define PITH_REASON_LINK_LIST       "link-list"
#define PITH_REASON_LINKS           "links"
#define PITH_REASON_LIST_ITEM       "list-item"
#define PITH_REASON_MAIN_TEXT       "main-text"
#define PITH_REASON_MENU            "menu"
#define PITH_REASON_MENU_SLOT       "menu-slot"
#define PITH_REASON_NO_PROSE        "no-prose"
#define PITH_REASON_NO_SENTENCE     "no-sentence"
#define PITH_REASON_NONE            "none"
#define PITH_REASON_OUTSIDE         "outside"
#define PITH_REASON_OUTSIDE_TEXT    "outside-text"
#define PITH_REASON_OVERLAY         "overlay"
#define PITH_REASON_OWN_BLOCK       "own-block"
#define PITH_REASON_PARAGRAPH       "paragraph"
#define PITH_REASON_REPEATS         "repeats"
#define PITH_REASON_REPEATS_ON_SITE "repeats-on-site"
#define PITH_REASON_SAID_BEFORE     "said-before"
#define PITH_REASON_SENTENCE        "sentence"
#define PITH_REASON_SIBLING         "sibling"
#define PITH_REASON_SIDEBAR         "sidebar"
#define PITH_REASON_SUBTREE         "subtree"
#define PITH_REASON_TABLE           "table"
#define PITH_REASON_TEXT            "text"

/* A reason by its number, in the order of the alphabet; NULL after the last. */
const char *pith__reason_name(uint32_t index);

#endif
