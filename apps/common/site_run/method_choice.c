/* method_choice.c: see the header. Each method of the registry has up to three
 * choices, its variants, of which those are listed that it can do:
 *
 *                plain   site        compat
 *     auto       auto    site-auto
 *     chain      chain               chain-compat
 *     sentence   ...
 *
 * Nothing is stored: the list is short, and made again whenever it is read.
 */
#include "common/site_run/method_choice.h"

#include <stdio.h>
#include <string.h>

enum { VARIANT_PLAIN, VARIANT_SITE, VARIANT_COMPAT, VARIANTS };

static const char *const formats[VARIANTS] = {"%s", "site-%s", "%s-compat"};

/* A variant of a method; false when the method does not have it. */
static bool
make_choice(const pith_method_facts *facts, int variant, method_choice *out)
{
  bool both = facts->one_page && facts->whole_sites;
  if ((variant == VARIANT_SITE && !both) ||
      (variant == VARIANT_COMPAT && !facts->compat))
    return false;
  snprintf(out->name, sizeof out->name, formats[variant], facts->name);
  out->method = facts->name;
  out->source = facts->source;
  out->compat = variant == VARIANT_COMPAT;
  /* A method that can do without its site, under its plain name, does. */
  bool page_only = variant == VARIANT_PLAIN && both;
  out->evidence =
      page_only ? 0 : pith_method_evidence(facts->name, out->compat);
  return true;
}

/* Counts down over the variants that exist; `index` reaches 0 at the one that
 * is asked for. */
bool
method_choice_at(size_t index, method_choice *out)
{
  const pith_method_facts *facts;
  for (uint32_t i = 0; (facts = pith_method_describe(i)); i++)
    for (int variant = 0; variant < VARIANTS; variant++)
      if (make_choice(facts, variant, out) && index-- == 0)
        return true;
  return false;
}

bool
method_choice_find(const char *name, method_choice *out)
{
  char swapped[METHOD_CHOICE_NAME];
  size_t len = strlen(name);
  if (len > 5 && len < sizeof swapped && strcmp(name + len - 5, "-site") == 0) {
    snprintf(swapped, sizeof swapped, "site-%.*s", (int)len - 5, name);
    name = swapped; /* the other way to write it */
  }
  for (size_t i = 0; method_choice_at(i, out); i++)
    if (strcmp(out->name, name) == 0)
      return true;
  return false;
}

/* The last name is the one that has none behind it. Text that does not fit is
 * cut off: it is for a message. */
const char *
method_choice_names(char *room, size_t size)
{
  method_choice choice, next;
  size_t len = 0;
  *room = '\0';
  for (size_t i = 0; len < size && method_choice_at(i, &choice); i++) {
    const char *before = i == 0                           ? ""
                         : method_choice_at(i + 1, &next) ? ", "
                                                          : " or ";
    len +=
        (size_t)snprintf(room + len, size - len, "%s%s", before, choice.name);
  }
  return room;
}
