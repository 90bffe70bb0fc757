/* parse_show.h: the outputs of `pith parse`. */
#ifndef CLI_PARSE_SHOW_H
#define CLI_PARSE_SHOW_H

#include "pith/parse/parse_request.h"
#include "common/output/text_out.h"

/* Do what the request asks for with the bytes of one page and write the result
 * to `out`. `name` is the page's, for messages. Returns the exit code. */
exit_code parse_show(pith_context *context, const app_request *in,
                     pith_slice html, const char *name, text_out *out);

/* The tree as the html5lib suites write it; with the bytes of each node before
 * it when `spans` is set. */
void dump_tree(text_out *out, const pith_page *page, bool spans);

/* The tokens of a stream as one JSON array. */
pith_status dump_tokens(text_out *out, pith_token_stream *stream);

#endif
