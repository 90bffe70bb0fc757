/* page_romip.h: the part of page_list.h that reads ROMIP collections.
 *
 *   <romip:dataset ...>
 *     <document>
 *       <docID>17</docID>
 *       <docURL>aHR0cDovL2EucnUv</docURL>               or as it is
 *       <content encoding="base64">PGh0bWw+...</content>
 *     </document> ...
 *
 * A page is named by its docID. Collections in circulation are damaged, and
 * what is whole in them is read: documents and the data set may lack their
 * end, '&' may stand for itself. A document whose content is cut off is left
 * out and said; so is the one in which a packed file breaks.
 */
#ifndef SHARED_PAGE_ROMIP_H
#define SHARED_PAGE_ROMIP_H

#include "common/packing/byte_source.h"
#include "common/input/page_list.h"

/* Add the documents of a collection; see page_list_add(). */
exit_code page_romip_add(page_list *list, byte_source *in);

/* Read the page of a document; see page_list_read(). */
exit_code page_romip_read(const page_item *page, size_t most, input_bytes *out);

#endif
