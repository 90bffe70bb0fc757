/* pith_postgres.c: SQL functions for PostgreSQL.
 *
 *     pith_text(html [, method])      pith_markdown, pith_json likewise
 *
 * bytea is a page as it was served, whose encoding is found out; text is UTF-8
 * whatever it declares. NULL in, NULL out. A context is kept for the session,
 * in malloc's memory: what the library allocates must not go with a query.
 */
#include "postgres.h"

#include "fmgr.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"

#include <pith.h>

PG_MODULE_MAGIC;

/* One session is one thread of one process. */
static pith_context *session_context;

/* What a failure is in SQL. */
static void
refuse(pith_status status, const pith_error *error)
{
  const char *text =
      error->message[0] ? error->message : pith_status_text(status);
  int code = status == PITH_LIMIT   ? ERRCODE_PROGRAM_LIMIT_EXCEEDED
             : status == PITH_NOMEM ? ERRCODE_OUT_OF_MEMORY
                                    : ERRCODE_INVALID_PARAMETER_VALUE;
  ereport(ERROR, (errcode(code), errmsg("pith: %s", text)));
}

/* The copy of the result is made before the page goes: palloc() may leave this
 * function by a long jump, and then the page is kept until the session ends. */
static text *
copy_result(pith_page *page, pith_slice out)
{
  text *made = palloc_extended(out.len + VARHDRSZ, MCXT_ALLOC_NO_OOM);
  if (made) {
    SET_VARSIZE(made, out.len + VARHDRSZ);
    memcpy(VARDATA(made), out.data, out.len);
  }
  pith_page_free(page);
  return made;
}

static text *
extract(pith_slice html, pith_options *options, pith_format format)
{
  pith_error error = {.message = ""};
  pith_page *page = NULL;
  pith_slice out;
  pith_status status = PITH_OK;
  if (!session_context)
    status = pith_context_new(NULL, &session_context);
  if (status == PITH_OK)
    status = pith_page_parse(session_context, html, options, &page, &error);
  if (status == PITH_OK)
    status = pith_page_classify(page, options);
  if (status == PITH_OK)
    status = pith_page_render(page, format, options, &out);
  if (status != PITH_OK) {
    pith_page_free(page);
    refuse(status, &error);
  }
  if (format == PITH_FORMAT_JSON)
    out.len--; /* without the end of the line */
  text *made = copy_result(page, out);
  if (!made)
    refuse(PITH_NOMEM, &error);
  return made;
}

/* The method is the second argument, where there is one. pith reads and writes
 * UTF-8, so that is what the database must hold. */
static Datum
run(FunctionCallInfo fcinfo, bool is_text, pith_format format)
{
  pith_options options;
  pith_error error = {.message = ""};
  bytea *value = PG_GETARG_BYTEA_PP(0);
  pith_slice html = {VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value)};
  pith_options_default(&options);
  if (is_text)
    options.encoding = "utf-8";
  if (GetDatabaseEncoding() != PG_UTF8)
    ereport(ERROR, (errmsg("pith: the database is not in UTF-8; create one "
                           "with ENCODING 'UTF8'")));
  if (PG_NARGS() > 1) {
    char *method = text_to_cstring(PG_GETARG_TEXT_PP(1));
    pith_status status = pith_options_set(&options, "method", method, &error);
    if (status != PITH_OK)
      refuse(status, &error);
  }
  PG_RETURN_TEXT_P(extract(html, &options, format));
}

#define FUNCTION(name, is_text, format)                                        \
  PG_FUNCTION_INFO_V1(name);                                                   \
  Datum name(PG_FUNCTION_ARGS)                                                 \
  {                                                                            \
    return run(fcinfo, is_text, format);                                       \
  }

FUNCTION(pith_text_bytea, false, PITH_FORMAT_TEXT)
FUNCTION(pith_text_text, true, PITH_FORMAT_TEXT)
FUNCTION(pith_markdown_bytea, false, PITH_FORMAT_MARKDOWN)
FUNCTION(pith_markdown_text, true, PITH_FORMAT_MARKDOWN)
FUNCTION(pith_json_bytea, false, PITH_FORMAT_JSON)
FUNCTION(pith_json_text, true, PITH_FORMAT_JSON)
