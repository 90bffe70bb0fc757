/* input_kind.h: what an input is, seen from its first bytes.
 *
 *     first bytes ──► row of one table ──► reader (page_list.c), or a refusal
 *
 * Names are not believed: they lie, and pipes have none.
 */
#ifndef COMMON_INPUT_INPUT_KIND_H
#define COMMON_INPUT_INPUT_KIND_H

#include "pith.h"

typedef enum input_kind {
  INPUT_PAGE,    /* HTML, or text of any kind */
  INPUT_LINES,   /* JSON lines with pages */
  INPUT_ROMIP,   /* a collection of ROMIP */
  INPUT_FEED,    /* RSS, Atom */
  INPUT_SITEMAP, /* or an index of sitemaps */
  INPUT_JSON_FEED,
  INPUT_HAR,        /* HTTP archive of a browser */
  INPUT_MHTML,      /* page saved by a browser */
  INPUT_WEBARCHIVE, /* page saved by Safari */
  INPUT_WARC,       /* or ARC */
  INPUT_ZIP,        /* perhaps a WACZ */
  INPUT_REFUSED     /* no web page */
} input_kind;

/* The kind of the input that begins with these bytes. For INPUT_REFUSED *what
 * is its name and the remedy, lent for ever: "PDF; convert it ..." */
input_kind input_kind_find(pith_slice front, const char **what);

#endif
