/*
 * Questions about single elements. Class names count only together
 * with something that cannot be content by chance (digits only, a formula
 * nearby), because a class name alone has removed many an article.
 */
#include "render/flow/special_content.h"

#include "base/slice.h"
#include "page/element/attribute.h"

/* How many nodes below an element a question may look at: elements are
 * inside each other, and every one may be looked at. */
#define LOOK_AT      256
#define LOOK_FORMULA 8192
#define LOOK_NUMBERS (256 * 1024) /* bytes */

/* The end of what may be looked at below an element. */
static uint32_t
look_end(const pith_tree *tree, uint32_t node, uint32_t most)
{
  uint32_t end = tree->nodes[node].end;
  return end - node > most ? node + most : end;
}

/* --- formulas ------------------------------------------------------------- */

/* The trimmed text of the element's first child, if that is text and not
 * blank. */
static bool
first_text(const pith_tree *tree, uint32_t node, pith_slice *text)
{
  if (tree->nodes[node].end == node + 1 ||
      tree->nodes[node + 1].kind != PITH_NODE_TEXT)
    return false;
  *text = pith__slice_trim(pith__tree_text(tree, node + 1));
  return text->len > 0;
}

/* MathML keeps the TeX source in an `annotation` element, named by its
 * encoding. */
static bool
annotation(const pith_tree *tree, uint32_t node, pith_slice *tex)
{
  pith_slice encoding;
  uint32_t end = look_end(tree, node, LOOK_FORMULA);
  for (uint32_t n = node + 1; n < end; n++)
    if (tree->nodes[n].kind == PITH_NODE_ELEMENT &&
        pith__attribute_get(tree, n, "encoding", &encoding) &&
        (pith__slice_is(encoding, "application/x-tex") ||
         pith__slice_is(encoding, "tex") || pith__slice_is(encoding, "latex")))
      return first_text(tree, n, tex);
  return false;
}

/* Whether the class of an element has one of `names`, all in lower case. */
static bool
has_class(const pith_tree *tree, uint32_t node, const char *const *names,
          size_t count)
{
  pith_slice value, word;
  size_t at = 0;
  if (!pith__attribute_get(tree, node, "class", &value))
    return false;
  while (pith__word_next(value, &at, &word))
    for (size_t i = 0; i < count; i++)
      if (pith__slice_is(word, names[i]))
        return true;
  return false;
}

/* MediaWiki and WordPress set these classes on images of formulas, with the
 * TeX in `alt`. */
static bool
is_formula_image(const pith_tree *tree, uint32_t node)
{
  static const char *const names[] = {"mwe-math-fallback-image-inline",
                                      "mwe-math-fallback-image-display",
                                      "latex", "tex"};
  return has_class(tree, node, names, sizeof names / sizeof names[0]);
}

/* Without what only sets how large to set it. */
static pith_slice
unwrap(pith_slice tex)
{
  tex = pith__slice_trim(tex);
  if (pith__slice_starts(tex, "{\\displaystyle") &&
      tex.data[tex.len - 1] == '}')
    tex = pith__slice_trim(pith__slice(tex.data + 14, tex.len - 15));
  while (tex.len > 2 && tex.data[0] == '$' && tex.data[tex.len - 1] == '$')
    tex = pith__slice_trim(pith__slice(tex.data + 1, tex.len - 2));
  return tex;
}

/* Three places where pages keep the TeX of a formula: MathML, scripts of
 * MathJax, and images. */
bool
pith__formula_tex(const pith_tree *tree, uint32_t node, pith_slice *tex)
{
  pith_slice type;
  bool found = false;
  switch ((pith_tag)tree->nodes[node].tag) {
  case PITH_TAG_MATH:
    found = annotation(tree, node, tex) ||
            pith__attribute_get(tree, node, "alttext", tex);
    break;
  case PITH_TAG_SCRIPT:
    found = pith__attribute_get(tree, node, "type", &type) &&
            pith__slice_starts(type, "math/tex") && first_text(tree, node, tex);
    break;
  case PITH_TAG_IMG:
    found = is_formula_image(tree, node) &&
            pith__attribute_get(tree, node, "alt", tex);
    break;
  default:
    break;
  }
  if (found)
    *tex = unwrap(*tex);
  return found && tex->len > 0;
}

bool
pith__is_formula(const pith_tree *tree, uint32_t node)
{
  pith_slice type;
  const pith_tree_node *at = &tree->nodes[node];
  if (at->tag == PITH_TAG_MATH)
    return true;
  return at->tag == PITH_TAG_SCRIPT &&
         pith__attribute_get(tree, node, "type", &type) &&
         pith__slice_starts(type, "math/tex");
}

/* KaTeX and MathJax put the drawn formula next to its source; rendering both
 * would double every formula. */
bool
pith__formula_is_drawn(const pith_tree *tree, uint32_t node)
{
  pith_slice value, word;
  size_t at = 0;
  if (!pith__attribute_get(tree, node, "class", &value))
    return false;
  while (pith__word_next(value, &at, &word))
    if (pith__slice_is(word, "katex-html") || pith__slice_is(word, "mathjax") ||
        pith__slice_starts(word, "mathjax_"))
      return true;
  return false;
}

