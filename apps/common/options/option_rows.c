/* option_rows.c: the generated table, and the macros that its rows use.
 *
 *     sets: crawl.depth   ──►   SETS_COUNT(crawl.depth)
 *                         ──►   {KIND_COUNT32, offsetof(request, crawl.depth)}
 *
 * _Generic selects the kind by the type of the field. A field that does not
 * exist, or whose type does not fit the option's, is an error of the compiler:
 * no option can be described and do nothing.
 */
#include "common/options/option_rows.h"

#include "common/options/request.h"

#include <string.h>

/* FIELD is used for its type only and never evaluated; AT is the place of the
 * field in a request. */
#define FIELD(field) (((app_request *)0)->field)
#define AT(field)    offsetof(app_request, field)

/* Each macro makes an option_target: kind, offset, setting, name in the
 * library. */
#define SETS_NOTHING(kind)                                                     \
  {                                                                            \
    KIND_##kind, 0, 0, NULL                                                    \
  }
#define SETS_PAGE(field, name)                                                 \
  {                                                                            \
    KIND_PAGE, AT(page.field), 0, name                                         \
  }
#define SETS_SWITCH(field, setting)                                            \
  {                                                                            \
    _Generic(FIELD(field), bool                                                \
             : KIND_SWITCH, unsigned                                           \
             : KIND_SETTING),                                                  \
        AT(field), setting, NULL                                               \
  }
#define SETS_BY_TYPE(field, ...)                                               \
  {                                                                            \
    _Generic(FIELD(field), __VA_ARGS__), AT(field), 0, NULL                    \
  }
#define SETS_COUNT(field)                                                      \
  SETS_BY_TYPE(field, uint32_t : KIND_COUNT32, uint64_t : KIND_COUNT64)
#define SETS_NUMBER(field) SETS_BY_TYPE(field, double : KIND_NUMBER)
#define SETS_TIME(field)                                                       \
  SETS_BY_TYPE(field, uint32_t                                                 \
               : KIND_TIME32, uint64_t                                         \
               : KIND_TIME64, double                                           \
               : KIND_SECONDS)
#define SETS_TEXT(field) SETS_BY_TYPE(field, const char * : KIND_TEXT)
#define SETS_PATH(field)                                                       \
  SETS_BY_TYPE(field, const char * : KIND_PATH, text_list : KIND_LIST)
#define SETS_HEADER(field) SETS_BY_TYPE(field, const char * : KIND_HEADER)
#define SETS_CHOICE(field)                                                     \
  SETS_BY_TYPE(field, unsigned : KIND_CHOICE, const char * : KIND_WORD)
#define SETS_LIST(field) SETS_BY_TYPE(field, text_list : KIND_LIST)

/* Sets of commands are bits, so a row lists them with `|`. */
#define IN(command) ((uint32_t)1 << (command))
#define IN_ALL      UINT32_MAX

_Static_assert(COMMAND_IDS <= 32, "commands are bits of 32");

#include "common/options/options.inc"

const program_texts program_text = {program_help, program_text_lines,
                                    program_examples, program_exits};

const option_row *
option_row_at(size_t index)
{
  size_t count = sizeof option_rows / sizeof *option_rows;
  return index < count ? &option_rows[index] : NULL;
}

const command_row *
command_row_at(size_t index)
{
  return index < COMMAND_IDS ? &command_rows[index] : NULL;
}

/* Constant time, as it is called for every row and argument. */
bool
option_is_of(const option_row *row, command_id command)
{
  return row->commands & IN(command);
}

const char *const *
completion_script(const char *shell)
{
  if (strcmp(shell, "bash") == 0)
    return bash_text;
  if (strcmp(shell, "zsh") == 0)
    return zsh_text;
  return strcmp(shell, "fish") == 0 ? fish_text : NULL;
}
