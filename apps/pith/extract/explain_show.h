/* explain_show.h: a classified page in, its blocks on the terminal out.
 *
 *     kept  1.00  sentence  512-840   It was a dark and stormy night; the ...
 *     cut   0.00  none      840-866   Home
 *
 * A line a verdict, in the order of the page, with the first words of what it
 * stands for; text that no verdict covers is kept and has a line too.
 */
#ifndef CLI_EXPLAIN_SHOW_H
#define CLI_EXPLAIN_SHOW_H

#include "common/output/text_out.h"

#include "pith.h"

typedef struct explain_head {
  const char *name;   /* of the page; borrowed, as the other */
  const char *method; /* that classified it */
  bool color;
} explain_head;

/* Write the blocks of `page`. False when memory ends. */
bool explain_show(const explain_head *head, const pith_page *page,
                  text_out *out);

#endif
