/*
 * See style_sheet.h: reading. Finding is in style_select.c.
 *
 *     ul.menu > li a { color: red; margin: 0 }
 *
 *     rule ─┬─ compounds     ul.menu | > li | a    keyed by the last one
 *           └─ declarations  colour, margin-top, margin-bottom
 *
 * A selector that has anything unknown in it (pseudo-classes, siblings) is
 * dropped with all its parts, as browsers do. At-rules are entered when their
 * condition holds for a screen of PITH_SCREEN_WIDTH, else passed over as a
 * block.
 */
#include "page/style/style_sheet.h"

#include "base/hash64.h"
#include "page/element/attribute.h"
#include "page/style/style_parts.h"
#include "page/style/style_scan.h"

#include <stdlib.h>

/* More than any sheet that was written by hand. */
enum { RULES_MOST = 65536, COMPOUNDS_MOST = 8, PARTS_MOST = 8 };
enum { DECLARATIONS_MOST = 64, BLOCKS_MOST = 32 };
#define ITEMS_MOST (1u << 20)

/* What a selector is made of, on its way into the sheet. */
typedef struct selector {
  pith_style_sheet *sheet;
  uint32_t compounds;
  uint32_t weight;
  bool child; /* before the next compound */
  bool failed;
} selector;

/* Names of tags ignore case; classes and ids do so in quirks mode only. The
 * lowest bit is set so that no hash is 0, which means none. */
uint64_t
pith__style_hash(const pith_style_sheet *sheet, char kind, pith_slice name)
{
  char folded[64];
  if (kind != 't' && (sheet->tree->quirks != 2 || name.len > sizeof folded))
    return pith__hash64(name.data, name.len, (uint64_t)kind) | 1;
  size_t len = name.len < sizeof folded ? name.len : sizeof folded;
  for (size_t i = 0; i < len; i++)
    folded[i] = pith__lower(name.data[i]);
  return pith__hash64(folded, len, (uint64_t)kind) | 1;
}

/* The weight is the specificity of CSS in one number: ids above classes above
 * names. With PARTS_MOST parts in COMPOUNDS_MOST compounds, no count runs over
 * into the next. */
static bool
add_part(selector *in, pith_style_part part)
{
  pith_style_sheet *sheet = in->sheet;
  pith_style_compound *compound = &sheet->compounds[sheet->compound_count - 1];
  if (compound->parts >= PARTS_MOST)
    return false;
  if (!PITH_GROW(sheet->memory, sheet->parts, sheet->part_capacity,
                 sheet->part_count + 1, ITEMS_MOST)) {
    in->failed = true;
    return false;
  }
  sheet->parts[sheet->part_count++] = part;
  compound->parts++;
  in->weight += part.kind == '#' ? 1u << 16 : part.kind == 't' ? 1u : 1u << 8;
  return true;
}

/* A compound starts empty; `child` is the combinator that was read before it.
 */
static bool
begin_compound(selector *in)
{
  pith_style_sheet *sheet = in->sheet;
  if (in->compounds == COMPOUNDS_MOST)
    return false;
  if (!PITH_GROW(sheet->memory, sheet->compounds, sheet->compound_capacity,
                 sheet->compound_count + 1, ITEMS_MOST)) {
    in->failed = true;
    return false;
  }
  pith_style_compound fresh = {sheet->part_count, 0, in->child};
  sheet->compounds[sheet->compound_count++] = fresh;
  in->compounds++;
  return true;
}

/* Behind '[': name, match and value, up to ']'. The letter of the match is that
 * before the equals sign; `=` itself for a plain one, 0 for none. Quotes are
 * taken off. */
static bool
read_attribute(selector *in, pith_slice text, size_t *at)
{
  pith_style_part part = {.kind = '['};
  ++*at;
  pith__css_skip(text, at);
  part.name = pith__css_name(text, at);
  pith_slice rest = pith__css_until(text, at, "]");
  if (*at >= text.len || part.name.len == 0)
    return false;
  ++*at;
  rest = pith__slice_trim(rest);
  if (rest.len == 0)
    return add_part(in, part);
  part.match = rest.data[0];
  size_t skip = part.match == '=' ? 1 : 2;
  if (!strchr("=~^$*|", part.match) || rest.len <= skip ||
      rest.data[skip - 1] != '=')
    return false;
  rest = pith__slice_trim(pith__slice(rest.data + skip, rest.len - skip));
  if (rest.len >= 2 && (rest.data[0] == '"' || rest.data[0] == '\'') &&
      rest.data[rest.len - 1] == rest.data[0])
    rest = pith__slice(rest.data + 1, rest.len - 2);
  part.value = rest;
  return add_part(in, part);
}

