/* page_record.h: one line of a .jsonl file that holds pages.
 *
 *     {"id":"a/1","url":"http://...","html":"<p>..."}     html or html_b64
 *
 * The line is only looked at, never copied: texts are lent by it with their
 * escapes in place, and decoded by whoever wants them. Other keys are passed
 * over, nested values too, without recursion. Of a key that comes twice the
 * last one counts.
 */
#ifndef SHARED_PAGE_RECORD_H
#define SHARED_PAGE_RECORD_H

#include "common/json/json_scan.h"

#include "pith.h"

typedef struct page_record {
  json_text id;       /* a number is taken as it is written */
  json_text url;      /* likewise */
  json_text html;     /* UTF-8 */
  json_text html_b64; /* bytes of the page, as base64 */
  json_text group;    /* of --group-by field; likewise a text or a number */
  bool is_result;     /* a record of pith, not a page (docs/formats/json.md) */
} page_record;

/* Find the texts of a line, the group under the key `field` (borrowed; NULL:
 * none). False when it is no JSON object, or one without a page; *why says so.
 */
bool page_record_find(pith_slice line, const char *field, page_record *out,
                      const char **why);

#endif
