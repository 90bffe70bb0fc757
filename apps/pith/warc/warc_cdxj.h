/* warc_cdxj.h: lines of a CDXJ index, which replay tools look pages up in.
 *
 *     com,example)/a?b=1 20260102030405 {"url":"http://www.example.com/a?b=1",
 *         "mime":"text/html","status":"200","digest":"...","length":"912",
 *         "offset":"1204","filename":"crawl.warc.gz"}
 */
#ifndef PITH_WARC_CDXJ_H
#define PITH_WARC_CDXJ_H

#include "common/input/warc.h"
#include "common/output/text_out.h"

/* Write the line of a record in a file of this name. */
void warc_cdxj_write(const warc_record *record, const char *file,
                     text_out *out);

/* Write the key of an address: the host from behind, without "www.", then path
 * and query in lower case, parameters in order. */
void warc_cdxj_key(pith_slice url, text_out *out);

#endif
