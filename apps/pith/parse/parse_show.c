/* parse_show.c: a request and the bytes of a page in, its output out.
 *
 * The tests of tests/conformance call parse_show() directly to run thousands
 * of cases in one process; it is all that `pith parse` does between reading
 * and writing.
 */
#include "pith/parse/parse_show.h"

#include <string.h>

/* What a failure of the library means for the caller of the command. */
static exit_code
fail(const char *name, pith_status status, const char *why)
{
  if (status == PITH_USAGE) {
    message("parse: %s", why);
    return EXIT_USAGE;
  }
  message("%s: %s", name, why);
  return status == PITH_NOMEM ? EXIT_ENVIRONMENT : EXIT_INPUT;
}

/* A limit that was hit is no failure: the page is shown as far as it was read,
 * and with --verbose the reader learns what is missing. */
static void
report_limits(const char *name, const pith_page *page)
{
  static const struct {
    unsigned bit;
    const char *text;
  } rows[] = {
      {PITH_LIMIT_NODES, "too many nodes, the tree ends early; --max-nodes "
                         "raises the limit"},
      {PITH_LIMIT_DEPTH, "nested too deep, deeper elements became siblings; "
                         "--max-depth raises the limit"},
      {PITH_LIMIT_ATTRIBUTES, "a tag with too many attributes, the later ones "
                              "were dropped"},
      {PITH_LIMIT_FORMATTING, "too many open formatting elements, the oldest "
                              "were forgotten"},
      {PITH_LIMIT_STEPS, "too tangled, the tree ends early"},
  };
  unsigned hit = pith_page_limits_hit(page);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (hit & rows[i].bit)
      message("%s: limit hit: %s (the page is shown)", name, rows[i].text);
}

/* The reasons are in the order of pith_encoding_source. */
static void
report_encoding(const char *name, const pith_page *page)
{
  static const char *const reasons[] = {
      "by its byte order mark",    "by --encoding",
      "by its transport",          "by a meta element",
      "the bytes are valid UTF-8", "guessed from the bytes",
      "nothing to go by",
  };
  pith_encoding_source source;
  const char *encoding = pith_page_encoding(page, &source);
  message("%s: encoding %s (%s)", name, encoding, reasons[source]);
}

/* Elements, text, comments and the doctype. */
static uint32_t
count_nodes(const pith_page *page)
{
  uint32_t count = 0;
  for (pith_node node = 0; node < pith_page_node_count(page); node++) {
    pith_node_kind kind = pith_node_get_kind(page, node);
    count += kind != PITH_NODE_DOCUMENT && kind != PITH_NODE_CONTENT;
  }
  return count;
}

/* For scripts that compare parsers: two numbers on one line. */
static void
write_count(text_out *out, const pith_page *page)
{
  text_out_text(out, "nodes ");
  text_out_number(out, count_nodes(page), 0);
  text_out_text(out, " depth ");
  text_out_number(out, pith_page_depth(page), 0);
  text_out_text(out, "\n");
}

/* Messages come after the page; they go to stderr and mix with nothing. */
static exit_code
show_page(pith_context *context, const app_request *in, pith_slice html,
          const char *name, text_out *out)
{
  pith_page *page;
  pith_error error;
  pith_options options = in->page;
  options.recover = false; /* this command shows what the standard says */
  pith_status status = pith_page_parse(context, html, &options, &page, &error);
  if (status != PITH_OK)
    return fail(name, status, error.message);
  if (in->parse.output == PARSE_TREE)
    dump_tree(out, page, in->parse.spans);
  else
    write_count(out, page);
  if (in->output.verbose) {
    report_encoding(name, page);
    report_limits(name, page);
  }
  pith_page_free(page);
  return EXIT_FINE;
}

/* Tokens are written as they are found: memory does not grow with the page. */
static exit_code
show_tokens(pith_context *context, const app_request *in, pith_slice html,
            const char *name, text_out *out)
{
  pith_token_stream *stream;
  pith_status status =
      pith_token_stream_new(context, html, &in->page, in->parse.state,
                            in->parse.last_start_tag, &stream);
  if (status == PITH_OK)
    status = dump_tokens(out, stream);
  pith_token_stream_free(stream);
  return status == PITH_OK ? EXIT_FINE
                           : fail(name, status, pith_status_text(status));
}

/* Only what the page declares; nothing is decoded and no guess is made. */
static exit_code
show_encoding(pith_context *context, pith_slice html, const char *name,
              text_out *out)
{
  const char *encoding;
  pith_status status = pith_encoding_declared(context, html, &encoding);
  if (status != PITH_OK)
    return fail(name, status, pith_status_text(status));
  text_out_text(out, encoding);
  text_out_text(out, "\n");
  return EXIT_FINE;
}

exit_code
parse_show(pith_context *context, const app_request *in, pith_slice html,
           const char *name, text_out *out)
{
  if (in->parse.output == PARSE_TOKENS)
    return show_tokens(context, in, html, name, out);
  if (in->parse.output == PARSE_ENCODING)
    return show_encoding(context, html, name, out);
  return show_page(context, in, html, name, out);
}
