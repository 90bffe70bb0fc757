/* index_anchors.h: the texts of links, brought to the pages they lead to.
 *
 * Of every page the different texts of links to it on other pages, each once,
 * in the order of their letters. A text is boilerplate for a method when all
 * pages that have it have it in their boilerplate. Worked out anew from the
 * links of all pages after each run that changed something; only pages whose
 * texts have changed are written. Sorted on disk, so memory has a bound.
 * Included only where SQLite is there.
 */
#ifndef SEARCH_INDEX_ANCHORS_H
#define SEARCH_INDEX_ANCHORS_H

#include "lab/search/index/index_write.h"

exit_code index_anchors_write(index_writer *writer);

#endif
