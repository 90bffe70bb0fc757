/*
 * Which rules of a sheet an element meets; see style_sheet.h.
 *
 * A selector is tried from its last compound to its first, going up from the
 * element. Where a descendant is wanted the nearest fitting ancestor is taken,
 * and only if a parent that is wanted above it does not fit, the next one up.
 */
#include "page/element/attribute.h"
#include "page/style/style_parts.h"

#include "base/hash64.h"

/* Of one element; and bytes of an attribute's value that are looked at. */
enum { CLASSES_MOST = 16, VALUE_MOST = 256 };
#define POOL_MOST (1u << 24)

/* Classes beyond the limit are left out: the element then meets fewer rules. */
static bool
add_classes(pith_style_sheet *sheet, pith_slice value, pith_style_names *names)
{
  size_t at = 0;
  pith_slice word;
  names->first_class = sheet->class_count;
  while (names->classes < CLASSES_MOST && pith__word_next(value, &at, &word)) {
    if (!PITH_GROW(sheet->memory, sheet->classes, sheet->class_capacity,
                   sheet->class_count + 1, POOL_MOST))
      return false;
    sheet->classes[sheet->class_count++] = pith__style_hash(sheet, '.', word);
    names->classes++;
  }
  return true;
}

/* Names are hashed once for the page, not once for each rule that is tried:
 *
 *     names    tag, id, first_class, classes    one for each node
 *     classes  .menu .open | .item | ..         one pool, in document order */
bool
pith__style_names_make(pith_style_sheet *sheet)
{
  const pith_tree *tree = sheet->tree;
  if (!PITH_GROW(sheet->memory, sheet->names, sheet->name_capacity, tree->count,
                 UINT32_MAX / 2))
    return false;
  memset(sheet->names, 0, sheet->name_capacity * sizeof *sheet->names);
  for (uint32_t n = 0; n < tree->count; n++) {
    pith_slice value;
    if (tree->nodes[n].kind != PITH_NODE_ELEMENT)
      continue;
    pith_style_names *names = &sheet->names[n];
    names->tag = pith__style_hash(sheet, 't', pith__tree_name(tree, n));
    if (pith__attribute_get(tree, n, "id", &value) && value.len > 0)
      names->id = pith__style_hash(sheet, '#', value);
    if (pith__attribute_get(tree, n, "class", &value) &&
        !add_classes(sheet, value, names))
      return false;
  }
  return true;
}

/* *= of CSS: an empty value matches nothing. */
static bool
contains(pith_slice value, pith_slice part)
{
  for (size_t i = 0; part.len > 0 && i + part.len <= value.len; i++)
    if (memcmp(value.data + i, part.data, part.len) == 0)
      return true;
  return false;
}

/* [name], [name=value] and the five other matches. Longer names than 31 letters
 * are in no style sheet that means it. Names of attributes ignore case in HTML,
 * values do not. The searches through a value look at its beginning only, which
 * bounds the work for a rule. */
static bool
attribute_fits(const pith_tree *tree, uint32_t node,
               const pith_style_part *part)
{
  pith_slice value;
  char name[32];
  if (part->name.len >= sizeof name)
    return false;
  for (size_t i = 0; i < part->name.len; i++)
    name[i] = pith__lower(part->name.data[i]);
  name[part->name.len] = '\0';
  if (!pith__attribute_get(tree, node, name, &value))
    return false;
  pith_slice want = part->value;
  bool longer = value.len >= want.len && want.len > 0;
  switch (part->match) {
  case 0:
    return true;
  case '=':
    return pith__slice_equal(value, want);
  case '^':
    return longer && memcmp(value.data, want.data, want.len) == 0;
  case '$':
    return longer &&
           memcmp(value.data + value.len - want.len, want.data, want.len) == 0;
  case '|':
    return longer && memcmp(value.data, want.data, want.len) == 0 &&
           (value.len == want.len || value.data[want.len] == '-');
  default:
    break;
  }
  if (value.len > VALUE_MOST)
    value.len = VALUE_MOST;
  if (part->match == '*')
    return contains(value, want);
  size_t at = 0;
  pith_slice word;
  while (pith__word_next(value, &at, &word))
    if (pith__slice_equal(word, want))
      return true;
  return false;
}

/* Names are compared as hashes: two that collide would style an element
 * wrongly, once in 2^63. A missing id is 0, which no hash is. */
