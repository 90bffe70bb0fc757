/*
 * See shell_text.h. Two passes over the scripts of a page that shows nothing:
 * linked data is meant for strangers and has names for what is text; state has
 * none, so a string must look like prose. Every string is taken once.
 */
#include "page/declared/shell_text.h"

#include "base/hash64.h"
#include "base/slice.h"
#include "page/declared/linked_data.h"
#include "page/element/attribute.h"

/* Words that make a string a text, where its key says so and where not; bytes
 * that are gathered; strings that are compared for being the same. */
enum {
  WORDS_NAMED = 6,
  WORDS_PLAIN = 20,
  BYTES_MOST = 1000000,
  STRINGS_MOST = 512
};

typedef struct gatherer {
  pith_buffer *html; /* borrowed */
  pith_buffer text;  /* owned: a string without its escapes */
  bool state;        /* of state, not of linked data */
  uint64_t seen[STRINGS_MOST];
  uint32_t seen_count;
  uint32_t words;
} gatherer;

/* Keys that hold text, whatever the object. */
static const char *const text_keys[] = {
    "articlebody", "text",    "body",   "content", "html",       "description",
    "bodyhtml",    "excerpt", "answer", "summary", "contenthtml"};

static bool
is_text_key(pith_slice key)
{
  for (size_t i = 0; i < sizeof text_keys / sizeof *text_keys; i++)
    if (pith__slice_is(key, text_keys[i]))
      return true;
  return false;
}

/* Linked data describes authors and sites too; they are not the page. */
static bool
is_about_page(const pith_linked_string *string)
{
  static const char *const others[] = {
      "person",      "organization",          "website", "imageobject",
      "videoobject", "newsmediaorganization", "review",  "listitem"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (pith__slice_is(string->type, others[i]))
      return false;
  return true;
}

/* Ideographs, syllables of Korean and Japanese: U+3000 and above. */
static bool
is_wide(char c)
{
  return (unsigned char)c >= 0xE3;
}

/* Runs between white space; `letters` of them begin with a letter. Scripts
 * without spaces have a word for two characters. */
static uint32_t
count_words(pith_slice text, uint32_t *letters)
{
  uint32_t words = 0, wide = 0;
  *letters = 0;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    wide += is_wide(c);
    if (pith__is_space(c) || (i > 0 && !pith__is_space(text.data[i - 1])))
      continue;
    words++;
    *letters += pith__is_letter(c) || (unsigned char)c >= 0x80 || c == '<';
  }
  *letters += wide / 2;
  return words + wide / 2;
}

/* Code has brackets and few words in between; prose begins words with letters
 * and ends sentences. Scripts without spaces are counted by their bytes. */
static bool
is_prose(pith_slice text, uint32_t words, uint32_t letters)
{
  uint32_t odd = 0, stops = 0, wide = 0;
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.data[i];
    odd += c == '{' || c == '}' || c == ';' || c == '\\' || c == '|';
    stops += c == '.' || c == '!' || c == '?' || c == ',';
    wide += is_wide(text.data[i]);
  }
  if (wide * 4 > text.len / 2)
    return odd * 40 < text.len;
  return letters * 10 >= words * 7 && odd * 8 < words && stops > 0;
}

/* Frameworks keep the same text under several keys. A page with more strings
 * than there is room for has enough text. */
static bool
is_new(gatherer *g, pith_slice text)
{
  uint64_t hash = pith__hash64(text.data, text.len, 0);
  if (g->seen_count == STRINGS_MOST)
    return false;
  for (uint32_t i = 0; i < g->seen_count; i++)
    if (g->seen[i] == hash)
      return false;
  g->seen[g->seen_count++] = hash;
  return true;
}

static void
append(pith_buffer *out, const char *text)
{
  pith__buffer_append(out, text, strlen(text));
}

/* Markup is taken as it is; of plain text lines become paragraphs, and what
 * could be read as markup is escaped. The result goes through the parser like
 * any page, so broken markup in it does no harm. */
static void
add_text(gatherer *g, pith_slice text)
{
  bool markup = false;
  for (size_t i = 0; i + 1 < text.len && !markup; i++)
    markup = text.data[i] == '<' &&
             (pith__is_letter(text.data[i + 1]) || text.data[i + 1] == '/');
  append(g->html, markup ? "<div>" : "<p>");
  for (size_t i = 0; i < text.len; i++)
    if (!markup && text.data[i] == '\n')
      append(g->html, "<p>");
    else if (!markup && text.data[i] == '<')
      append(g->html, "&lt;");
    else
      pith__buffer_append_char(g->html, text.data[i]);
  append(g->html, markup ? "</div>\n" : "</p>\n");
}

