/*
 * A site model as a file, and back. The layout is drawn in
 * docs/formats/site-model.md.
 *
 * Tokens repeat, so they are written once, in a dictionary that is sorted by a
 * hash of all that a token is; pages are lists of places in it. Both are in a
 * fixed order, so equal models are equal files.
 *
 * Reading trusts nothing: the checksum is looked at first, then every count
 * and place is checked against what is there before memory is taken.
 */
#include "site/site_sample.h"

#include "base/hash64.h"
#include "base/hash_index.h"
#include "base/slice.h"

#include <string.h>

#define MAGIC      "PITHSITE"
#define CHECK_SEED 0x6368656Bu /* "chek" */

enum {
  VERSION = 2,
  VERSION_AT = 8,
  HEADER_FIRST = 40, /* of version 1: what every file has */
  HEADER_LEN = 56,   /* magic 8, version 4, most 4, length 8, checksum 8,
                        tokens 4, pages 4, revision 4, key 4, options 8 */
  LENGTH_AT = 16,
  CHECKSUM_AT = 24,
  CHECKED_FROM = 32,
  TOKEN_LEN = 12, /* hash 8, facts 4 */
  PAGE_LEN = 20,  /* content 8, shape 8, tokens 4 */
  VARINT_MOST = 5
};

/* A token of a page, and its example: length and text, or NULL. */
typedef struct listed_token {
  const pith_profile_token *token;
  const char *example;
} listed_token;

/* The dictionary while a file is written. */
typedef struct dictionary {
  uint32_t total;      /* tokens of all pages */
  uint32_t *places;    /* of each of them in the dictionary */
  listed_token *words; /* by place */
  uint32_t count;
} dictionary;

/* Of all that a token is: two tokens with one key are equal. */
static uint64_t
token_key(const pith_profile_token *token)
{
  return pith__hash64_pair(token->hash, token->facts);
}

/* Little-endian, whatever the machine. */
static void
put_number(pith_buffer *out, uint64_t number, int bytes)
{
  for (int i = 0; i < bytes; i++)
    pith__buffer_append_char(out, (char)(number >> 8 * i & 0xFF));
}

/* Seven bits a byte, the lowest first; the top bit means that more follow. */
static void
put_varint(pith_buffer *out, uint32_t number)
{
  for (; number >= 0x80; number >>= 7)
    pith__buffer_append_char(out, (char)((number & 0x7F) | 0x80));
  pith__buffer_append_char(out, (char)number);
}

/* The tokens of all pages in one row, with their keys. */
static void
list_tokens(const pith_site_sample *model, listed_token *tokens, uint64_t *keys)
{
  uint32_t n = 0;
  for (uint32_t p = 0; p < model->count; p++) {
    const pith_model_page *page = &model->pages[p];
    const char *example = page->examples;
    for (uint32_t i = 0; i < page->count; i++, n++) {
      tokens[n].token = &page->tokens[i];
      tokens[n].example = NULL;
      keys[n] = token_key(&page->tokens[i]);
      if (pith__has_example(page->tokens[i].facts)) {
        tokens[n].example = example;
        example += 1 + (unsigned char)*example;
      }
    }
  }
}

/* Give each token its place among the different ones, in the order of keys.
 * The places are for writing pages: a token is then one to five bytes. */
static bool
make_dictionary(const pith_site_sample *model, pith_region *region,
                dictionary *dict)
{
  size_t total = dict->total;
  listed_token *all = pith__region_take(region, total, sizeof *all);
  uint64_t *keys = pith__region_take(region, total, sizeof *keys);
  dict->places = pith__region_take(region, total, sizeof *dict->places);
  dict->words = pith__region_take(region, total, sizeof *dict->words);
  if (!all || !keys || !dict->places || !dict->words)
    return false;
  list_tokens(model, all, keys);
  const uint32_t *order = pith__hash_order(region, keys, dict->total);
  if (!order)
    return false;
  for (uint32_t i = 0; i < dict->total; i++) {
    uint32_t n = order[i];
    if (i == 0 || keys[n] != keys[order[i - 1]])
      dict->words[dict->count++] = all[n];
    dict->places[n] = dict->count - 1;
  }
  return true;
}

