/*
 * Character references: "&amp;", "&notit", "&#x20AC;" to code points.
 */
#ifndef PITH_HTML_TOKEN_CHARREF_H
#define PITH_HTML_TOKEN_CHARREF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pith_charref {
  size_t len;        /* source bytes, the '&' included; 0: no reference */
  uint32_t codes[2]; /* what it stands for; codes[1] is 0 for most */
} pith_charref;

/* Read the reference that starts with the '&' at p. In an attribute a name
 * without ';' that goes on with '=' or a letter or digit is no reference. */
pith_charref pith__charref_read(const char *p, const char *end,
                                bool in_attribute);

#endif
