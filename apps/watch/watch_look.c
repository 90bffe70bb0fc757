/* watch_look.c: see the header.
 *
 *     saved model ──► start ──► learn, learn ... ──► open ──► read, read ...
 *
 * The steps come in this order: a model that is open learns nothing more.
 */
#include "watch/watch_look.h"

#include <stdlib.h>
#include <string.h>

/* Only the end of memory is the fault of the machine; anything else is that of
 * the page. */
static exit_code
refuse(pith_status status)
{
  message("%s", pith_status_text(status));
  return status == PITH_NOMEM ? EXIT_ENVIRONMENT : EXIT_INPUT;
}

/* A model of another revision of the library, or of other defaults, is of no
 * use here and is learnt anew. */
exit_code
watch_look_start(pith_context *context, pith_slice saved, watch_look *out)
{
  memset(out, 0, sizeof *out);
  out->context = context;
  pith_status status = PITH_FORMAT;
  if (saved.len > 0)
    status = pith_site_model_load(context, saved, &out->model);
  if (status == PITH_OK)
    status = pith_site_model_check(out->model, NULL);
  if (status == PITH_MISMATCH)
    pith_site_model_free(out->model);
  if (status == PITH_FORMAT || status == PITH_REVISION ||
      status == PITH_MISMATCH)
    status = pith_site_model_new(context, NULL, &out->model);
  return status == PITH_OK ? EXIT_FINE : refuse(status);
}

/* Also for a look that could not be started. */
void
watch_look_done(watch_look *look)
{
  pith_site_free(look->site);
  pith_site_model_free(look->model);
  memset(look, 0, sizeof *look);
}

/* The size was limited when the page was fetched, so the limit here is only as
 * high as possible. `charset` is that of the HTTP header. */
static pith_status
parse(watch_look *look, pith_slice html, const char *charset, pith_page **page)
{
  pith_options options;
  pith_options_default(&options);
  options.max_bytes = 1000000000;
  options.transport_encoding = charset && *charset ? charset : NULL;
  return pith_page_parse(look->context, html, &options, page, NULL);
}

/* A page that cannot be parsed has taught nothing; the model is as it was. */
exit_code
watch_look_learn(watch_look *look, pith_slice html, const char *charset)
{
  pith_page *page;
  pith_status status = parse(look, html, charset, &page);
  if (status == PITH_OK) {
    pith_slice unnamed = {"", 0}; /* shared evidence needs no names */
    status = pith_site_model_learn(look->model, page, unnamed);
    pith_page_free(page);
  }
  return status == PITH_OK ? EXIT_FINE : refuse(status);
}

/* Called once; from here on the model is read only. */
exit_code
watch_look_open(watch_look *look)
{
  pith_status status = pith_site_model_finish(look->model);
  if (status == PITH_OK)
    status = pith_site_open(look->context, look->model, NULL, &look->site);
  return status == PITH_OK ? EXIT_FINE : refuse(status);
}

/* The text of the first `title`, "" when there is none; given. NULL when memory
 * ends. */
static char *
read_title(const pith_page *page)
{
  pith_slice text = {"", 0};
  uint32_t count = pith_page_node_count(page);
  for (pith_node n = 0; n + 1 < count; n++) {
    pith_slice name = pith_node_name(page, n);
    if (name.len == 5 && memcmp(name.data, "title", 5) == 0 &&
        pith_node_get_kind(page, n) == PITH_NODE_ELEMENT) {
      text = pith_node_text(page, n + 1);
      break;
    }
  }
  char *title = malloc(text.len + 1);
  size_t len = 0;
  for (size_t i = 0; title && i < text.len; i++) {
    bool space = (unsigned char)text.data[i] <= ' ';
    if (!space || (len > 0 && title[len - 1] != ' '))
      title[len++] = space ? ' ' : text.data[i];
  }
  if (title)
    title[len] = '\0';
  return title;
}

/* By what the site shares; a page like no other is classified by itself. */
static pith_status
classify(watch_look *look, pith_page *page)
{
  pith_site_facts facts = {.size = sizeof facts};
  pith_options options;
  pith_options_default(&options);
  options.method = "chain";
  pith_slice unnamed = {"", 0};
  pith_status status =
      pith_site_classify(look->site, page, unnamed, &options, &facts);
  if (status == PITH_OK && facts.too_few_pages)
    status = pith_page_classify(page, NULL);
  return status;
}

/* On failure nothing is left to release: *out is empty and *title NULL. */
exit_code
watch_look_read(watch_look *look, const look_page *from, passages *out,
                char **title)
{
  pith_page *page;
  memset(out, 0, sizeof *out);
  if (title)
    *title = NULL;
  pith_status status = parse(look, from->html, from->charset, &page);
  if (status != PITH_OK)
    return refuse(status);
  status = classify(look, page);
  if (status == PITH_OK && !passages_read(page, from->address, out))
    status = PITH_NOMEM;
  if (status == PITH_OK && title && !(*title = read_title(page))) {
    passages_done(out);
    status = PITH_NOMEM;
  }
  pith_page_free(page);
  return status == PITH_OK ? EXIT_FINE : refuse(status);
}

/* Without verdicts every passage counts. It needs no model, so it can be called
 * at any step. */
exit_code
watch_look_read_all(watch_look *look, const look_page *from, passages *out)
{
  pith_page *page;
  memset(out, 0, sizeof *out);
  pith_status status = parse(look, from->html, from->charset, &page);
  if (status != PITH_OK)
    return refuse(status);
  if (!passages_read(page, from->address, out))
    status = PITH_NOMEM;
  pith_page_free(page);
  return status == PITH_OK ? EXIT_FINE : refuse(status);
}
