/* site_layer.h: `pith site -m layer`: each page by its partners, the pages of
 * the same layer that are built most alike; and `--similarity`, how alike they
 * look, as the paper's table has it.
 */
#ifndef CLI_SITE_LAYER_H
#define CLI_SITE_LAYER_H

#include "pith/site/site_run.h"

/* Judge a page by its partners, which are read again for it. EXIT_INPUT or
 * EXIT_ENVIRONMENT after a message. */
exit_code site_layer_classify(const site_run *run, const site_thread *thread,
                              size_t item, pith_page *page);

/* Print the table of similarity to stdout. The layers are closed. */
exit_code site_layer_similarity(const site_run *run);

#endif
