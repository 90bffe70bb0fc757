/* arguments.c: argv in, options and files out, one at a time.
 *
 * Long options are not abbreviated: a script that relies on `--tok` breaks
 * the day a `--token` is born.
 */
#include "common/options/arguments.h"

#include "common/output/message.h"

#include <string.h>

static argument_kind
refuse_unknown(const arguments *in, const char *argument)
{
  message("unknown option '%s' for %s; 'pith %s --help' lists them", argument,
          in->command, in->command);
  return ARGUMENT_WRONG;
}

/* True when `argument` is the long option `name`, alone or with "=value";
 * *attached is then that value or NULL. */
static bool
is_long(const char *argument, const char *name, const char **attached)
{
  size_t len = strlen(name);
  if (strncmp(argument, name, len) != 0)
    return false;
  if (argument[len] != '\0' && argument[len] != '=')
    return false;
  *attached = argument[len] == '=' ? argument + len + 1 : NULL;
  return true;
}

static bool
is_short(const char *argument, char letter, const char **attached)
{
  if (!letter || argument[1] != letter)
    return false;
  *attached = argument[2] ? argument + 2 : NULL;
  return true;
}

static const option_spec *
find_spec(const arguments *in, const char *argument, const char **attached)
{
  for (size_t i = 0; i < in->spec_count; i++)
    if (is_long(argument, in->specs[i].name, attached) ||
        is_short(argument, in->specs[i].letter, attached))
      return &in->specs[i];
  return NULL;
}

/* The value of an option that was just recognized. */
static argument_kind
take_value(arguments *in, const option_spec *spec, const char *attached,
           const char **value)
{
  *value = attached;
  if (!spec->value && attached) {
    message("%s takes no value (got '%s')", spec->name, attached);
    return ARGUMENT_WRONG;
  }
  if (!spec->value || attached)
    return ARGUMENT_OPTION;
  if (in->next >= in->argc) {
    message("%s needs a value: %s %s", spec->name, spec->name, spec->value);
    return ARGUMENT_WRONG;
  }
  *value = in->argv[in->next++];
  return ARGUMENT_OPTION;
}

argument_kind
arguments_next(arguments *in, const option_spec **spec, const char **value)
{
  const char *attached = NULL;
  *spec = NULL;
  *value = NULL;
  if (!in->only_files && in->next < in->argc &&
      strcmp(in->argv[in->next], "--") == 0) {
    in->only_files = true;
    in->next++;
  }
  if (in->next >= in->argc)
    return ARGUMENT_END;
  const char *argument = in->argv[in->next++];
  if (in->only_files || argument[0] != '-' || argument[1] == '\0') {
    *value = argument;
    return ARGUMENT_FILE;
  }
  *spec = find_spec(in, argument, &attached);
  if (!*spec)
    return refuse_unknown(in, argument);
  return take_value(in, *spec, attached, value);
}
