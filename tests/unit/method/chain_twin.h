/*
 * The chain method's --compat profile once more, as plainly as it can be said:
 * sets are sorted arrays, all pairs are compared, nothing is remembered but the
 * shared length of two pages. Slow on purpose; the library must give the same
 * ranges and clusters for every site. Nothing of src/ is used but the struct
 * of options.
 */
#ifndef PITH_TESTS_UNIT_METHOD_CHAIN_TWIN_H
#define PITH_TESTS_UNIT_METHOD_CHAIN_TWIN_H

#include "papers/chain/chain_compat.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- tokens ----------------------------------------------------------------
 */

typedef struct twin_token {
  char *form;
  size_t form_len;
  size_t from, to;
} twin_token;

typedef struct twin_page {
  const char *data;
  size_t len;
  twin_token *tokens;
  size_t token_count;
  uint32_t *chains; /* hash of chain k */
  size_t chain_count;
  uint32_t *set; /* H(page), rising */
  size_t set_count;
  bool *marked; /* by the last twin_cover() */
  /* what comes out */
  bool removed;
  bool leftover;
  uint32_t cluster;
  pith_span *ranges;
  size_t range_count;
} twin_page;

/* A text run: its bytes and where they are. */
typedef struct twin_text {
  char *bytes;
  size_t *places;
  size_t count;
} twin_text;

static inline bool
twin_is_space(char c)
{
  return c == 9 || c == 10 || c == 12 || c == 13 || c == 32;
}

