/* grades_file.h: grades from a file, as the review page exports them.
 *
 *   CSV    a first line with the names of the columns, in any order
 *   JSON   an array of objects, or one object a line
 *
 * Fields: collection, method, grader, kind (site, page, similarity), item,
 * grade, comment; and count for grades of items that have no name. Only kind
 * and grade must be there; other fields are passed over. A line that is wrong
 * is reported and left out.
 */
#ifndef EVAL_GRADES_FILE_H
#define EVAL_GRADES_FILE_H

#include "lab/eval/grades/grades.h"
#include "lab/eval/whole_file.h"

typedef struct grades_file {
  grade_record *records; /* owned; their texts are in `bytes` */
  size_t count;
  size_t capacity;
  size_t failed;    /* lines left out */
  whole_file bytes; /* owned; texts are decoded in place */
  const char *path; /* lent */
} grades_file;

/* Read a file. EXIT_INPUT after a message when it cannot be read or has no
 * grade at all. */
exit_code grades_file_read(const char *path, grades_file *out);
void grades_file_done(grades_file *file);

#endif
