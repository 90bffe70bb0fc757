/* page_origin.h: where a page was found, in its record, and by whom it is
 * grouped. */
#ifndef COMMON_INPUT_PAGE_ORIGIN_H
#define COMMON_INPUT_PAGE_ORIGIN_H

#include "common/input/page_list.h"
#include "common/output/text_out.h"

/* Write a record, a line of JSON, with what is known of the page added to it:
 * "fetched", and of a page in an archive "warc": {"record", "offset"}. */
void page_origin_write(const page_item *item, pith_slice record, text_out *out);

/* Write a record with "duplicate_of", the name of another page, added; NULL:
 * as it is. */
void page_duplicate_write(const char *original, pith_slice record,
                          text_out *out);

/* Write a page as a WARC conversion record: the text, and where it is from. */
void page_origin_wet(const page_item *item, pith_slice text, text_out *out);

/* The record in front of those. */
void page_origin_wet_info(text_out *out);

typedef enum page_group {
  GROUP_NONE,
  GROUP_HOST,   /* of the address */
  GROUP_DOMAIN, /* its last two parts, or three under such as co.uk */
  GROUP_FOLDER, /* the first folder of the name */
  GROUP_FIELD,  /* the text of page_list.group_field in JSON lines */
} page_group;

/* What a page belongs to, given: a name that can be that of a folder. NULL
 * without memory. */
char *page_group_key(const page_item *item, page_group by);

#endif