static bool
part_fits(const pith_style_sheet *sheet, uint32_t node,
          const pith_style_part *part)
{
  const pith_style_names *names = &sheet->names[node];
  switch (part->kind) {
  case 't':
    return names->tag == part->hash;
  case '#':
    return names->id == part->hash;
  case '[':
    return attribute_fits(sheet->tree, node, part);
  default:
    break;
  }
  for (uint32_t c = 0; c < names->classes; c++)
    if (sheet->classes[names->first_class + c] == part->hash)
      return true;
  return false;
}

/* All parts of a compound. Text and comments have no tag and fit nothing. */
static bool
compound_fits(const pith_style_sheet *sheet, uint32_t node,
              const pith_style_compound *compound)
{
  if (sheet->names[node].tag == 0)
    return false; /* no element */
  for (uint32_t p = 0; p < compound->parts; p++)
    if (!part_fits(sheet, node, &sheet->parts[compound->part + p]))
      return false;
  return true;
}

/* Whether the element meets the whole selector. Steps are bounded, because
 * going back to the last free choice can repeat the climb. A rule that runs out
 * of steps does not fit. */
static bool
rule_fits(pith_style_sheet *sheet, uint32_t node, const pith_style_rule *rule,
          uint32_t *steps)
{
  const pith_tree_node *nodes = sheet->tree->nodes;
  const pith_style_compound *compounds = sheet->compounds;
  uint32_t first = rule->compound + 1 - rule->compounds, c = rule->compound;
  uint32_t at = node;
  uint32_t again_at = PITH_NODE_NONE, again_c = 0; /* the last free choice */
  if (!compound_fits(sheet, node, &compounds[c]))
    return false;
  while (c > first) {
    bool child = compounds[c].child;
    if (!child) {
      again_at = at;
      again_c = c;
    }
    at = nodes[at].parent;
    while (at != PITH_NODE_NONE && ++*steps < PITH_STYLE_STEPS &&
           !compound_fits(sheet, at, &compounds[c - 1]) && !child)
      again_at = at = nodes[at].parent;
    if (*steps >= PITH_STYLE_STEPS)
      return false;
    bool fits = at != PITH_NODE_NONE &&
                (!child || compound_fits(sheet, at, &compounds[c - 1]));
    if (fits) {
      if (!child)
        again_at = at;
      c--;
    } else if (child && again_at != PITH_NODE_NONE) {
      at = again_at; /* the free ancestor did not lead on: one further up */
      c = again_c;
    } else {
      return false;
    }
  }
  return true;
}

/* The first rule with a key, or the end. Rules are sorted by key once, after
 * the last sheet was read. */
static uint32_t
find_rules(const pith_style_sheet *sheet, uint64_t key)
{
  uint32_t low = 0, high = sheet->rule_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (sheet->rules[middle].key < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The key of a source of rules; false when there is no such source.
 *
 *     source   0 id   1 tag   2 rules without a key   3.. classes */
static bool
source_key(const pith_style_sheet *sheet, const pith_style_names *names,
           uint32_t source, uint64_t *key)
{
  *key = 0;
  if (source == 0)
    *key = names->id;
  else if (source == 1)
    *key = names->tag;
  else if (source >= 3 && source - 3 < names->classes)
    *key = sheet->classes[names->first_class + source - 3];
  return source < 3 + names->classes;
}

/* The sources of an element are its id, its tag, the rules without a key, and
 * each of its classes; the rules of one source lie together. Steps are counted
 * over all sources, so an element with a thousand classes costs no more than
 * another. */
const pith_style_rule *
pith__style_rule_next(pith_style_sheet *sheet, uint32_t node,
                      pith_style_search *at)
{
  uint64_t key;
  if (sheet->rule_count == 0)
    return NULL;
  const pith_style_names *names = &sheet->names[node];
  while (source_key(sheet, names, at->source, &key)) {
    if (!at->inside) {
      at->rule = find_rules(sheet, key);
      at->inside = true;
    }
    bool none = at->source == 0 && key == 0;
    while (!none && at->rule < sheet->rule_count &&
           sheet->rules[at->rule].key == key) {
      const pith_style_rule *rule = &sheet->rules[at->rule++];
      uint32_t before = at->steps++;
      if (before >= PITH_STYLE_STEPS)
        return NULL;
      bool fits = rule_fits(sheet, node, rule, &at->steps);
      sheet->steps += at->steps - before;
      if (fits)
        return rule;
    }
    at->source++;
    at->inside = false;
  }
  return NULL;
}