/* One part of a compound at `*at`. `*` adds no part: it fits every element and
 * weighs nothing. */
static bool
read_part(selector *in, pith_slice text, size_t *at)
{
  pith_style_part part = {.kind = text.data[*at]};
  if (part.kind == '[')
    return read_attribute(in, text, at);
  if (part.kind == '*') {
    ++*at;
    return true;
  }
  if (part.kind == '.' || part.kind == '#')
    ++*at;
  else
    part.kind = 't';
  pith_slice name = pith__css_name(text, at);
  part.hash = pith__style_hash(in->sheet, part.kind, name);
  return name.len > 0 && add_part(in, part);
}

/* Whether a compound follows, after its combinator. */
static bool
read_combinator(selector *in, pith_slice text, size_t *at)
{
  pith__css_skip(text, at);
  in->child = false;
  if (*at < text.len && text.data[*at] == '>') {
    in->child = true;
    ++*at;
    pith__css_skip(text, at);
    return true;
  }
  return *at < text.len;
}

/* All compounds of a selector, or false as soon as something is not
 * understood; the caller takes back what was added. */
static bool
read_selector(selector *in, pith_slice text)
{
  size_t at = 0;
  pith__css_skip(text, &at);
  do {
    if (at >= text.len || !begin_compound(in))
      return false;
    size_t from = at;
    while (at < text.len && !pith__is_space(text.data[at]) &&
           text.data[at] != '>' && text.data[at] != '/')
      if (!read_part(in, text, &at))
        return false;
    if (at == from)
      return false;
  } while (read_combinator(in, text, &at));
  return true;
}

/* The key of a rule: the id, a class or the name that its last compound wants.
 * The rarest kind is taken first, so that few elements look at the rule. 0 when
 * the last compound has attributes only. */
static uint64_t
find_key(const pith_style_sheet *sheet, const pith_style_compound *compound)
{
  static const char kinds[] = {'#', '.', 't'};
  for (size_t k = 0; k < sizeof kinds; k++)
    for (uint32_t p = 0; p < compound->parts; p++)
      if (sheet->parts[compound->part + p].kind == kinds[k])
        return sheet->parts[compound->part + p].hash;
  return 0;
}

/* One rule for each selector of a list. They share their declarations. */
static bool
add_rule(selector *in, uint32_t declaration, uint32_t declarations)
{
  pith_style_sheet *sheet = in->sheet;
  uint32_t last = sheet->compound_count - 1;
  if (!PITH_GROW(sheet->memory, sheet->rules, sheet->rule_capacity,
                 sheet->rule_count + 1, ITEMS_MOST))
    return false;
  pith_style_rule rule = {.key = find_key(sheet, &sheet->compounds[last]),
                          .compound = last,
                          .order = sheet->rule_count,
                          .declaration = declaration,
                          .declarations = (uint16_t)declarations,
                          .compounds = (uint16_t)in->compounds,
                          .weight = in->weight};
  sheet->rules[sheet->rule_count++] = rule;
  return true;
}

/* The rules of a list of selectors. False when memory ends. */
static bool
add_selectors(pith_style_sheet *sheet, pith_slice list, uint32_t declaration,
              uint32_t declarations)
{
  size_t at = 0;
  while (at < list.len && sheet->rule_count < RULES_MOST) {
    pith_slice text = pith__slice_trim(pith__css_until(list, &at, ","));
    selector in = {sheet, 0, 0, false, false};
    uint32_t compounds = sheet->compound_count, parts = sheet->part_count;
    at++;
    if (read_selector(&in, text)) {
      if (!add_rule(&in, declaration, declarations))
        return false;
    } else {
      sheet->compound_count = compounds;
      sheet->part_count = parts;
    }
    if (in.failed)
      return false;
  }
  return true;
}

/* The declarations of a block, at the end of the list. False when memory
 * ends. */
