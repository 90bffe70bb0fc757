/*
 * The allow-list of safe HTML: which elements are written under which name, and
 * with which attributes. What is not listed does not exist: an element is
 * replaced by its contents, an attribute is left out.
 *
 * An element may be listed only if the tokenizer reads its contents as
 * ordinary text and tags (no `style`, `textarea`, `noscript`, `svg` ...), it
 * loads nothing but an image, sound or film, and it sends nothing. Names may
 * change only to one that treats open elements alike: a form becomes a section,
 * because both close a paragraph.
 */
#include "render/html/safe_html.h"

#include "base/slice.h"
#include "page/element/attribute.h"
#include "render/flow/media.h"

#define LINE(tag, text)                                                        \
  [PITH_TAG_##tag] = {PITH_SAFE_KEEP, false, PITH_SAFE_OF_ALL, 0, text}
#define BLOCK(tag, text)                                                       \
  [PITH_TAG_##tag] = {PITH_SAFE_KEEP, true, PITH_SAFE_OF_ALL, 0, text}
#define MORE(tag, block, attributes, text)                                     \
  [PITH_TAG_##tag] = {PITH_SAFE_KEEP, block,                                   \
                      PITH_SAFE_OF_ALL | PITH_SAFE_OF_##attributes, 0, text}
#define PART(tag, of, text)                                                    \
  [PITH_TAG_##                                                                 \
      tag] = {PITH_SAFE_PART, false, PITH_SAFE_OF_ALL, PITH_TAG_##of, text}
#define CELL(tag, text)                                                        \
  [PITH_TAG_##tag] = {PITH_SAFE_CELL, false,                                   \
                      PITH_SAFE_OF_ALL | PITH_SAFE_OF_CELL, PITH_TAG_TR, text}

static const pith_safe_rule rules[PITH_TAG_COUNT] = {
    [PITH_TAG_BR] = {PITH_SAFE_VOID, false, PITH_SAFE_NO_MORE, 0, "br"},
    [PITH_TAG_HR] = {PITH_SAFE_VOID, true, PITH_SAFE_NO_MORE, 0, "hr"},
    [PITH_TAG_WBR] = {PITH_SAFE_VOID, false, PITH_SAFE_NO_MORE, 0, "wbr"},
    [PITH_TAG_IMG] = {PITH_SAFE_VOID, false, PITH_SAFE_OF_IMAGE, 0, "img"},
    [PITH_TAG_AUDIO] = {PITH_SAFE_VOID, false, PITH_SAFE_OF_MEDIA, 0, "audio"},
    [PITH_TAG_VIDEO] = {PITH_SAFE_VOID, false, PITH_SAFE_OF_MEDIA, 0, "video"},

    MORE(A, false, LINK, "a"),
    LINE(ABBR, "abbr"),
    LINE(ACRONYM, "abbr"),
    LINE(B, "b"),
    LINE(BDI, "bdi"),
    LINE(BDO, "bdo"),
    LINE(CITE, "cite"),
    MORE(CODE, false, CODE, "code"),
    MORE(DEL, false, TIME, "del"),
    LINE(DFN, "dfn"),
    LINE(EM, "em"),
    LINE(I, "i"),
    MORE(INS, false, TIME, "ins"),
    LINE(KBD, "kbd"),
    LINE(MARK, "mark"),
    LINE(Q, "q"),
    LINE(RP, "rp"),
    LINE(RT, "rt"),
    LINE(RUBY, "ruby"),
    LINE(S, "s"),
    LINE(SAMP, "samp"),
    LINE(SMALL, "small"),
    LINE(SPAN, "span"),
    LINE(STRIKE, "s"),
    LINE(STRONG, "strong"),
    LINE(SUB, "sub"),
    LINE(SUP, "sup"),
    MORE(TIME, false, TIME, "time"),
    LINE(TT, "code"),
    LINE(U, "u"),
    LINE(VAR, "var"),

    BLOCK(ADDRESS, "address"),
    BLOCK(ARTICLE, "article"),
    BLOCK(ASIDE, "aside"),
    BLOCK(BLOCKQUOTE, "blockquote"),
    BLOCK(CENTER, "center"),
    BLOCK(DD, "dd"),
    MORE(DETAILS, true, DETAILS, "details"),
    BLOCK(DIALOG, "section"),
    BLOCK(DIR, "ul"),
    BLOCK(DIV, "div"),
    BLOCK(DL, "dl"),
    BLOCK(DT, "dt"),
    BLOCK(FIELDSET, "fieldset"),
    BLOCK(FIGCAPTION, "figcaption"),
    BLOCK(FIGURE, "figure"),
    BLOCK(FOOTER, "footer"),
    BLOCK(FORM, "section"),
    BLOCK(H1, "h1"),
    BLOCK(H2, "h2"),
    BLOCK(H3, "h3"),
    BLOCK(H4, "h4"),
    BLOCK(H5, "h5"),
    BLOCK(H6, "h6"),
    BLOCK(HEADER, "header"),
    BLOCK(HGROUP, "hgroup"),
    BLOCK(LI, "li"),
    BLOCK(LISTING, "pre"),
    BLOCK(MAIN, "main"),
    BLOCK(MENU, "menu"),
    BLOCK(NAV, "nav"),
    MORE(OL, true, LIST, "ol"),
    BLOCK(P, "p"),
    BLOCK(PLAINTEXT, "pre"),
    MORE(PRE, true, CODE, "pre"),
    BLOCK(SEARCH, "search"),
    BLOCK(SECTION, "section"),
    BLOCK(SUMMARY, "summary"),
    BLOCK(TABLE, "table"),
    BLOCK(UL, "ul"),
    BLOCK(XMP, "pre"),

    PART(CAPTION, TABLE, "caption"),
    PART(TBODY, TABLE, "tbody"),
    PART(TFOOT, TABLE, "tfoot"),
    PART(THEAD, TABLE, "thead"),
    PART(TR, TBODY, "tr"),
    CELL(TD, "td"),
    CELL(TH, "th"),
};

const pith_safe_rule *
pith__safe_rule(pith_tag tag)
{
  return &rules[tag];
}

/* Attributes whose value is written as it is, and of which elements. What is
 * an address, or is decided by more than its value, is below. */
static const struct {
  const char *name;
  uint16_t of;
} plain[] = {
    {"lang", PITH_SAFE_OF_ALL},     {"dir", PITH_SAFE_OF_ALL},
    {"title", PITH_SAFE_OF_ALL},    {"id", PITH_SAFE_OF_ALL},
    {"alt", PITH_SAFE_OF_IMAGE},    {"width", PITH_SAFE_OF_IMAGE},
    {"height", PITH_SAFE_OF_IMAGE}, {"colspan", PITH_SAFE_OF_CELL},
    {"rowspan", PITH_SAFE_OF_CELL}, {"scope", PITH_SAFE_OF_CELL},
    {"start", PITH_SAFE_OF_LIST},   {"reversed", PITH_SAFE_OF_LIST},
    {"type", PITH_SAFE_OF_LIST},    {"datetime", PITH_SAFE_OF_TIME},
    {"open", PITH_SAFE_OF_DETAILS},
};

/* The lengths of those names, a bit each: most attributes of a page (class,
 * data-...) need no comparison. */
static bool
is_plain(pith_slice name, uint16_t of, const char **known)
{
  if (name.len < 2 || name.len > 8)
    return false;
  for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
    if ((plain[i].of & of) && plain[i].name[0] == name.data[0] &&
        pith__slice_equal(name, pith__slice_of(plain[i].name))) {
      *known = plain[i].name;
      return true;
    }
  return false;
}

/* Of the classes of code only its language: `language-c`, `lang-c`. */
static void
write_language(pith_safe_writer *writer, uint32_t node)
{
  pith_slice value, word;
  size_t at = 0;
  if (!pith__attribute_get(writer->tree, node, "class", &value))
    return;
  while (pith__word_next(value, &at, &word))
    if (pith__slice_starts(word, "language-") ||
        pith__slice_starts(word, "lang-")) {
      pith__safe_attribute(writer->out, "class", word);
      return;
    }
}

/* A link, or the target of one in the manner of HTML 4. */
static void
write_link(pith_safe_writer *writer, uint32_t node)
{
  const pith_tree *tree = writer->tree;
  pith_slice value;
  if (!pith__attribute_get(tree, node, "id", &value) &&
      pith__attribute_get(tree, node, "name", &value))
    pith__safe_attribute(writer->out, "id", value);
  if (pith__attribute_get(tree, node, "href", &value))
    pith__safe_address(writer, "href", value);
}

/* ` value="12"` */
static void
write_number(pith_buffer *out, int32_t number)
{
  char digits[10]; /* of the largest 31-bit number */
  size_t at = sizeof digits;
  do
    digits[--at] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  pith__safe_attribute(out, "value",
                       pith__slice(digits + at, sizeof digits - at));
}

void
pith__safe_start_tag(pith_safe_writer *writer, uint32_t node,
                     const pith_safe_rule *rule, int32_t number)
{
  const pith_tree *tree = writer->tree;
  const pith_tree_node *at = &tree->nodes[node];
  const char *known;
  pith__buffer_append_char(writer->out, '<');
  pith__buffer_append(writer->out, rule->name, strlen(rule->name));
  for (uint32_t i = 0; i < at->attributes && rule->attributes; i++) {
    const pith_attr *attr = &tree->store.attrs[at->data + i];
    if (is_plain(pith__attr_name(&tree->store, attr), rule->attributes, &known))
      pith__safe_attribute(writer->out, known,
                           pith__attr_value(&tree->store, attr));
  }
  if (rule->attributes & PITH_SAFE_OF_LINK)
    write_link(writer, node);
  if (rule->attributes & (PITH_SAFE_OF_IMAGE | PITH_SAFE_OF_MEDIA))
    pith__safe_address(writer, "src", pith__media_of(tree, node).address);
  if (rule->attributes & PITH_SAFE_OF_MEDIA) /* nothing plays by itself */
    pith__buffer_append(writer->out, " controls=\"\"", 12);
  if (rule->attributes & PITH_SAFE_OF_CODE)
    write_language(writer, node);
  if (number >= 0)
    write_number(writer->out, number);
  pith__buffer_append_char(writer->out, '>');
}
