/* page_entries.h: the pages in JSON that is one object: JSON Feed, and the HAR
 * files that browsers save; for page_list.h.
 *
 *     {"version": "https://jsonfeed.org/...", "items": [{"url", "content_html"
 *     {"log": {"entries": [{"request": {"url"}, "response": {"status",
 *         "content": {"mimeType", "text", "encoding"}}}
 */
#ifndef COMMON_INPUT_PAGE_ENTRIES_H
#define COMMON_INPUT_PAGE_ENTRIES_H

#include "common/input/page_list.h"

/* Add the pages of an open file; see page_list_add(). */
exit_code page_entries_add(page_list *list, byte_source *source);

#endif