static bool
add_declarations(pith_style_sheet *sheet, pith_slice block)
{
  pith_style_declaration found[PITH_STYLE_SHORTHAND];
  uint32_t from = sheet->declaration_count, count;
  size_t at = 0;
  while ((count = pith__style_next(block, &at, found)) > 0) {
    if (sheet->declaration_count + count - from > DECLARATIONS_MOST)
      break;
    if (!PITH_GROW(sheet->memory, sheet->declarations,
                   sheet->declaration_capacity,
                   sheet->declaration_count + count, ITEMS_MOST))
      return false;
    memcpy(sheet->declarations + sheet->declaration_count, found,
           count * sizeof found[0]);
    sheet->declaration_count += count;
  }
  return true;
}

/* A condition such as (min-width: 600px): whether our screen meets it. An em is
 * 16 pixels in a media query, whatever the page sets (Media Queries, "Units").
 */
static bool
meets_condition(pith_slice text)
{
  const char *colon = memchr(text.data, ':', text.len);
  pith_style_declaration length;
  if (!colon || text.len < 3)
    return false;
  size_t len = (size_t)(colon - text.data);
  pith_slice name = pith__slice_trim(pith__slice(text.data + 1, len - 1));
  pith_slice value =
      pith__slice_trim(pith__slice(colon + 1, text.len - len - 2));
  if (!pith__style_length(value, &length))
    return false;
  int32_t pixels = length.unit == PITH_UNIT_PIXELS ? length.value / 100
                                                   : length.value * 16 / 100;
  if (pith__slice_equal_folded(name, pith__slice_of("min-width")))
    return pixels <= PITH_SCREEN_WIDTH;
  return pith__slice_equal_folded(name, pith__slice_of("max-width")) &&
         pixels >= PITH_SCREEN_WIDTH;
}

/* Whether one query of a list holds. Unknown words make a query false, which is
 * what a browser does with features it does not know. `not` is an unknown word
 * here and makes its query false. */
bool
pith__style_media(pith_slice list)
{
  size_t at = 0;
  if (pith__slice_trim(list).len == 0)
    return true;
  while (at < list.len) {
    pith_slice query = pith__css_until(list, &at, ","), word;
    size_t inside = 0;
    bool fits = true, any = false;
    at++;
    while (pith__css_word(query, &inside, &word)) {
      any = true;
      if (word.data[0] == '(')
        fits &= meets_condition(word);
      else
        fits &= pith__slice_equal_folded(word, pith__slice_of("screen")) ||
                pith__slice_equal_folded(word, pith__slice_of("all")) ||
                pith__slice_equal_folded(word, pith__slice_of("only")) ||
                pith__slice_equal_folded(word, pith__slice_of("and"));
    }
    if (fits && any)
      return true;
  }
  return false;
}

/* At '@': enter the block of a rule whose rules count, pass over all others.
 * @supports is entered without looking at its condition: pages put there what
 * current browsers can do. What is in @font-face or @keyframes styles no
 * element. */
static void
read_at_rule(pith_slice css, size_t *at, uint32_t *blocks)
{
  ++*at;
  pith_slice name = pith__css_name(css, at);
  pith_slice prelude = pith__css_until(css, at, ";{}");
  if (*at >= css.len || css.data[*at] != '{') {
    *at += *at < css.len;
    return;
  }
  bool media = pith__slice_equal_folded(name, pith__slice_of("media"));
  bool layer = pith__slice_equal_folded(name, pith__slice_of("layer")) ||
               pith__slice_equal_folded(name, pith__slice_of("supports"));
  if (*blocks < BLOCKS_MOST &&
      ((media && pith__style_media(prelude)) || layer)) {
    ++*blocks;
    ++*at;
  } else {
    pith__css_block(css, at);
  }
}

/* Pass over what may be between rules: white space, the marks of comments
 * in HTML, the end of a block that was entered. */
static void
skip_between(pith_slice css, size_t *at, uint32_t *blocks)
{
  for (;;) {
    size_t from = *at;
    pith__css_skip(css, at);
    size_t rest = css.len - *at;
    if (rest >= 4 && memcmp(css.data + *at, "<!--", 4) == 0)
      *at += 4;
    else if (rest >= 3 && memcmp(css.data + *at, "-->", 3) == 0)
      *at += 3;
    else if (rest > 0 && (css.data[*at] == '}' || css.data[*at] == ';')) {
      *blocks -= *blocks > 0 && css.data[*at] == '}';
      ++*at;
    }
    if (*at == from)
      return;
  }
}