/* Tokens first, then their examples: the reader can check the count of
 * tokens against the length of the file before it reads any text. */
static void
put_dictionary(pith_buffer *out, const dictionary *dict)
{
  for (uint32_t i = 0; i < dict->count; i++) {
    put_number(out, dict->words[i].token->hash, 8);
    put_number(out, dict->words[i].token->facts, 4);
  }
  for (uint32_t i = 0; i < dict->count; i++) {
    const char *example = dict->words[i].example;
    if (example)
      pith__buffer_append(out, example, 1u + (unsigned char)*example);
  }
}

/* Pages are in the order of their content, which the sample keeps. */
static void
put_pages(pith_buffer *out, const pith_site_sample *model,
          const dictionary *dict)
{
  const uint32_t *place = dict->places;
  for (uint32_t p = 0; p < model->count; p++) {
    const pith_model_page *page = &model->pages[p];
    put_number(out, page->content, 8);
    put_number(out, page->shape, 8);
    put_number(out, page->count, 4);
    for (uint32_t i = 0; i < page->count; i++)
      put_varint(out, *place++);
  }
}

/* Over all of the file but the checksum itself. */
static uint64_t
checksum(const char *file, size_t len)
{
  uint64_t head = pith__hash64(file, CHECKSUM_AT, CHECK_SEED);
  return pith__hash64(file + CHECKED_FROM, len - CHECKED_FROM, head);
}

/* All of the file but its length and checksum. */
static pith_status
put_model(pith_buffer *out, const pith_site_sample *model, pith_region *region)
{
  dictionary dict = {0};
  uint64_t total = 0;
  for (uint32_t p = 0; p < model->count; p++)
    total += model->pages[p].count;
  if (total >= UINT32_MAX)
    return PITH_LIMIT;
  dict.total = (uint32_t)total;
  if (!make_dictionary(model, region, &dict))
    return pith__memory_status(region->memory);
  pith__buffer_append(out, MAGIC, 8);
  put_number(out, VERSION, 4);
  put_number(out, model->most, 4);
  put_number(out, 0, 8);
  put_number(out, 0, 8);
  put_number(out, dict.count, 4);
  put_number(out, model->count, 4);
  put_number(out, PITH_PROFILE_REVISION, 4);
  put_number(out, strlen(model->key), 4);
  put_number(out, model->options, 8);
  pith__buffer_append(out, model->key, strlen(model->key));
  put_dictionary(out, &dict);
  put_pages(out, model, &dict);
  return out->failed ? pith__memory_status(out->memory) : PITH_OK;
}

/* Length and checksum are filled in last, over the zeros put_model() left. */
pith_status
pith__site_sample_save(const pith_site_sample *model, pith_buffer *out)
{
  pith_region region;
  size_t start = out->len;
  pith__region_init(&region, out->memory);
  pith_status status = put_model(out, model, &region);
  pith__region_done(&region);
  if (status != PITH_OK)
    return status;
  char *file = out->data + start;
  size_t len = out->len - start;
  for (int i = 0; i < 8; i++)
    file[LENGTH_AT + i] = (char)((uint64_t)len >> 8 * i & 0xFF);
  uint64_t sum = checksum(file, len);
  for (int i = 0; i < 8; i++)
    file[CHECKSUM_AT + i] = (char)(sum >> 8 * i & 0xFF);
  return PITH_OK;
}

/* What is left of the file. `damaged` is sticky. */
typedef struct reader {
  const unsigned char *data;
  size_t len;
  size_t at;
  bool damaged;
} reader;

/* Every read asks here first; after one that failed all fail. */
static bool
can_take(reader *from, size_t len)
{
  from->damaged |= len > from->len - from->at;
  return !from->damaged;
}

static uint64_t
take_number(reader *from, size_t bytes)
{
  uint64_t number = 0;
  if (!can_take(from, bytes))
    return 0;
  for (size_t i = 0; i < bytes; i++)
    number |= (uint64_t)from->data[from->at++] << 8 * i;
  return number;
}

