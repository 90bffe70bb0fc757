/*
 * Attributes of a node of the tree, and the words in their values, for all
 * that looks at elements after parsing.
 */
#ifndef PITH_PAGE_ELEMENT_ATTRIBUTE_H
#define PITH_PAGE_ELEMENT_ATTRIBUTE_H

#include "base/slice.h"
#include "html/tree/tree.h"

/* The value of the attribute `name` (lower case), lent for the life of the
 * tree. False, with an empty value, when the element has none. */
bool pith__attribute_get(const pith_tree *tree, uint32_t node, const char *name,
                         pith_slice *value);

/* The same as a number; `missing` when there is none or it is no number. Read
 * as HTML reads integers: white space, a sign, digits, anything. Kept within
 * +-2,000,000,000. */
int32_t pith__attribute_number(const pith_tree *tree, uint32_t node,
                               const char *name, int32_t missing);

/* Step through the words of a value such as that of `class`: the next word
 * from *at on, false after the last. */
bool pith__word_next(pith_slice value, size_t *at, pith_slice *word);

/* Whether the element has an attribute `name` with the word `word` in it; the
 * case of ASCII letters in the value is ignored. */
bool pith__attribute_has_word(const pith_tree *tree, uint32_t node,
                              const char *name, const char *word);

/* Step through the declarations of a value of `style`: the name of the next
 * from *at on, white space trimmed, and its value as it is. False after the
 * last. */
bool pith__declaration_next(pith_slice style, size_t *at, pith_slice *name,
                            pith_slice *value);

/* The value of a declaration without `!important`, white space trimmed. */
pith_slice pith__declaration_value(pith_slice value);

/* The last declaration of a CSS property in the value of a `style` attribute,
 * without `!important`, white space trimmed; empty when there is none. Names
 * are compared ignoring case. */
pith_slice pith__style_value(pith_slice style, const char *property);

#endif