/* The loop never backs up: each round passes over at least one character, a
 * block or a rule. */
bool
pith__style_sheet_read(pith_style_sheet *sheet, pith_slice css)
{
  size_t at = 0;
  uint32_t blocks = 0;
  for (;;) {
    skip_between(css, &at, &blocks);
    if (at >= css.len || sheet->rule_count >= RULES_MOST)
      return true;
    if (css.data[at] == '@') {
      read_at_rule(css, &at, &blocks);
      continue;
    }
    pith_slice list = pith__css_until(css, &at, "{;}");
    if (at >= css.len || css.data[at] != '{')
      continue; /* skip_between() passes over the mark */
    uint32_t first = sheet->declaration_count;
    if (!add_declarations(sheet, pith__css_block(css, &at)))
      return false;
    uint32_t count = sheet->declaration_count - first;
    if (count > 0 && !add_selectors(sheet, list, first, count))
      return false;
  }
}

/* Whether a `style` element is CSS for a screen; what is in `noscript` is
 * for other readers. */
static bool
counts(const pith_tree *tree, uint32_t node)
{
  pith_slice value;
  if (pith__attribute_get(tree, node, "media", &value) &&
      !pith__style_media(value))
    return false;
  if (pith__attribute_get(tree, node, "type", &value) && value.len > 0 &&
      !pith__slice_equal_folded(value, pith__slice_of("text/css")))
    return false;
  uint32_t parent = tree->nodes[node].parent;
  return parent == PITH_NODE_NONE ||
         (tree->nodes[parent].tag != PITH_TAG_NOSCRIPT &&
          tree->nodes[parent].kind != PITH_NODE_CONTENT);
}

/* The style elements in document order, which is the order of the cascade.
 * Linked sheets are not there to be read. */
static bool
read_sheets(pith_style_sheet *sheet, const pith_tree *tree)
{
  for (uint32_t n = 0; n < tree->count; n++) {
    const pith_tree_node *node = &tree->nodes[n];
    if (node->kind != PITH_NODE_ELEMENT || node->tag != PITH_TAG_STYLE ||
        !counts(tree, n))
      continue;
    for (uint32_t t = n + 1; t < node->end; t++)
      if (tree->nodes[t].kind == PITH_NODE_TEXT &&
          !pith__style_sheet_read(sheet, pith__tree_text(tree, t)))
        return false;
  }
  return true;
}

/* By key, so that the rules for an element are found by halving; in a key by
 * order, so that the result does not depend on qsort. */
static int
compare_rules(const void *a, const void *b)
{
  const pith_style_rule *x = a, *y = b;
  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

pith_status
pith__style_sheet_init(pith_style_sheet *sheet, pith_memory *memory,
                       const pith_tree *tree)
{
  memset(sheet, 0, sizeof *sheet);
  sheet->memory = memory;
  sheet->tree = tree;
  if (read_sheets(sheet, tree) &&
      (sheet->rule_count == 0 || pith__style_names_make(sheet))) {
    if (sheet->rule_count > 0)
      qsort(sheet->rules, sheet->rule_count, sizeof *sheet->rules,
            compare_rules);
    return PITH_OK;
  }
  pith__style_sheet_done(sheet);
  return pith__memory_status(memory);
}

void
pith__style_sheet_done(pith_style_sheet *sheet)
{
  pith_memory *memory = sheet->memory;
  PITH_FREE_ITEMS(memory, sheet->rules, sheet->rule_capacity);
  PITH_FREE_ITEMS(memory, sheet->compounds, sheet->compound_capacity);
  PITH_FREE_ITEMS(memory, sheet->parts, sheet->part_capacity);
  PITH_FREE_ITEMS(memory, sheet->declarations, sheet->declaration_capacity);
  PITH_FREE_ITEMS(memory, sheet->names, sheet->name_capacity);
  PITH_FREE_ITEMS(memory, sheet->classes, sheet->class_capacity);
  memset(sheet, 0, sizeof *sheet);
  sheet->memory = memory;
}