/* At most five bytes, and no more than 32 bits: a longer one is damage. */
static uint32_t
take_varint(reader *from)
{
  uint64_t number = 0;
  for (int i = 0; i < VARINT_MOST; i++) {
    uint64_t byte = take_number(from, 1);
    number |= (byte & 0x7F) << 7 * i;
    if (byte < 0x80)
      break;
    from->damaged |= i + 1 == VARINT_MOST;
  }
  from->damaged |= number > UINT32_MAX;
  return (uint32_t)number;
}

/* The dictionary while a file is read. */
typedef struct lexicon {
  pith_profile_token *tokens;
  size_t *examples; /* where length and text are in the file, or 0 */
  uint32_t count;
} lexicon;

/* Keys must rise: that is the order of the writer, and it excludes
 * duplicates, so equal models stay equal files. */
static void
take_tokens(reader *from, lexicon *words)
{
  uint64_t before = 0;
  for (uint32_t i = 0; i < words->count && !from->damaged; i++) {
    pith_profile_token *token = &words->tokens[i];
    token->hash = take_number(from, 8);
    token->facts = (uint32_t)take_number(from, 4);
    token->node = 0;
    uint64_t key = token_key(token);
    from->damaged |= i > 0 && key <= before;
    from->damaged |= pith__profile_kind(token->facts) > PITH_PROFILE_TEXT;
    before = key;
  }
}

/* Only the place of each example is kept; the text stays in the file until a
 * page copies it. */
static void
take_examples(reader *from, lexicon *words)
{
  for (uint32_t i = 0; i < words->count && !from->damaged; i++) {
    words->examples[i] = 0;
    if (!pith__has_example(words->tokens[i].facts))
      continue;
    words->examples[i] = from->at;
    uint64_t len = take_number(from, 1);
    from->damaged |= len == 0 || len > PITH_PROFILE_EXAMPLE_MOST;
    if (can_take(from, len))
      from->at += len;
  }
}

/* How many bytes of examples the next `count` tokens have; nothing is taken.
 * A first pass over a page's places that also checks them all, so that
 * take_page() can take memory of the right size and copy without checks. */
static uint32_t
look_ahead(const reader *from, const lexicon *words, uint32_t count,
           bool *damaged)
{
  reader ahead = *from;
  uint32_t len = 0;
  for (uint32_t i = 0; i < count && !ahead.damaged; i++) {
    uint32_t place = take_varint(&ahead);
    ahead.damaged |= place >= words->count;
    if (!ahead.damaged && words->examples[place] > 0)
      len += 1u + from->data[words->examples[place]];
  }
  *damaged = ahead.damaged;
  return len;
}

/* Contents must rise, as in the sample. A token takes at least a byte, so
 * the count is checked against what is left before memory is taken. */
static pith_status
take_page(reader *from, const lexicon *words, pith_site_sample *model)
{
  pith_model_page *page = &model->pages[model->count];
  page->content = take_number(from, 8);
  page->shape = take_number(from, 8);
  page->count = (uint32_t)take_number(from, 4);
  bool damaged = from->damaged || page->count > PITH_MODEL_TOKENS_MOST ||
                 page->count > from->len - from->at ||
                 (model->count > 0 && page->content <= page[-1].content);
  if (!damaged)
    page->example_len = look_ahead(from, words, page->count, &damaged);
  if (damaged)
    return PITH_FORMAT;
  size_t token_bytes = page->count * sizeof *page->tokens;
  char *block = pith__memory_resize(model->memory, NULL, 0,
                                    token_bytes + page->example_len + 1);
  if (!block)
    return pith__memory_status(model->memory);
  page->tokens = (pith_profile_token *)(void *)block;
  page->examples = block + token_bytes;
  char *example = block + token_bytes;
  for (uint32_t i = 0; i < page->count; i++) {
    uint32_t place = take_varint(from);
    page->tokens[i] = words->tokens[place];
    if (words->examples[place] > 0) {
      const unsigned char *source = from->data + words->examples[place];
      memcpy(example, source, 1u + *source);
      example += 1u + *source;
    }
  }
  model->count++;
  return PITH_OK;
}

