/* page_read.h: the one page that a file or pipe holds.
 *
 *     path ──► unpacked ──► HTML as it is; MHTML, .webarchive: the main page
 *                           in it; anything else refused by name
 */
#ifndef COMMON_INPUT_PAGE_READ_H
#define COMMON_INPUT_PAGE_READ_H

#include "common/packing/byte_source.h"
#include "common/input/input_kind.h"
#include "common/input/read_input.h"

/* Read the page in the file `path`, or on standard input when it is NULL or
 * "-", of at most `most` bytes. As read_input(). */
exit_code page_read(const char *path, size_t most, input_bytes *out);

/* The same for an open source, which is closed. *url is the address that a
 * saved page knows, given; NULL: none. */
exit_code page_read_source(byte_source *in, size_t most, input_bytes *out,
                           char **url);

/* All bytes of an open source, whatever they are, at most `most`. */
exit_code page_source_bytes(byte_source *in, size_t most, input_bytes *out);

/* The kind of an open source. After INPUT_REFUSED, and a message, it is to be
 * closed as after the others. */
input_kind page_source_kind(const byte_source *in, const char **what);

#endif