static inline bool
twin_is_letter(char c)
{
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static inline char
twin_lower(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline void *
twin_room(size_t bytes)
{
  void *room = calloc(bytes + 1, 1);
  assert(room);
  return room;
}

/* A form that is being written. */
typedef struct twin_form {
  char *data;
  size_t len;
} twin_form;

static inline void
twin_put(twin_form *form, char c)
{
  form->data[form->len++] = c;
}

static inline void
twin_put_text(twin_form *form, const char *text, size_t len)
{
  while (len > 0 && twin_is_space(text[0]))
    text++, len--;
  while (len > 0 && twin_is_space(text[len - 1]))
    len--;
  for (size_t i = 0; i < len; i++) {
    if (!twin_is_space(text[i]))
      twin_put(form, text[i]);
    else if (!twin_is_space(text[i + 1]))
      twin_put(form, ' ');
  }
}

static inline void
twin_add_token(twin_page *page, twin_form form, size_t from, size_t to)
{
  twin_token *token = &page->tokens[page->token_count++];
  token->form = form.data;
  token->form_len = form.len;
  token->from = from;
  token->to = to;
}

static inline void
twin_end_text(twin_page *page, twin_text *text)
{
  size_t first = 0, end = text->count;
  while (first < end && twin_is_space(text->bytes[first]))
    first++;
  while (first < end && twin_is_space(text->bytes[end - 1]))
    end--;
  if (first < end) {
    twin_form form = {twin_room(text->count), 0};
    twin_put_text(&form, text->bytes, text->count);
    twin_add_token(page, form, text->places[first], text->places[end - 1] + 1);
  }
  text->count = 0;
}

/* Writes the value that begins at i, in quotes or not: where it ends. */
static inline size_t
twin_value(const char *s, size_t n, size_t i, twin_form *form)
{
  if (i < n && (s[i] == '"' || s[i] == '\'')) {
    char quote = s[i++];
    for (; i < n && s[i] != quote; i++)
      twin_put(form, s[i]);
    return i + 1;
  }
  for (; i < n && !twin_is_space(s[i]) && s[i] != '>'; i++)
    twin_put(form, s[i]);
  return i;
}

/* Writes the attribute whose name begins at i: where it ends. */
static inline size_t
twin_attribute(const char *s, size_t n, size_t i, twin_form *form)
{
  twin_put(form, ' ');
  twin_put(form, twin_lower(s[i++]));
  for (; i < n && !twin_is_space(s[i]) && s[i] != '/' && s[i] != '>' &&
         s[i] != '=';
       i++)
    twin_put(form, twin_lower(s[i]));
  twin_put(form, '=');
  twin_put(form, '"');
  while (i < n && twin_is_space(s[i]))
    i++;
  if (i < n && s[i] == '=') {
    i++;
    while (i < n && twin_is_space(s[i]))
      i++;
    i = twin_value(s, n, i, form);
  }
  twin_put(form, '"');
  return i;
}

/* Reads the tag at `at`; writes its normal form. Returns where it ends, or 0
 * when the file ends first. */
static inline size_t
twin_tag(const char *s, size_t n, size_t at, twin_form *form)
{
  size_t i = at + 1;
  bool end_tag = s[i] == '/';
  twin_put(form, '<');
  if (end_tag) {
    twin_put(form, '/');
    i++;
  }
  for (; i < n && !twin_is_space(s[i]) && s[i] != '/' && s[i] != '>'; i++)
    twin_put(form, twin_lower(s[i]));
  size_t name_len = form->len;
  for (;;) {
    while (i < n && (twin_is_space(s[i]) || s[i] == '/'))
      i++;
    if (i >= n)
      return 0;
    if (s[i] == '>')
      break;
    i = twin_attribute(s, n, i, form);
  }
  if (end_tag)
    form->len = name_len; /* attributes dropped */
  twin_put(form, '>');
  return i + 1;
}

static inline size_t
twin_comment(const char *s, size_t n, size_t at)
{
  if (n - at < 4 || memcmp(s + at, "<!--", 4) != 0) {
    for (size_t i = at + 2; i < n; i++)
      if (s[i] == '>')
        return i + 1;
    return n;
  }
  at += 4;
  if (at < n && s[at] == '>')
    return at + 1;
  if (n - at >= 2 && memcmp(s + at, "->", 2) == 0)
    return at + 2;
  for (size_t i = at; i < n; i++) {
    if (n - i >= 3 && memcmp(s + i, "-->", 3) == 0)
      return i + 3;
    if (n - i >= 4 && memcmp(s + i, "--!>", 4) == 0)
      return i + 4;
  }
  return n;
}

/* Whether the form is that of a start tag of this name. */
static inline bool
twin_opens(const twin_form *form, const char *name)
{
  size_t len = strlen(name);
  return form->len > len + 1 && memcmp(form->data + 1, name, len) == 0 &&
         (form->data[len + 1] == ' ' || form->data[len + 1] == '>');
}

/* The body and end tag of a script or style element whose start tag ends at
 * `at`: where it ends. */
static inline size_t
twin_element(const char *s, size_t n, size_t at, const char *name,
             twin_form *form)
{
  size_t len = strlen(name), body = at, end = n;
  for (size_t i = at; i + len + 2 < n; i++) {
    bool hit = s[i] == '<' && s[i + 1] == '/';
    for (size_t k = 0; hit && k < len; k++)
      hit = twin_lower(s[i + 2 + k]) == name[k];
    char next = s[i + 2 + len];
    if (hit && (twin_is_space(next) || next == '/' || next == '>')) {
      twin_form unused = {twin_room(5 * (n - i)), 0};
      end = i;
      at = twin_tag(s, n, i, &unused);
      free(unused.data);
      break;
    }
  }
  if (end == n || at == 0)
    at = n;
  twin_put_text(form, s + body, end - body);
  twin_put(form, '<');
  twin_put(form, '/');
  for (size_t k = 0; k < len; k++)
    twin_put(form, name[k]);
  twin_put(form, '>');
  return at;
}

/* Forms are written to shared room; this gives one memory of its own. */
static inline void
twin_fit(twin_form *form)
{
  char *copy = twin_room(form->len);
  memcpy(copy, form->data, form->len);
  form->data = copy;
}

static inline void
twin_tokens(twin_page *page)
{
  const char *s = page->data;
  size_t n = page->len, i = 0;
  char *room = twin_room(5 * n + 64);
  twin_text text = {twin_room(n), twin_room(n * sizeof(size_t)), 0};
  page->tokens = twin_room((n + 1) * sizeof *page->tokens);
  while (i < n) {
    char next = i + 1 < n ? s[i + 1] : '\0';
    bool two = i + 1 < n, three = i + 2 < n;
    if (s[i] == '<' && ((two && (next == '!' || next == '?')) ||
                        (three && next == '/' && !twin_is_letter(s[i + 2])))) {
      i = twin_comment(s, n, i);
    } else if (s[i] == '<' &&
               ((two && twin_is_letter(next)) || (three && next == '/'))) {
      twin_form form = {room, 0};
      size_t end = twin_tag(s, n, i, &form);
      twin_end_text(page, &text);
      if (end == 0)
        break;
      if (twin_opens(&form, "script"))
        end = twin_element(s, n, end, "script", &form);
      else if (twin_opens(&form, "style"))
        end = twin_element(s, n, end, "style", &form);
      twin_fit(&form);
      twin_add_token(page, form, i, end);
      i = end;
    } else {
      text.bytes[text.count] = s[i];
      text.places[text.count++] = i++;
    }
  }
  twin_end_text(page, &text);
  free(text.bytes);
  free(text.places);
  free(room);
}

/* --- chains ----------------------------------------------------------------
 */

static inline uint32_t
twin_crc(uint32_t sum, const char *data, size_t len)
{
  for (size_t i = 0; i < len; i++) {
    sum ^= (unsigned char)data[i];
    for (int bit = 0; bit < 8; bit++)
      sum = sum & 1 ? sum >> 1 ^ 0xEDB88320u : sum >> 1;
  }
  return sum;
}

static inline int
twin_compare(const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static inline void
twin_chains(twin_page *page, uint32_t length)
{
  size_t count =
      page->token_count >= length ? page->token_count - length + 1 : 0;
  page->chains = twin_room(count * sizeof *page->chains);
  page->set = twin_room(count * sizeof *page->set);
  page->marked = twin_room(page->token_count * sizeof *page->marked);
  page->chain_count = count;
  for (size_t k = 0; k < count; k++) {
    uint32_t sum = 0xFFFFFFFFu;
    for (size_t t = k; t < k + length; t++) {
      if (t > k)
        sum = twin_crc(sum, "\x1F", 1);
      sum = twin_crc(sum, page->tokens[t].form, page->tokens[t].form_len);
    }
    page->chains[k] = page->set[k] = ~sum;
  }
  qsort(page->set, count, sizeof *page->set, twin_compare);
  for (size_t k = 0; k < count; k++)
    if (k == 0 || page->set[k] != page->set[k - 1])
      page->set[page->set_count++] = page->set[k];
}

static inline size_t
twin_intersect(const uint32_t *a, size_t a_count, const uint32_t *b,
               size_t b_count, uint32_t *out)
{
  size_t i = 0, k = 0, count = 0;
  while (i < a_count && k < b_count) {
    if (a[i] < b[k])
      i++;
    else if (a[i] > b[k])
      k++;
    else
      out[count++] = a[i++], k++;
  }
  return count;
}

static inline uint64_t
twin_cover(twin_page *page, const uint32_t *set, size_t count, uint32_t length)
{
  uint64_t sum = 0;
  memset(page->marked, 0, page->token_count);
  for (size_t k = 0; k < page->chain_count && count > 0; k++)
    if (bsearch(&page->chains[k], set, count, sizeof *set, twin_compare))
      memset(page->marked + k, true, length);
  for (size_t t = 0; t < page->token_count; t++)
    if (page->marked[t])
      sum += page->tokens[t].to - page->tokens[t].from;
  return sum;
}

/* --- clusters --------------------------------------------------------------
 */

typedef struct twin_cluster {
  uint32_t level;
  size_t *members;
  size_t member_count;
  uint32_t *nav;
  size_t nav_count;
} twin_cluster;

typedef struct twin_site {
  const pith_chain_settings *options;
  twin_page *pages; /* in order */
  size_t count;
  uint64_t *shared; /* [a * count + b], computed once */
  bool *left;
  twin_cluster *clusters;
  size_t cluster_count;
} twin_site;

static inline uint64_t
twin_shared(twin_site *site, size_t a, size_t b)
{
  twin_page *x = &site->pages[a], *y = &site->pages[b];
  uint32_t *both = twin_room(x->set_count * sizeof *both);
  size_t count =
      twin_intersect(x->set, x->set_count, y->set, y->set_count, both);
  uint32_t length = site->options->min_tokens_chain;
  uint64_t of_x = twin_cover(x, both, count, length);
  uint64_t of_y = twin_cover(y, both, count, length);
  free(both);
  return of_x < of_y ? of_x : of_y;
}

typedef struct twin_pair {
  size_t a, b;
} twin_pair;

static inline bool
twin_find_pair(twin_site *site, const twin_pair *failed, size_t failed_count,
               twin_pair *best)
{
  uint64_t most = 0;
  for (size_t a = 0; a < site->count; a++)
    for (size_t b = a + 1; b < site->count; b++) {
      uint64_t shared = site->shared[a * site->count + b];
      size_t size = site->pages[a].len < site->pages[b].len
                        ? site->pages[a].len
                        : site->pages[b].len;
      bool possible = shared > 0 && site->left[a] && site->left[b] &&
                      !(100 * shared > site->options->dup_limit * size);
      for (size_t i = 0; i < failed_count; i++)
        if (failed[i].a == a && failed[i].b == b)
          possible = false;
      if (possible && shared > most) {
        most = shared;
        best->a = a;
        best->b = b;
      }
    }
  return most > 0;
}

static inline bool
twin_is_member(const twin_cluster *cluster, size_t page)
{
  for (size_t i = 0; i < cluster->member_count; i++)
    if (cluster->members[i] == page)
      return true;
  return false;
}

static inline void
twin_grow(twin_site *site, twin_pair pair, uint32_t level,
          twin_cluster *cluster)
{
  uint32_t length = site->options->min_tokens_chain;
  twin_page *pages = site->pages;
  uint64_t base = site->shared[pair.a * site->count + pair.b];
  cluster->level = level;
  cluster->members = twin_room(site->count * sizeof *cluster->members);
  cluster->members[0] = pair.a;
  cluster->members[1] = pair.b;
  cluster->member_count = 2;
  cluster->nav = twin_room(pages[pair.a].set_count * sizeof *cluster->nav);
  cluster->nav_count =
      twin_intersect(pages[pair.a].set, pages[pair.a].set_count,
                     pages[pair.b].set, pages[pair.b].set_count, cluster->nav);
  uint32_t *narrow = twin_room(cluster->nav_count * sizeof *narrow);
  for (;;) {
    size_t d = site->count;
    uint64_t most = 0;
    for (size_t i = 0; i < site->count; i++) {
      if (!site->left[i] || twin_is_member(cluster, i))
        continue;
      uint64_t cover =
          twin_cover(&pages[i], cluster->nav, cluster->nav_count, length);
      if (d == site->count || cover > most) {
        d = i;
        most = cover;
      }
    }
    if (d == site->count || 100 * most < level * base)
      break;
    size_t count = twin_intersect(cluster->nav, cluster->nav_count,
                                  pages[d].set, pages[d].set_count, narrow);
    bool enough = true;
    for (size_t i = 0; i < cluster->member_count; i++)
      if (100 * twin_cover(&pages[cluster->members[i]], narrow, count, length) <
          level * base)
        enough = false;
    if (!enough)
      break;
    memcpy(cluster->nav, narrow, count * sizeof *narrow);
    cluster->nav_count = count;
    cluster->members[cluster->member_count++] = d;
  }
  free(narrow);
}

static inline void
twin_drop_cluster(twin_cluster *cluster)
{
  free(cluster->members);
  free(cluster->nav);
}

static inline void
twin_level(twin_site *site, uint32_t level)
{
  const pith_chain_settings *options = site->options;
  twin_pair *failed =
      twin_room((options->max_failures + (size_t)2) * sizeof *failed);
  size_t failed_count = 0, left_count = 0;
  for (size_t i = 0; i < site->count; i++)
    left_count += site->left[i];
  while (left_count >= options->min_cluster &&
         failed_count <= options->max_failures) {
    twin_pair pair;
    twin_cluster cluster;
    if (!twin_find_pair(site, failed, failed_count, &pair))
      break;
    twin_grow(site, pair, level, &cluster);
    if (cluster.member_count >= options->min_cluster) {
      for (size_t i = 0; i < cluster.member_count; i++)
        site->left[cluster.members[i]] = false;
      left_count -= cluster.member_count;
      site->clusters[site->cluster_count++] = cluster;
    } else {
      failed[failed_count++] = pair;
      twin_drop_cluster(&cluster);
    }
  }
  free(failed);
}

/* --- removal ---------------------------------------------------------------
 */

static inline void
twin_remove(twin_site *site, size_t page_number, size_t cluster)
{
  twin_page *page = &site->pages[page_number];
  const twin_cluster *by = &site->clusters[cluster];
  if (twin_cover(page, by->nav, by->nav_count,
                 site->options->min_tokens_chain) == 0)
    return;
  page->removed = true;
  page->cluster = (uint32_t)cluster;
  page->ranges = twin_room(page->token_count * sizeof *page->ranges);
  for (size_t t = 0; t < page->token_count; t++) {
    if (!page->marked[t])
      continue;
    if (t == 0 || !page->marked[t - 1])
      page->ranges[page->range_count++].from = (uint32_t)page->tokens[t].from;
    page->ranges[page->range_count - 1].to = (uint32_t)page->tokens[t].to;
  }
}

static inline void
twin_leftovers(twin_site *site)
{
  for (size_t i = 0; i < site->count; i++) {
    uint64_t most = 0;
    size_t best = 0;
    if (site->pages[i].removed)
      continue;
    for (size_t c = 0; c < site->cluster_count; c++) {
      uint64_t cover = twin_cover(&site->pages[i], site->clusters[c].nav,
                                  site->clusters[c].nav_count,
                                  site->options->min_tokens_chain);
      if (cover > most) {
        most = cover;
        best = c;
      }
    }
    if (most > 0) {
      site->pages[i].leftover = true;
      twin_remove(site, i, best);
    }
  }
}

/* --- the whole -------------------------------------------------------------
 */

static inline void
twin_run(twin_site *site, const pith_slice *pages, size_t count,
         const pith_chain_settings *options)
{
  memset(site, 0, sizeof *site);
  site->options = options;
  site->count = count;
  site->pages = twin_room(count * sizeof *site->pages);
  site->shared = twin_room(count * count * sizeof *site->shared);
  site->left = twin_room(count * sizeof *site->left);
  site->clusters = twin_room(count * sizeof *site->clusters);
  for (size_t i = 0; i < count; i++) {
    site->left[i] = true;
    site->pages[i].data = pages[i].data;
    site->pages[i].len = pages[i].len;
    twin_tokens(&site->pages[i]);
    twin_chains(&site->pages[i], options->min_tokens_chain);
  }
  for (size_t a = 0; a < count; a++)
    for (size_t b = a + 1; b < count; b++)
      site->shared[a * count + b] = twin_shared(site, a, b);
  for (int level = (int)options->min_nav_length;
       level >= (int)options->nav_end || level == (int)options->min_nav_length;
       level -= (int)options->nav_step) {
    twin_level(site, (uint32_t)level);
    if (options->nav_step == 0)
      break;
  }
  for (size_t c = 0; c < site->cluster_count; c++)
    for (size_t i = 0; i < site->clusters[c].member_count; i++)
      twin_remove(site, site->clusters[c].members[i], c);
  twin_leftovers(site);
}

static inline void
twin_done(twin_site *site)
{
  for (size_t i = 0; i < site->count; i++) {
    twin_page *page = &site->pages[i];
    for (size_t t = 0; t < page->token_count; t++)
      free(page->tokens[t].form);
    free(page->tokens);
    free(page->chains);
    free(page->set);
    free(page->marked);
    free(page->ranges);
  }
  for (size_t c = 0; c < site->cluster_count; c++)
    twin_drop_cluster(&site->clusters[c]);
  free(site->pages);
  free(site->shared);
  free(site->left);
  free(site->clusters);
}

#endif
