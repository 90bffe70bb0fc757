/* page_saved.h: pages saved by a browser with all that belongs to them.
 *
 *     MHTML         mail with parts (RFC 2557); the main page is the root part
 *     .webarchive   a binary property list; WebMainResource is the main page
 */
#ifndef COMMON_INPUT_PAGE_SAVED_H
#define COMMON_INPUT_PAGE_SAVED_H

#include "common/input/input_kind.h"
#include "common/input/read_input.h"

/* Replace the bytes of a saved page by those of the main page in it; *url is
 * its address, given, or NULL. EXIT_INPUT after a message. */
exit_code page_saved_unwrap(input_kind kind, input_bytes *bytes, char **url);

/* The main page of a property list and its address, lent by the bytes. */
bool page_plist_find(pith_slice bytes, pith_slice *page, pith_slice *url);

/* The main part of a message, still encoded as `encoding` says, and its
 * address. */
bool page_mime_find(pith_slice bytes, pith_slice *page, pith_slice *encoding,
                    pith_slice *url);

#endif
