/*
 * The options of a page: their defaults, what becomes of the caller's struct,
 * and the same options by name.
 *
 *     "max-bytes", "20M" ──► row of the table ──► field of pith_options
 *
 * One row an option: its name on the command line, what kind of value it has,
 * where its field is and the range of a number. The limits leave
 * pith__options_read() in these ranges too, so that no later stage has to ask
 * whether a ceiling makes sense.
 */
#include "api/workspace.h"

#include "api/explain.h"
#include "base/hash64.h"
#include "base/slice.h"
#include "method/method.h"

/* Offsets of the text share 32 bits with one flag, and a byte can become
 * three: 1 GB in is 3 GB at most. */
#define MOST_COUNT 1000000000u

typedef enum option_kind {
  KIND_COUNT,     /* uint32_t, in the range of the row */
  KIND_COUNT64,   /* uint64_t */
  KIND_SIZE,      /* size_t */
  KIND_BOOL,      /* bool; "no-NAME" is the opposite */
  KIND_TEXT,      /* const char *, any */
  KIND_LABEL,     /* const char *, a label of an encoding */
  KIND_METHOD,    /* const char *, a method of the registry */
  KIND_BALANCE,   /* pith_balance by its word */
  KIND_TITLE,     /* pith_title by its word */
  KIND_FRONT,     /* pith_front_matter by its word */
  KIND_PRECISION, /* pith_balance, a switch: this one or balanced */
  KIND_RECALL
} option_kind;

typedef struct option_row {
  const char *name;
  option_kind kind;
  size_t offset;        /* of the field */
  uint32_t least, most; /* of a KIND_COUNT */
} option_row;

#define ROW(name, kind, field)                                                 \
  {                                                                            \
    name, kind, offsetof(pith_options, field), 0, 0                            \
  }
#define COUNT_ROW(name, field, least, most)                                    \
  {                                                                            \
    name, KIND_COUNT, offsetof(pith_options, field), least, most               \
  }

/* In the order of the struct. */
static const option_row rows[] = {
    COUNT_ROW("max-bytes", max_bytes, 0, MOST_COUNT),
    COUNT_ROW("max-nodes", max_nodes, 16, MOST_COUNT),
    COUNT_ROW("max-depth", max_depth, 16, MOST_COUNT),
    /* A node counts its attributes in 10 bits. */
    COUNT_ROW("max-attributes", max_attributes, 0, 1023),
    COUNT_ROW("max-formatting", max_formatting, 1, MOST_COUNT),
    ROW("max-steps", KIND_COUNT64, max_steps),
    ROW("max-memory", KIND_SIZE, max_memory),
    ROW("encoding", KIND_LABEL, encoding),
    ROW("transport-encoding", KIND_TEXT, transport_encoding),
    ROW("fragment", KIND_TEXT, fragment_context),
    ROW("scripting", KIND_BOOL, scripting),
    ROW("compat", KIND_BOOL, compat),
    ROW("comments", KIND_BOOL, comments),
    ROW("method", KIND_METHOD, method),
    ROW("balance", KIND_BALANCE, balance),
    ROW("precision", KIND_PRECISION, balance),
    ROW("recall", KIND_RECALL, balance),
    ROW("links", KIND_BOOL, links),
    ROW("images", KIND_BOOL, images),
    ROW("tables", KIND_BOOL, tables),
    ROW("highlight", KIND_BOOL, highlight),
    ROW("base-url", KIND_TEXT, base_url),
    ROW("id", KIND_TEXT, id),
    ROW("path", KIND_TEXT, path),
    ROW("url", KIND_TEXT, url),
    ROW("markdown", KIND_BOOL, markdown),
    ROW("title", KIND_TITLE, title),
    ROW("recover", KIND_BOOL, recover),
    ROW("front-matter", KIND_FRONT, front_matter),
};

#define ROW_COUNT (sizeof rows / sizeof rows[0])

/* What is being set, with the words of the caller for messages. */
typedef struct setting {
  const option_row *row;
  void *field;
  const char *name;
  const char *value;
  bool inverted; /* the name began with "no-" */
  pith_error *error;
} setting;

/* Only 32-bit counts have a range: the wider fields are good as they are. */
static void
clamp_limits(pith_options *options)
{
  for (size_t i = 0; i < ROW_COUNT; i++) {
    if (rows[i].kind != KIND_COUNT)
      continue;
    uint32_t *field = (uint32_t *)((char *)options + rows[i].offset);
    if (*field < rows[i].least)
      *field = rows[i].least;
    else if (*field > rows[i].most)
      *field = rows[i].most;
  }
}

/* A caller built with an older header has a shorter struct; what it lacks keeps
 * its default. One with a newer header has fields that this library does not
 * know, and they are not copied. */
