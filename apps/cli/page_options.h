/* page_options.h: the options that several commands share: how a page is read,
 * and how it is written; and values of options that are numbers or words. */
#ifndef CLI_PAGE_OPTIONS_H
#define CLI_PAGE_OPTIONS_H

#include "pith.h"

/* --encoding, --max-bytes, --max-nodes, --max-depth. `value` is borrowed. False
 * after a message that says what is wrong with it. */
bool page_option_set(pith_options *page, const char *name, const char *value);

/* --base-url, --highlight, and --[no-]tables, --[no-]links, --[no-]images.
 * `value` is borrowed. */
bool style_option_set(pith_render_style *style, const char *name,
                      const char *value);

/* A number from `least` to `most`. False after a message. */
bool number_option_read(const char *name, const char *value, uint64_t least,
                        uint64_t most, uint32_t *out);

/* The number of `value` among `words`, which end with NULL; -1 after a message
 * that says to choose from `list`. */
int choice_option_read(const char *name, const char *value,
                       const char *const *words, const char *list);

#endif
