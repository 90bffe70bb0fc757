/*
 * See box_role.h. Words are told from each other by their beginnings, since
 * authors write comment, comments, comment-list and commentArea.
 */
#include "block/box_role.h"

#include "base/slice.h"

#define WORD_MOST 16

typedef struct name_row {
  const char *stem; /* how the word begins */
  uint32_t role;
  bool whole; /* the word is the stem, or its plural */
} name_row;

/* Words that mean something, by their first letter. */
static const name_row names_a[] = {
    {"aside", PITH_ROLE_ASIDE, false},
    {"ad", PITH_ROLE_ASIDE, true},
    {"advert", PITH_ROLE_ASIDE, false},
    {"adsense", PITH_ROLE_ASIDE, false},
    {"article", PITH_ROLE_ARTICLE, false},
    {"author", PITH_ROLE_BYLINE, false},
    {NULL, 0, false},
};
static const name_row names_b[] = {
    {"breadcrumb", PITH_ROLE_NAVIGATION, false},
    {"byline", PITH_ROLE_BYLINE, false},
    {"banner", PITH_ROLE_ASIDE, false},
    {NULL, 0, false},
};
static const name_row names_c[] = {
    {"comment", PITH_ROLE_COMMENTS, false},
    {"content", PITH_ROLE_ARTICLE, true},
    {"cookie", PITH_ROLE_NOTICE, false},
    {"consent", PITH_ROLE_NOTICE, false},
    {"copyright", PITH_ROLE_FOOTER, false},
    {"colophon", PITH_ROLE_FOOTER, false},
    {NULL, 0, false},
};
static const name_row names_d[] = {
    {"disqus", PITH_ROLE_COMMENTS, false},
    {NULL, 0, false},
};
static const name_row names_e[] = {
    {"entry", PITH_ROLE_ARTICLE, false},
    {NULL, 0, false},
};
static const name_row names_f[] = {
    {"footer", PITH_ROLE_FOOTER, false},
    {"foot", PITH_ROLE_FOOTER, true},
    {NULL, 0, false},
};
static const name_row names_g[] = {
    {"gdpr", PITH_ROLE_NOTICE, false},
    {NULL, 0, false},
};
static const name_row names_l[] = {
    {"legal", PITH_ROLE_FOOTER, true},
    {NULL, 0, false},
};
static const name_row names_m[] = {
    {"main", PITH_ROLE_ARTICLE, true},
    {"masthead", PITH_ROLE_NAVIGATION, false},
    {"menu", PITH_ROLE_NAVIGATION, false},
    {"meta", PITH_ROLE_BYLINE, true},
    {"modal", PITH_ROLE_NOTICE, false},
    {NULL, 0, false},
};
static const name_row names_n[] = {
    {"nav", PITH_ROLE_NAVIGATION, true},
    {"navbar", PITH_ROLE_NAVIGATION, false},
    {"navigation", PITH_ROLE_NAVIGATION, false},
    {"newsletter", PITH_ROLE_ASIDE, false},
    {NULL, 0, false},
};
static const name_row names_o[] = {
    {"outbrain", PITH_ROLE_ASIDE, false},
    {NULL, 0, false},
};
static const name_row names_p[] = {
    {"pager", PITH_ROLE_NAVIGATION, false},
    {"pagination", PITH_ROLE_NAVIGATION, false},
    {"popular", PITH_ROLE_ASIDE, false},
    {"popup", PITH_ROLE_NOTICE, false},
    {"post", PITH_ROLE_ARTICLE, true},
    {"promo", PITH_ROLE_ASIDE, false},
    {NULL, 0, false},
};
static const name_row names_r[] = {
    {"recommend", PITH_ROLE_ASIDE, false},
    {"related", PITH_ROLE_ASIDE, false},
    {"replies", PITH_ROLE_COMMENTS, false},
    {"respond", PITH_ROLE_COMMENTS, true},
    {NULL, 0, false},
};
static const name_row names_s[] = {
    {"share", PITH_ROLE_ASIDE, false},
    {"sharing", PITH_ROLE_ASIDE, false},
    {"shoutbox", PITH_ROLE_COMMENTS, false},
    {"sidebar", PITH_ROLE_ASIDE, false},
    {"social", PITH_ROLE_ASIDE, false},
    {"sponsor", PITH_ROLE_ASIDE, false},
    {"story", PITH_ROLE_ARTICLE, true},
    {"subscribe", PITH_ROLE_ASIDE, false},
    {NULL, 0, false},
};
static const name_row names_t[] = {
    {"taboola", PITH_ROLE_ASIDE, false},
    {"tag", PITH_ROLE_BYLINE, true},
    {"toolbar", PITH_ROLE_NAVIGATION, false},
    {"trending", PITH_ROLE_ASIDE, false},
    {NULL, 0, false},
};
static const name_row names_w[] = {
    {"widget", PITH_ROLE_ASIDE, true},
    {NULL, 0, false},
};