void
pith__options_read(const pith_options *given, pith_options *out)
{
  pith_options_default(out);
  if (given) {
    size_t size = given->size < sizeof *out ? given->size : sizeof *out;
    memcpy(out, given, size);
  }
  clamp_limits(out);
}

/* Not max_bytes and max_memory, which refuse a page and never change it, nor
 * encodings, which are facts of each page. Part of the file format of site
 * models: numbers are added at the end, with PITH_PROFILE_REVISION raised. */
uint64_t
pith__options_digest(const pith_options *options)
{
  const uint64_t numbers[] = {options->max_nodes,      options->max_depth,
                              options->max_attributes, options->max_formatting,
                              options->max_steps,      options->scripting,
                              options->recover};
  const char *inside =
      options->fragment_context ? options->fragment_context : "";
  uint64_t digest = pith__hash64(inside, strlen(inside), 0);
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    digest = pith__hash64_pair(digest, numbers[i]);
  return digest ? digest : 1;
}

/* Decimal units, as in the manual: 20 MB is 20,000,000 bytes. */
void
pith_options_default(pith_options *options)
{
  memset(options, 0, sizeof *options);
  options->size = sizeof *options;
  options->max_bytes = 20 * 1000 * 1000;
  options->max_nodes = 1000 * 1000;
  options->max_depth = 512;
  options->max_attributes = 256;
  options->max_formatting = 64;
  options->max_memory = (size_t)512 * 1000 * 1000;
  options->links = true;
  options->images = true;
  options->tables = true;
  options->recover = true;
}

/* What the letter after a number multiplies it with; 0: none of ours.
 * Two letters for each factor: the index of "kKmMgG", halved. */
static uint64_t
suffix_factor(const char *suffix)
{
  static const char letters[] = "kKmMgG";
  static const uint64_t factors[] = {1000, 1000000, 1000000000};
  if (*suffix == '\0')
    return 1;
  const char *found = strchr(letters, *suffix);
  if (!found || suffix[1] != '\0')
    return 0;
  return factors[(found - letters) / 2];
}

/* No step can overflow: each product is compared with `most` by a division
 * before it is made. `*out` is left alone on failure. */
bool
pith_count_read(const char *text, uint64_t most, uint64_t *out)
{
  uint64_t number = 0;
  const char *at = text;
  for (; *at >= '0' && *at <= '9'; at++) {
    uint64_t digit = (uint64_t)(*at - '0');
    if (number > most / 10 || number * 10 > most - digit)
      return false;
    number = number * 10 + digit;
  }
  uint64_t factor = suffix_factor(at);
  if (at == text || factor == 0 || number > most / factor)
    return false;
  *out = number * factor;
  return true;
}

static pith_status
set_count(const setting *set)
{
  uint64_t number;
  if (!pith_count_read(set->value, set->row->most, &number) ||
      number < set->row->least)
    return pith__explain(set->error, PITH_USAGE,
                         "bad value '%.40s' for %.24s; use a number from %u to "
                         "%s, such as 64k or 20M",
                         set->value, set->name, (unsigned)set->row->least,
                         set->row->most == MOST_COUNT ? "1G" : "1023");
  *(uint32_t *)set->field = (uint32_t)number;
  return PITH_OK;
}

/* The field is limited and written in its own width: size_t has 32 bits on
 * small machines. */
static pith_status
set_large_count(const setting *set)
{
  uint64_t most = UINT64_MAX;
  if (set->row->kind == KIND_SIZE)
    most = SIZE_MAX;
  uint64_t number;
  if (!pith_count_read(set->value, most, &number))
    return pith__explain(set->error, PITH_USAGE,
                         "bad value '%.40s' for %.24s; use a number such as "
                         "64k or 20M",
                         set->value, set->name);
  if (set->row->kind == KIND_SIZE)
    *(size_t *)set->field = (size_t)number;
  else
    *(uint64_t *)set->field = number;
  return PITH_OK;
}

/* A switch: true without a value. */
static bool
read_switch(const setting *set, bool *out)
{
  const char *value = set->value;
  bool on = !*value || strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
  if (!on && strcmp(value, "false") != 0 && strcmp(value, "0") != 0)
    return false;
  *out = on != set->inverted;
  return true;
}

/* A switch for one balance that is turned off leaves the balanced one, whatever
 * was set before. */
static pith_status
set_switch(const setting *set)
{
  bool on;
  if (!read_switch(set, &on))
    return pith__explain(set->error, PITH_USAGE,
                         "bad value '%.40s' for %.24s; use true or false",
                         set->value, set->name);
  pith_balance *balance = set->field;
  if (set->row->kind == KIND_BOOL)
    *(bool *)set->field = on;
  else if (set->row->kind == KIND_PRECISION)
    *balance = on ? PITH_PRECISION : PITH_BALANCED;
  else
    *balance = on ? PITH_RECALL : PITH_BALANCED;
  return PITH_OK;
}

