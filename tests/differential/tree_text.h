/* tree_text.h: writing trees in the html5lib test format.
 *
 * The C drivers of other parsers walk their own trees and call these functions
 * in document order; what comes out is the format of `pith parse --tree`. Text
 * that comes in several calls in a row becomes one line, because adjacent text
 * is one node there.
 */
#ifndef TREE_TEXT_H
#define TREE_TEXT_H

#include <stddef.h>
#include <stdio.h>

typedef struct tree_attribute {
  char *name; /* as displayed, "xlink href"; owned */
  const char *value;
  size_t value_len;
} tree_attribute;

/* A tree being written. Starts as {.file = f}. */
typedef struct tree_text {
  FILE *file;
  int in_text;       /* the last thing written was text, its quote still open */
  size_t text_depth; /* of that text: what is higher is another node */
} tree_text;

void tree_text_doctype(tree_text *out, const char *name, const char *public_id,
                       const char *system_id);
void tree_text_element(tree_text *out, size_t depth, const char *space,
                       const char *name, size_t len);

/* Sorts the attributes and writes them below an element at `depth`. */
void tree_text_attributes(tree_text *out, size_t depth, tree_attribute *list,
                          size_t count);
void tree_text_text(tree_text *out, size_t depth, const char *data, size_t len);
void tree_text_comment(tree_text *out, size_t depth, const char *data,
                       size_t len);
void tree_text_content(tree_text *out, size_t depth);

/* Ends what is open. Returns 0, or -1 when something could not be written. */
int tree_text_end(tree_text *out);

/* Reads the file `list`, a line "PAGE<tab>TREE" each, and calls `write_tree`
 * with the bytes of PAGE and a tree to be written to TREE. The bytes are
 * followed by a NUL that is not counted. Returns an exit status. */
typedef int tree_writer(const char *html, size_t len, tree_text *out);
int tree_text_batch(const char *list, tree_writer *write_tree);

#endif
