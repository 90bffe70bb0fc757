/* topic_date.h: whether a text says when and not what: "2015-08-10", "July
 * 2015". Archives call their pages so, and nobody searches for that.
 */
#ifndef EXPERIMENT_TOPIC_DATE_H
#define EXPERIMENT_TOPIC_DATE_H

#include "common/system/ascii_text.h"

#include <stdbool.h>

/* True when each word is a number, a month or "page"; also of no words. */
bool topic_is_date(pith_slice text);

#endif