/* What the head of a file says beside its length. */
typedef struct file_head {
  uint32_t most, tokens, pages;
  uint64_t options;
  pith_slice key; /* lent by the file */
} file_head;

/* Whether the bytes are a whole file of some version: magic, length and
 * checksum have the same places in all. The checksum covers everything
 * else, so what comes after it is damaged only if somebody made it so on
 * purpose; the checks below hold for that case. */
static bool
is_whole(pith_slice bytes)
{
  if (bytes.len < HEADER_FIRST || memcmp(bytes.data, MAGIC, 8) != 0)
    return false;
  return pith__bytes8(bytes.data + LENGTH_AT) == bytes.len &&
         pith__bytes8(bytes.data + CHECKSUM_AT) ==
             checksum(bytes.data, bytes.len);
}

/* Reads the head of the file. A layout that is not ours and tokens made by
 * other rules are one thing to the caller: the model was made by another pith.
 */
static pith_status
take_header(pith_slice bytes, reader *from, file_head *head)
{
  if (!is_whole(bytes))
    return PITH_FORMAT;
  from->data = (const unsigned char *)bytes.data;
  from->len = bytes.len;
  from->at = VERSION_AT;
  if (take_number(from, 4) != VERSION)
    return PITH_REVISION;
  head->most = (uint32_t)take_number(from, 4);
  from->at = CHECKED_FROM;
  head->tokens = (uint32_t)take_number(from, 4);
  head->pages = (uint32_t)take_number(from, 4);
  uint64_t revision = take_number(from, 4);
  head->key.len = take_number(from, 4);
  head->options = take_number(from, 8);
  head->key.data = bytes.data + from->at;
  if (from->damaged || head->most == 0 || head->most > PITH_MODEL_PAGES_MOST ||
      head->key.len > PITH_SITE_KEY_MOST || !can_take(from, head->key.len) ||
      memchr(head->key.data, '\0', head->key.len))
    return PITH_FORMAT;
  from->at += head->key.len;
  return revision == PITH_PROFILE_REVISION ? PITH_OK : PITH_REVISION;
}

/* Counts are checked against the bytes that are left, divided by the least
 * that one takes: a short file cannot ask for much memory. */
static pith_status
load_pages(reader *from, const file_head *head, pith_region *region,
           pith_site_sample *model)
{
  lexicon words = {NULL, NULL, head->tokens};
  size_t left = from->len - from->at;
  if (words.count > left / TOKEN_LEN || head->pages > model->most ||
      head->pages > left / PAGE_LEN)
    return PITH_FORMAT;
  words.tokens = pith__region_take(region, words.count, sizeof *words.tokens);
  words.examples =
      pith__region_take(region, words.count, sizeof *words.examples);
  if (!words.tokens || !words.examples ||
      !PITH_GROW(model->memory, model->pages, model->capacity, head->pages + 1,
                 PITH_MODEL_PAGES_MOST + 1))
    return pith__memory_status(model->memory);
  take_tokens(from, &words);
  take_examples(from, &words);
  pith_status status = from->damaged ? PITH_FORMAT : PITH_OK;
  for (uint32_t i = 0; i < head->pages && status == PITH_OK; i++)
    status = take_page(from, &words, model);
  return status == PITH_OK && from->at != from->len ? PITH_FORMAT : status;
}

/* After a failure the sample is empty, never half of a file. */
pith_status
pith__site_sample_load(pith_site_sample *model, pith_slice bytes)
{
  reader from = {NULL, 0, 0, false};
  file_head head = {0};
  pith_region region;
  pith_status status = take_header(bytes, &from, &head);
  if (status != PITH_OK)
    return status;
  pith__site_sample_done(model);
  model->most = head.most;
  pith__region_init(&region, model->memory);
  status = load_pages(&from, &head, &region, model);
  pith__region_done(&region);
  if (status != PITH_OK) {
    pith__site_sample_done(model);
    return status;
  }
  model->options = head.options;
  pith__site_sample_name(model, head.key);
  return PITH_OK;
}
