/* eval_records.h: gold and predictions, as they are in files.
 *
 *   *.jsonl[.gz|.zst]   one record a line
 *        gold           {"id", "dataset", "page_type", "lang", "site", "file",
 *                        "gold_text", "with", "without", "spans"}
 *        predictions    {"id", "path", "text", "spans", "confidence"}
 *   a folder            with gold.jsonl or, for predictions, pages.jsonl: that
 *                       file; for gold also those of its folders; else its
 *                       texts (.txt, .md), named by their path
 *
 * Files are read whole and their texts decoded in place, so the records lend
 * from them. A line that is broken is reported and left out.
 */
#ifndef EVAL_EVAL_RECORDS_H
#define EVAL_EVAL_RECORDS_H

#include "lab/eval/whole_file.h"

#include "common/json/json_scan.h"

#include "pith.h"

typedef enum record_role { ROLE_GOLD, ROLE_PREDICTION } record_role;

/* By what pages are put together. */
typedef enum group_field {
  GROUP_DATASET,
  GROUP_TYPE,
  GROUP_LANGUAGE,
  GROUP_SITE,
  GROUP_FIELDS
} group_field;

/* "dataset", "page_type", "lang", "site". */
const char *group_field_name(group_field field);

/* All is lent by the records; NULL or empty: not there. */
typedef struct eval_record {
  const char *id;
  const char *path;                 /* of a prediction */
  const char *groups[GROUP_FIELDS]; /* of gold */
  const char *file;                 /* of gold: the page, below `folder` */
  const char *folder;               /* where the record was found */
  const char *text_path;            /* the file to read for the text */
  pith_slice text;
  json_text with; /* arrays of JSON, not decoded */
  json_text without;
  json_text spans;
  double confidence; /* of a prediction; NAN: not said */
} eval_record;

typedef struct record_slot {
  const char *key; /* NULL: free */
  uint32_t record;
} record_slot;

typedef struct eval_records {
  record_role role;
  eval_record *items; /* owned */
  size_t count;
  size_t capacity;
  whole_file *files; /* owned */
  size_t file_count;
  size_t file_capacity;
  char **strings; /* owned: what is in no file */
  size_t string_count;
  size_t string_capacity;
  record_slot *slots; /* owned: predictions by id and path */
  size_t slot_count;
  size_t failed;     /* lines and files left out */
  size_t duplicates; /* records whose name came before */
} eval_records;

void eval_records_init(eval_records *records, record_role role);
void eval_records_done(eval_records *records);

/* Add what a path names. EXIT_INPUT or EXIT_ENVIRONMENT after a message. */
exit_code eval_records_add(eval_records *records, const char *path);

/* Add lines that a NUL ends; they are taken, also after a failure. EXIT_INPUT
 * after a message. */
exit_code eval_records_add_lines(eval_records *records, char *lines,
                                 size_t len);

/* Make the index of predictions, and count duplicates. */
void eval_records_settle(eval_records *records);

/* The prediction for a page of gold: by its id, or by its file as path or id,
 * with or without the folder of the gold, a leading "pages/" and the ending.
 * Of several with one name the last. NULL when there is none. */
const eval_record *eval_records_find(const eval_records *predictions,
                                     const eval_record *gold);

#endif