/* The cheap questions come first: state has thousands of short strings. */
static void
take_string(gatherer *g, const pith_linked_string *string)
{
  bool named = is_text_key(string->key);
  if (string->text.len < 24 || g->html->len > BYTES_MOST ||
      (!g->state && (!named || !is_about_page(string))))
    return;
  pith__buffer_clear(&g->text);
  pith__json_unescape(string->text, &g->text);
  pith_slice text = pith__slice_trim(pith__buffer_slice(&g->text));
  uint32_t letters, words = count_words(text, &letters);
  if (words < (named ? WORDS_NAMED : WORDS_PLAIN) ||
      !is_prose(text, words, letters) || !is_new(g, text))
    return;
  add_text(g, text);
  g->words += words;
}

/* --- scripts -------------------------------------------------------------- */

/* Plain search: callers look at types and at the beginning of a script. */
static bool
has_part(pith_slice text, const char *part)
{
  size_t len = strlen(part);
  for (size_t i = 0; i + len <= text.len; i++)
    if (memcmp(text.data + i, part, len) == 0)
      return true;
  return false;
}

/* `window.__NUXT__ = {...}` and its like; the name is in the first bytes. */
static bool
assigns_state(pith_slice code)
{
  static const char *const names[] = {"__NUXT__", "_STATE__", "__DATA__",
                                      "__APOLLO", "initialState"};
  pith_slice head = {code.data, code.len < 200 ? code.len : 200};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (has_part(head, names[i]))
      return true;
  return false;
}

/* The JSON of a script that holds what is asked for; empty: another script. */
static pith_slice
data_of(const pith_tree *tree, uint32_t n, bool state)
{
  static const pith_slice none = {NULL, 0};
  pith_slice type;
  if (tree->nodes[n].end == n + 1 || tree->nodes[n + 1].kind != PITH_NODE_TEXT)
    return none;
  pith_slice text = pith__tree_text(tree, n + 1);
  bool typed = pith__attribute_get(tree, n, "type", &type);
  if (!state)
    return typed && pith__slice_is(type, "application/ld+json") ? text : none;
  if (typed && pith__slice_is(type, "application/json"))
    return text;
  if ((typed && !has_part(type, "javascript")) || !assigns_state(text))
    return none;
  const char *open = memchr(text.data, '{', text.len);
  return open ? pith__slice(open, (size_t)(text.data + text.len - open)) : none;
}

/* The reader understands what it can of data that is no JSON, such as the
 * unquoted keys of Nuxt. */
static void
read_scripts(gatherer *g, const pith_tree *tree)
{
  for (uint32_t n = 1; n < tree->count; n++) {
    const pith_tree_node *node = &tree->nodes[n];
    if (node->kind != PITH_NODE_ELEMENT || node->tag != PITH_TAG_SCRIPT)
      continue;
    pith_slice data = data_of(tree, n, g->state);
    pith_linked_reader reader;
    pith_linked_string string;
    pith__linked_reader_init(&reader, data);
    while (data.len > 0 && pith__linked_next(&reader, &string))
      take_string(g, &string);
  }
}

/* State is read only where linked data says nothing: it holds the texts of the
 * interface too, and its order is that of a program. */
pith_status
pith__shell_text(const pith_tree *tree, pith_buffer *html, pith_shell_text *out)
{
  gatherer g = {.html = html};
  pith__buffer_init(&g.text, html->memory);
  read_scripts(&g, tree);
  if (g.words == 0) {
    g.state = true;
    read_scripts(&g, tree);
  }
  out->words = g.words;
  out->source = g.words == 0 ? NULL : g.state ? "state" : "linked-data";
  bool failed = html->failed || g.text.failed;
  pith__buffer_done(&g.text);
  return failed ? pith__memory_status(html->memory) : PITH_OK;
}

/* Names of the elements that frameworks fill. */
static bool
is_mount_name(pith_slice id)
{
  static const char *const names[] = {
      "root", "app",      "__next",     "__nuxt", "___gatsby", "svelte",
      "main", "app-root", "react-root", "q-app",  "vue-app",   "application"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (pith__slice_is(id, names[i]))
      return true;
  return false;
}

/* Only asked of pages with a few words, so the walk costs nothing. */
bool
pith__shell_is_mount(const pith_tree *tree)
{
  for (uint32_t n = 1; n < tree->count; n++) {
    const pith_tree_node *node = &tree->nodes[n];
    pith_slice id;
    if (node->kind != PITH_NODE_ELEMENT)
      continue;
    if (pith__slice_is(pith__tree_name(tree, n), "app-root") ||
        (pith__attribute_get(tree, n, "id", &id) && is_mount_name(id)))
      return true;
  }
  return false;
}