static const name_row *const names[26] = {
    ['a' - 'a'] = names_a, ['b' - 'a'] = names_b, ['c' - 'a'] = names_c,
    ['d' - 'a'] = names_d, ['e' - 'a'] = names_e, ['f' - 'a'] = names_f,
    ['g' - 'a'] = names_g, ['l' - 'a'] = names_l, ['m' - 'a'] = names_m,
    ['n' - 'a'] = names_n, ['o' - 'a'] = names_o, ['p' - 'a'] = names_p,
    ['r' - 'a'] = names_r, ['s' - 'a'] = names_s, ['t' - 'a'] = names_t,
    ['w' - 'a'] = names_w,
};

/* What `role` says. */
static const name_row landmarks[] = {
    {"navigation", PITH_ROLE_NAVIGATION, true},
    {"menu", PITH_ROLE_NAVIGATION, true},
    {"menubar", PITH_ROLE_NAVIGATION, true},
    {"contentinfo", PITH_ROLE_FOOTER, true},
    {"complementary", PITH_ROLE_ASIDE, true},
    {"dialog", PITH_ROLE_NOTICE, true},
    {"alertdialog", PITH_ROLE_NOTICE, true},
    {"banner", PITH_ROLE_HEADER, true},
    {"search", PITH_ROLE_FORM, true},
    {"main", PITH_ROLE_ARTICLE, true},
    {"article", PITH_ROLE_ARTICLE, true},
};

static uint32_t
role_of_tag(pith_tag tag)
{
  switch (tag) {
  case PITH_TAG_NAV:
  case PITH_TAG_MENU:
    return PITH_ROLE_NAVIGATION;
  case PITH_TAG_FOOTER:
    return PITH_ROLE_FOOTER;
  case PITH_TAG_ASIDE:
    return PITH_ROLE_ASIDE;
  case PITH_TAG_DIALOG:
    return PITH_ROLE_NOTICE;
  case PITH_TAG_HEADER:
    return PITH_ROLE_HEADER;
  case PITH_TAG_FORM:
  case PITH_TAG_FIELDSET:
    return PITH_ROLE_FORM;
  case PITH_TAG_ARTICLE:
  case PITH_TAG_MAIN:
    return PITH_ROLE_ARTICLE;
  case PITH_TAG_UL:
  case PITH_TAG_OL:
  case PITH_TAG_DL:
    return PITH_ROLE_LIST;
  case PITH_TAG_TABLE:
    return PITH_ROLE_TABLE;
  case PITH_TAG_PRE:
  case PITH_TAG_XMP:
  case PITH_TAG_LISTING:
    return PITH_ROLE_CODE;
  case PITH_TAG_H1:
  case PITH_TAG_H2:
  case PITH_TAG_H3:
  case PITH_TAG_H4:
  case PITH_TAG_H5:
  case PITH_TAG_H6:
    return PITH_ROLE_HEADING;
  default:
    return 0;
  }
}

static bool
fits(const name_row *row, const char *word, size_t len)
{
  size_t stem = 0;
  for (; row->stem[stem]; stem++)
    if (stem == len || row->stem[stem] != word[stem])
      return false;
  return !row->whole || len == stem || (len == stem + 1 && word[stem] == 's');
}

