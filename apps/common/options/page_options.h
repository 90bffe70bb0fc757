/* page_options.h: the options that several commands share: how a page is read,
 * how it is written, how it is fetched; and values of options that are numbers
 * or words. */
#ifndef CLI_PAGE_OPTIONS_H
#define CLI_PAGE_OPTIONS_H

#include "common/web/fetch_flags.h"

/* --encoding, --max-bytes, --max-nodes, --max-depth. `value` is borrowed. False
 * after a message that says what is wrong with it. */
bool page_option_set(pith_options *page, const char *name, const char *value);

/* --base-url, --highlight, and --[no-]tables, --[no-]links, --[no-]images.
 * `value` is borrowed. */
bool style_option_set(pith_options *style, const char *name, const char *value);

/* A number from `least` to `most`. False after a message. */
bool number_option_read(const char *name, const char *value, uint64_t least,
                        uint64_t most, uint32_t *out);

/* --progress: auto, always or never. False after a message. */
bool progress_option_read(const char *value, progress_mode *out);

/* The number of `value` among `words`, which end with NULL; -1 after a message
 * that says to choose from `list`. */
int choice_option_read(const char *name, const char *value,
                       const char *const *words, const char *list);

/* Where the options go that extract and site take alike. All is borrowed. */
typedef struct page_flags {
  pith_options *page;
  crawl_options *crawl;
  unsigned *jobs;
  progress_mode *progress;
} page_flags;

/* Set what the option `name` says, if it is one of these: how a page is read
 * and written, --jobs, --progress, how pages are fetched. `value` is borrowed.
 */
flag_outcome page_flag_set(const page_flags *to, const char *name,
                           const char *value);

#endif
