/*
 * Attributes of elements: one value, its words, its number, its CSS.
 *
 * A style attribute is read as a list of declarations split at ';'. A ';'
 * inside a string or url() splits too early, which can only hide what is
 * behind it: no property asked for here has such a value.
 */
#include "page/element/attribute.h"

#define NUMBER_MAX 2000000000

/* For a few look-ups in a page. Walks over all elements go over the attributes
 * themselves and compare lengths or hashes first. */
bool
pith__attribute_get(const pith_tree *tree, uint32_t node, const char *name,
                    pith_slice *value)
{
  const pith_tree_node *at = &tree->nodes[node];
  value->data = NULL;
  value->len = 0;
  if (at->kind != PITH_NODE_ELEMENT || at->attributes == 0)
    return false;
  const pith_attr *attr = pith__attr_find(&tree->store, at->data,
                                          at->attributes, pith__slice_of(name));
  if (!attr)
    return false;
  *value = pith__attr_value(&tree->store, attr);
  return true;
}

/* Digits behind the limit are read and dropped: the value stays at the limit
 * instead of wrapping. */
int32_t
pith__attribute_number(const pith_tree *tree, uint32_t node, const char *name,
                       int32_t missing)
{
  pith_slice value;
  if (!pith__attribute_get(tree, node, name, &value))
    return missing;
  size_t i = 0;
  int64_t number = 0;
  while (i < value.len && pith__is_space(value.data[i]))
    i++;
  bool negative = i < value.len && value.data[i] == '-';
  if (i < value.len && (value.data[i] == '-' || value.data[i] == '+'))
    i++;
  if (i >= value.len || !pith__is_digit(value.data[i]))
    return missing;
  for (; i < value.len && pith__is_digit(value.data[i]); i++)
    if (number < NUMBER_MAX)
      number = number * 10 + (value.data[i] - '0');
  if (number > NUMBER_MAX)
    number = NUMBER_MAX;
  return (int32_t)(negative ? -number : number);
}

/* White space is that of HTML: five ASCII characters, no others. */
bool
pith__word_next(pith_slice value, size_t *at, pith_slice *word)
{
  size_t i = *at;
  if (i >= value.len)
    return false;
  while (i < value.len && pith__is_space(value.data[i]))
    i++;
  size_t start = i;
  while (i < value.len && !pith__is_space(value.data[i]))
    i++;
  *at = i;
  *word = pith__slice(value.data + start, i - start);
  return i > start;
}

bool
pith__attribute_has_word(const pith_tree *tree, uint32_t node, const char *name,
                         const char *word)
{
  pith_slice value, found, wanted = pith__slice_of(word);
  size_t at = 0;
  if (!pith__attribute_get(tree, node, name, &value) || value.len < wanted.len)
    return false;
  while (pith__word_next(value, &at, &found))
    if (pith__slice_equal_folded(found, wanted))
      return true;
  return false;
}

/* Without a trailing "!important", whatever its spacing. */
static pith_slice
drop_important(pith_slice value)
{
  for (size_t i = 0; i < value.len; i++)
    if (value.data[i] == '!')
      return pith__slice_trim(pith__slice(value.data, i));
  return value;
}

/* A piece without a colon is no declaration and is passed over. */
bool
pith__declaration_next(pith_slice style, size_t *at, pith_slice *name,
                       pith_slice *value)
{
  while (*at < style.len) {
    const char *from = style.data + *at;
    const char *end = memchr(from, ';', style.len - *at);
    size_t len = end ? (size_t)(end - from) : style.len - *at;
    const char *colon = memchr(from, ':', len);
    *at += len + 1;
    if (!colon)
      continue;
    size_t before = (size_t)(colon - from);
    *name = pith__slice_trim(pith__slice(from, before));
    *value = pith__slice(colon + 1, len - before - 1);
    return true;
  }
  return false;
}

pith_slice
pith__declaration_value(pith_slice value)
{
  return drop_important(pith__slice_trim(value));
}

/* The last declaration wins; that an earlier one may be important is left out,
 * since no caller depends on it. */
pith_slice
pith__style_value(pith_slice style, const char *property)
{
  pith_slice found = {NULL, 0}, wanted = pith__slice_of(property);
  pith_slice name, value;
  for (size_t at = 0; pith__declaration_next(style, &at, &name, &value);)
    if (pith__slice_equal_folded(name, wanted))
      found = pith__declaration_value(value);
  return found;
}
