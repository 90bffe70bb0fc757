/* run_manifest.h: what earlier runs wrote into a result folder, so that the
 * next run skips pages that have not changed and knows which files are ours.
 *
 *     .pith-manifest   {"name":"a.html","file":"a.html.md","key":"91..", ...}
 *
 *     page, options, program ──► key ──┬─ as it was ──► skipped
 *                                      └─ another ────► done, a new row
 *     a row whose page is gone ──► reported; removed with --prune
 *
 * The manifest is an aid: without it, or damaged, every page is done again. A
 * file is removed only if it is in the manifest and has the size it was
 * written with.
 */
#ifndef COMMON_OUTPUT_RUN_MANIFEST_H
#define COMMON_OUTPUT_RUN_MANIFEST_H

#include "common/input/page_list.h"
#include "common/output/output_tree.h"

/* Numbers that a command keeps of a page, for its report. */
enum { MANIFEST_FACTS = 8 };

typedef struct manifest_row {
  char *name;      /* owned: of the page */
  char *file;      /* owned: below the folder; "": none but its record */
  uint64_t key;    /* of page, options and program; 0: it was not written */
  uint64_t source; /* of the inputs of the run */
  uint64_t size;   /* of the file */
  uint64_t facts[MANIFEST_FACTS];
} manifest_row;

/* Set `tree`, `source` and `many` and zero the rest; without a tree nothing
 * is skipped or written. */
typedef struct run_manifest {
  const output_tree *tree; /* borrowed */
  uint64_t source;         /* manifest_source() */
  bool many;  /* the inputs are all there is: pages that are not among them are
                 gone */
  bool prune; /* remove what is stale */
  bool quiet;

  uint64_t context; /* of what all pages of the run share */
  manifest_row *old;
  size_t old_count, old_capacity;
  manifest_row *rows; /* of this run */
  size_t count, capacity;
  size_t skipped;
} run_manifest;

/* The folders and files that inputs name, as a number: two runs of the same
 * inputs are of the same source. */
uint64_t manifest_source(const char *const *inputs, size_t count);

/* Read what there is. `options` is a digest of all that decides how a page is
 * written, beside the page and the program; 0: pages depend on each other, so
 * that none is skipped. */
exit_code manifest_open(run_manifest *manifest, uint64_t options);
void manifest_done(run_manifest *manifest);

/* A 64-bit hash of bytes. It does not resist attacks: an author can fake a
 * digest, but only of his own page. */
uint64_t bytes_digest(pith_slice bytes);

/* The name of the file of a page in a format. Given; NULL without memory. */
char *manifest_file(const page_item *item, const pith_format_facts *format);

/* Begin the row of a page: copies its name, takes `file`, makes the key.
 * False without memory; `file` is then released. */
bool manifest_row_begin(const run_manifest *manifest, const page_item *item,
                        uint64_t digest, char *file, manifest_row *out);
void manifest_row_done(manifest_row *row);

/* The old row of the same page, options and program, whose file is still there;
 * NULL: the page is to be done. Any thread; lent. */
const manifest_row *manifest_find(const run_manifest *manifest,
                                  const manifest_row *row);

/* Add the row of a page that was done, skipped (its key stays) or failed
 * (key 0). Takes the strings. One thread at a time; false without memory. */
bool manifest_add(run_manifest *manifest, manifest_row *row);

/* Report and remove what is stale if the run has ended well and is `whole`:
 * every input could be read; then write the manifest. Returns the code of the
 * run, or of what failed here. */
exit_code manifest_end(run_manifest *manifest, exit_code run, bool whole);

#endif
