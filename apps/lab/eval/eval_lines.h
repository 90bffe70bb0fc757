/* eval_lines.h: the parts of eval_records.h that read. */
#ifndef EVAL_EVAL_LINES_H
#define EVAL_EVAL_LINES_H

#include "lab/eval/eval_records.h"

/* A record more, empty; NULL when memory ends. */
eval_record *eval_records_append(eval_records *records);

/* A copy of a text that lives as long as the records; NULL when memory ends. */
char *eval_records_string(eval_records *records, const char *text, size_t len);

/* Add the records of a file's lines; `folder` is lent by the records. */
exit_code eval_lines_read(eval_records *records, const char *path,
                          const char *folder, whole_file *file);

/* The names of the folders in a folder, in their byte order; all of it is given
 * and to be freed. */
exit_code eval_folders_list(const char *folder, char ***names, size_t *count);

#endif