/* The role of a word of the names of an element, of two letters or more. */
static uint32_t
role_of_word(pith_slice name)
{
  char word[WORD_MOST], second = pith__lower(name.data[1]);
  const name_row *row = names[pith__lower(name.data[0]) - 'a'];
  size_t len = 0;
  for (; row && row->stem; row++) {
    if (row->stem[1] != second)
      continue;
    for (; len < name.len && len < WORD_MOST; len++)
      word[len] = pith__lower(name.data[len]);
    if (fits(row, word, len))
      return row->role;
  }
  return 0;
}

static bool
is_small(char c)
{
  return c >= 'a' && c <= 'z';
}

static bool
is_capital(char c)
{
  return c >= 'A' && c <= 'Z';
}

/* Names such as "post-comments" or "postComments", word by word. */
static uint32_t
role_of_names(pith_slice value)
{
  uint32_t role = 0;
  const char *p = value.data, *end = p + value.len;
  while (p < end) {
    const char *from = p;
    while (p < end && is_capital(*p))
      p++;
    while (p < end && is_small(*p))
      p++;
    if (p - from > 1) /* words of one letter mean nothing */
      role |= role_of_word(pith__slice(from, (size_t)(p - from)));
    p += p == from;
  }
  return role;
}

/* Where a memo keeps names: by how long they are, and their two ends. */
static uint32_t
memo_place(pith_slice value)
{
  uint32_t head = 0, tail = 0;
  size_t few = value.len < sizeof head ? value.len : sizeof head;
  memcpy(&head, value.data, few);
  memcpy(&tail, value.data + value.len - few, few);
  return (head * 0x9E3779B1u ^ tail * 0x85EBCA6Bu ^
          (uint32_t)value.len * 0xC2B2AE35u) >>
         24;
}

static uint32_t
remember_role(pith_role_memo *memo, pith_slice value)
{
  if (value.len < 2)
    return 0; /* words of one letter mean nothing */
  uint32_t place = memo_place(value);
  if (!pith__slice_equal(memo->seen[place].names, value)) {
    memo->seen[place].names = value;
    memo->seen[place].role = role_of_names(value);
  }
  return memo->seen[place].role;
}

static uint32_t
role_of_landmark(pith_slice value)
{
  for (size_t i = 0; i < sizeof landmarks / sizeof *landmarks; i++)
    if (pith__slice_equal_folded(value, pith__slice_of(landmarks[i].stem)))
      return landmarks[i].role;
  return 0;
}

void
pith__role_memo_init(pith_role_memo *memo)
{
  memset(memo, 0, sizeof *memo);
  memo->names = pith__attr_hash(pith__slice_of("class"));
  memo->name = pith__attr_hash(pith__slice_of("id"));
  memo->landmark = pith__attr_hash(pith__slice_of("role"));
}

uint32_t
pith__box_role(pith_role_memo *memo, const pith_tree *tree, uint32_t node)
{
  const pith_tree_node *element = &tree->nodes[node];
  if (element->space != PITH_NAMESPACE_HTML)
    return 0;
  pith_tag tag = (pith_tag)element->tag;
  uint32_t role = role_of_tag(tag);
  if (tag == PITH_TAG_HTML || tag == PITH_TAG_BODY)
    return 0;
  for (uint32_t i = 0; i < element->attributes; i++) {
    const pith_attr *attr = &tree->store.attrs[element->data + i];
    if (attr->hash != memo->names && attr->hash != memo->name &&
        attr->hash != memo->landmark)
      continue;
    pith_slice name = pith__attr_name(&tree->store, attr);
    if (pith__slice_equal(name, pith__slice_of("class")) ||
        pith__slice_equal(name, pith__slice_of("id")))
      role |= remember_role(memo, pith__attr_value(&tree->store, attr));
    else if (pith__slice_equal(name, pith__slice_of("role")))
      role |= role_of_landmark(pith__attr_value(&tree->store, attr));
  }
  return role;
}