/* The words of an enumeration, in the order of its numbers. */
static const char *const *
words_of(option_kind kind)
{
  static const char *const balances[] = {"balanced", "precision", "recall",
                                         NULL};
  static const char *const titles[] = {"auto", "always", "never", NULL};
  static const char *const fronts[] = {"none", "yaml", NULL};
  return kind == KIND_TITLE ? titles : kind == KIND_FRONT ? fronts : balances;
}

/* All enumerations of the options have the size of an int. */
static pith_status
set_word(const setting *set)
{
  const char *const *words = words_of(set->row->kind);
  _Static_assert(sizeof(pith_balance) == sizeof(int) &&
                     sizeof(pith_title) == sizeof(int) &&
                     sizeof(pith_front_matter) == sizeof(int),
                 "set_word() writes an int");
  for (int i = 0; words[i]; i++)
    if (strcmp(set->value, words[i]) == 0) {
      memcpy(set->field, &i, sizeof i);
      return PITH_OK;
    }
  pith__explain(set->error, PITH_USAGE, "bad value '%.40s' for %.24s; use %s",
                set->value, set->name, words[0]);
  for (int i = 1; words[i]; i++)
    pith__explain_more(set->error, "%s%s", words[i + 1] ? ", " : " or ",
                       words[i]);
  return PITH_USAGE;
}

/* The label is borrowed, not translated: the encoding is looked up when a page
 * is decoded. */
static pith_status
set_label(const setting *set)
{
  if (!pith_encoding_for_label(pith__slice_of(set->value)))
    return pith__explain(set->error, PITH_CHARSET,
                         "unknown encoding '%.40s' for %.24s; use a WHATWG "
                         "label such as utf-8, windows-1251 or gb18030",
                         set->value, set->name);
  *(const char **)set->field = set->value;
  return PITH_OK;
}

/* "a, b or c" of all methods. */
static void
list_methods(pith_error *error)
{
  uint32_t count;
  const pith_method *methods = pith__methods(&count);
  for (uint32_t i = 0; i < count; i++) {
    pith__explain_more(error, "%s%s",
                       i == 0           ? ""
                       : i + 1 == count ? " or "
                                        : ", ",
                       methods[i].facts.name);
  }
}

/* The name of the registry is stored, which lives as long as the program; the
 * caller's string may go. */
static pith_status
set_method(const setting *set)
{
  const pith_method *method = pith__method_find(set->value, false);
  if (method) {
    *(const char **)set->field = method->facts.name;
    return PITH_OK;
  }
  pith__explain(set->error, PITH_USAGE,
                "unknown method '%.40s' for %.24s; "
                "choose ",
                set->value, set->name);
  list_methods(set->error);
  return PITH_USAGE;
}

/* An empty text clears the option, as in `--fragment=`. */
static pith_status
set_field(const setting *set)
{
  switch (set->row->kind) {
  case KIND_COUNT:
    return set_count(set);
  case KIND_COUNT64:
  case KIND_SIZE:
    return set_large_count(set);
  case KIND_BOOL:
  case KIND_PRECISION:
  case KIND_RECALL:
    return set_switch(set);
  case KIND_TEXT:
    *(const char **)set->field = *set->value ? set->value : NULL;
    return PITH_OK;
  case KIND_LABEL:
    return set_label(set);
  case KIND_METHOD:
    return set_method(set);
  case KIND_BALANCE:
  case KIND_TITLE:
  case KIND_FRONT:
    return set_word(set);
  }
  return PITH_USAGE;
}

static const option_row *
find_row(const char *name)
{
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (strcmp(name, rows[i].name) == 0)
      return &rows[i];
  return NULL;
}

/* "no-" is tried only when no option has the whole name, so an option may begin
 * with it. Strings are borrowed until the options are used last. */
pith_status
pith_options_set(pith_options *options, const char *name, const char *value,
                 pith_error *error)
{
  const char *plain = strncmp(name, "--", 2) == 0 ? name + 2 : name;
  const option_row *row = find_row(plain);
  setting set = {.name = name, .value = value ? value : "", .error = error};
  if (!row && strncmp(plain, "no-", 3) == 0) {
    row = find_row(plain + 3);
    set.inverted = true;
    if (row && row->kind != KIND_BOOL)
      row = NULL;
  }
  /* A field that the caller's shorter struct does not have cannot be set. */
  if (!row || row->offset >= options->size)
    return pith__explain(error, PITH_USAGE,
                         "unknown option '%.60s'; docs/manual lists them",
                         name);
  set.row = row;
  set.field = (char *)options + row->offset;
  return set_field(&set);
}

/* Callers count up from 0 until NULL. */
const char *
pith_option_name(uint32_t index)
{
  return index < ROW_COUNT ? rows[index].name : NULL;
}
