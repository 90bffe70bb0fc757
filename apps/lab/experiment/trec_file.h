/* trec_file.h: a whole text file of an experiment as UTF-8. */
#ifndef SEARCH_TREC_FILE_H
#define SEARCH_TREC_FILE_H

#include "lab/eval/whole_file.h"
#include "common/output/text_out.h"

#include "pith.h"

#include <stdbool.h>
#include <stddef.h>

/* Read a file, packed or not, and decode it: by its XML declaration, else as
 * UTF-8, else as what it looks like. EXIT_INPUT or EXIT_ENVIRONMENT after a
 * message. */
exit_code trec_file_read(const char *path, whole_file *out);

/* The same as lines: `to_lines` turns markup of a kind it knows into them and
 * returns true; any other text is taken to be lines already. Fails as above. */
exit_code trec_lines_read(const char *path,
                          bool (*to_lines)(pith_slice text, text_out *out),
                          whole_file *out);

#endif
