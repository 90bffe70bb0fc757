/* output_tree.h: files below an output directory, and nowhere else.
 *
 * A name is a path relative to the directory, with '/'. Every step of the way
 * is taken by openat() without following links, so neither a name nor a link
 * that somebody put into the directory leads out of it. A file appears whole
 * or not at all: it is written beside its place and then renamed.
 *
 * All functions say on stderr what went wrong and give EXIT_ENVIRONMENT then,
 * or EXIT_INPUT when it is the name's fault and other names may do.
 * Many threads may write different names at once.
 */
#ifndef SHARED_OUTPUT_TREE_H
#define SHARED_OUTPUT_TREE_H

#include "common/output/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct output_tree {
  int directory;    /* descriptor */
  const char *path; /* for messages; lent */
} output_tree;

/* Open `path`, which is lent, and make it if it is not there; its parent must
 * be. */
exit_code output_tree_open(const char *path, output_tree *out);
void output_tree_close(output_tree *tree);

/* Open the folder `name`, one step, in a tree, and make it if it is not there;
 * `path` is lent and names it in messages. */
exit_code output_tree_enter(const output_tree *tree, const char *name,
                            const char *path, output_tree *out);

/* Write `len` bytes to the file NAME with `ending` (may be "") added. */
exit_code output_write(const output_tree *tree, const char *name,
                       const char *ending, const char *data, size_t len);

/* Open a file for reading and look up its size; -1 when there is none, without
 * a message. The descriptor is the caller's to close. */
int output_open(const output_tree *tree, const char *name, uint64_t *size);

/* Remove a file. */
exit_code output_remove(const output_tree *tree, const char *name);

/* Bring such a file, and that it is there, to the disk itself. */
exit_code output_sync(const output_tree *tree, const char *name,
                      const char *ending);

/* The same for a file written piece by piece: open it beside its place ... */
exit_code output_begin(const output_tree *tree, const char *name, int *file);

/* ... and put it there, or take it away when `keep` is false. */
exit_code output_end(const output_tree *tree, const char *name, int file,
                     bool keep);

/* Write a file that the user named, "-" for standard output: beside its place
 * and renamed when it is a regular file or none yet, straight into it when it
 * is something else. */
exit_code output_file_write(const char *path, const char *data, size_t len);

/* The same for a file that is written piece by piece. */
typedef struct output_file {
  int descriptor;   /* to write to */
  const char *path; /* lent */
  char *beside;     /* owned: where it is written; NULL: straight into it */
} output_file;

exit_code output_file_begin(const char *path, output_file *out);

/* Put it in its place, or take it away when `keep` is false. */
exit_code output_file_end(output_file *file, bool keep);

/* What a page called `name` may be called as a file: as it is if it can be,
 * else a name without "http://", empty steps, "..", control characters and
 * overlong steps, made unique by a hash of the whole. Returns the name, to be
 * freed; NULL when memory ends. */
char *output_name(const char *name);

#endif
