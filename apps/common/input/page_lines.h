/* page_lines.h: the part of page_list.h that reads .jsonl files. */
#ifndef SHARED_PAGE_LINES_H
#define SHARED_PAGE_LINES_H

#include "common/packing/byte_source.h"
#include "common/input/page_list.h"

/* Add the pages of a file of lines; see page_list_add(). */
exit_code page_lines_add(page_list *list, byte_source *in);

/* Read the page of a line; see page_list_read(). */
exit_code page_line_read(const page_item *page, size_t most, input_bytes *out);

#endif
