/* site_learn.c: the first pass of site_run.h: what do the pages share? */
#include "shared/workers.h"
#include "site_run.h"

/* The result of a page on its way to its turn. */
typedef struct learnt_page {
  pith_sheet *sheet;
  uint64_t digest;
  exit_code code;
} learnt_page;

/* A 64-bit hash of the bytes of a page, to tell copies. */
static uint64_t
digest_bytes(pith_slice html)
{
  uint64_t hash = html.len * 0x9E3779B97F4A7C15u + 1;
  size_t i = 0;
  for (; i + 8 <= html.len; i += 8) {
    uint64_t word = 0;
    for (unsigned k = 0; k < 8; k++) /* one load, whatever the byte order */
      word |= (uint64_t)(unsigned char)html.data[i + k] << (8 * k);
    hash = (hash ^ word) * 0xFF51AFD7ED558CCDu;
    hash ^= hash >> 32;
  }
  for (; i < html.len; i++)
    hash = (hash ^ (unsigned char)html.data[i]) * 0x100000001B3u;
  return hash ^ hash >> 29;
}

static void
make_sheet(void *shared, void *state, size_t item, void *slot)
{
  site_run *run = shared;
  learnt_page *result = slot;
  input_bytes input;
  result->code = page_list_read(run->list, item, &input);
  if (result->code != EXIT_FINE)
    return;
  pith_slice html = {input.data, input.len};
  result->digest = digest_bytes(html);
  pith_status status =
      pith_sheet_new(state, html, &run->request->site, &result->sheet);
  if (status != PITH_OK)
    result->code = site_refuse(input.name, status, pith_status_text(status));
  input_bytes_done(&input);
}

static void
drop_sheet(void *shared, void *slot)
{
  learnt_page *result = slot;
  (void)shared;
  pith_sheet_free(result->sheet);
  *result = (learnt_page){NULL, 0, EXIT_FINE};
}

static exit_code
take_sheet(void *shared, size_t item, void *slot)
{
  site_run *run = shared;
  learnt_page *result = slot;
  exit_code code = result->code;
  if (code == EXIT_FINE) {
    pith_status status =
        pith_site_add(run->site, site_page_name(run, item), result->sheet);
    if (status != PITH_OK)
      code = site_refuse(run->list->items[item].path, status,
                         pith_status_text(status));
  }
  run->pages[item].digest = result->digest;
  drop_sheet(shared, slot);
  return site_page_end(run, item, code);
}

exit_code
site_learn(site_run *run)
{
  work what = {.items = run->list->count,
               .threads = run->jobs,
               .slot_bytes = sizeof(learnt_page),
               .shared = run,
               .start = site_thread_start,
               .end = site_thread_end,
               .run = make_sheet,
               .take = take_sheet,
               .drop = drop_sheet};
  run->bar =
      progress_start(run->request->progress, "reading", run->list->count);
  exit_code code = workers_run(&what);
  progress_end(&run->bar);
  if (code != EXIT_FINE)
    return code;
  pith_status status = pith_site_finish(run->site);
  if (status == PITH_OK)
    return EXIT_FINE;
  return site_refuse("site", status, pith_status_text(status));
}