/* --- images --------------------------------------------------------------- */

/* WordPress replaces emoji by images whose `alt` is the character. */
bool
pith__image_is_emoji(const pith_tree *tree, uint32_t node, pith_slice *text)
{
  static const char *const names[] = {"emoji", "wp-smiley"};
  return has_class(tree, node, names, sizeof names / sizeof names[0]) &&
         pith__attribute_get(tree, node, "alt", text);
}

/* --- what is there for machines, or twice --------------------------------- */

/* Whether all text below the element is digits and white space, and some. */
static bool
is_number_only(const pith_tree *tree, uint32_t node)
{
  bool digits = false;
  size_t seen = 0;
  for (uint32_t n = node + 1; n < tree->nodes[node].end; n++) {
    if (tree->nodes[n].kind != PITH_NODE_TEXT)
      continue;
    pith_slice text = pith__tree_text(tree, n);
    if ((seen += text.len) > LOOK_NUMBERS)
      return false;
    for (size_t i = 0; i < text.len; i++) {
      if (!pith__is_digit(text.data[i]) && !pith__is_space(text.data[i]))
        return false;
      digits |= pith__is_digit(text.data[i]);
    }
  }
  return digits;
}

/* Both the class and the contents must say so: a class alone proves nothing. */
bool
pith__is_line_number(const pith_tree *tree, uint32_t node)
{
  static const char *const names[] = {
      "lineno",     "linenos", "line-number",     "line-numbers",
      "linenumber", "gutter",  "rouge-gutter",    "blob-num",
      "linenodiv",  "lnt",     "hljs-ln-numbers", "crayon-nums",
  };
  return has_class(tree, node, names, sizeof names / sizeof names[0]) &&
         is_number_only(tree, node);
}

/* A link to the heading it is in, shown as a pilcrow, a hash or a chain. */
bool
pith__is_permalink(const pith_tree *tree, uint32_t node)
{
  static const char *const signs[] = {"\xC2\xB6", "#", "\xC2\xA7",
                                      "\xF0\x9F\x94\x97"};
  pith_slice href, text;
  if (!pith__attribute_get(tree, node, "href", &href) ||
      !pith__slice_starts(href, "#") || tree->nodes[node].end != node + 2 ||
      !first_text(tree, node, &text))
    return false;
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
    if (pith__slice_is(text, signs[i]))
      return true;
  return false;
}

/* Whether there is an image among the first nodes of [from, to). */
static bool
has_image(const pith_tree *tree, uint32_t from, uint32_t to)
{
  for (uint32_t n = from; n < to; n++)
    if (tree->nodes[n].kind == PITH_NODE_ELEMENT &&
        tree->nodes[n].tag == PITH_TAG_IMG)
      return true;
  return false;
}

/* Whether there is any text but white space below the element. */
static bool
has_text(const pith_tree *tree, uint32_t node)
{
  for (uint32_t n = node + 1; n < look_end(tree, node, LOOK_AT); n++)
    if (tree->nodes[n].kind == PITH_NODE_TEXT &&
        pith__slice_trim(pith__tree_text(tree, n)).len > 0)
      return true;
  return tree->nodes[node].end > look_end(tree, node, LOOK_AT);
}

/* The sibling before a node, white space aside; 0 when there is none. */
static uint32_t
sibling_before(const pith_tree *tree, uint32_t node)
{
  uint32_t parent = tree->nodes[node].parent;
  while (node > parent + 1) {
    uint32_t last = node - 1;
    while (tree->nodes[last].parent != parent)
      last = tree->nodes[last].parent;
    if (tree->nodes[last].kind != PITH_NODE_TEXT ||
        pith__slice_trim(pith__tree_text(tree, last)).len > 0)
      return last;
    node = last;
  }
  return 0;
}

/* Whether the element or something near its start is an image that is not in
 * `noscript`. */
static bool
shows_image(const pith_tree *tree, uint32_t node)
{
  return tree->nodes[node].kind == PITH_NODE_ELEMENT &&
         tree->nodes[node].tag != PITH_TAG_NOSCRIPT &&
         has_image(tree, node, look_end(tree, node, LOOK_AT));
}

/* Lazy loaders put the real image into `noscript` beside the placeholder.
 * The copy is left out when it has no text of its own and a neighbour shows
 * an image. */
bool
pith__is_noscript_copy(const pith_tree *tree, uint32_t node)
{
  const pith_tree_node *parent = &tree->nodes[tree->nodes[node].parent];
  uint32_t next = tree->nodes[node].end;
  if (has_text(tree, node) ||
      !has_image(tree, node + 1, look_end(tree, node, LOOK_AT)))
    return false;
  uint32_t before = sibling_before(tree, node);
  while (next < parent->end && tree->nodes[next].kind == PITH_NODE_TEXT &&
         pith__slice_trim(pith__tree_text(tree, next)).len == 0)
    next++;
  return (before > 0 && shows_image(tree, before)) ||
         (next < parent->end && shows_image(tree, next));
}
