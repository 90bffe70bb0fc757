/* help.c: rows in, pages of help out.
 *
 *     short (-h)                          full (--help)
 *     pith site - what it does            the same, and paragraphs for the
 *       pith site pages/   an example     command and each option, by groups
 *     Usage: pith site ...
 *       -o, --output PATH  one line
 *
 * Nothing is stored twice: lines are wrapped here, when they are printed.
 */
#include "common/options/help.h"

#include "pith.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Columns of a terminal, counted from 0. WIDTH leaves one free, since some
 * terminals wrap a full line. */
enum { WIDTH = 79, OPTION_COLUMN = 26, COMMAND_COLUMN = 16, TEXT_COLUMN = 10 };

/* Output is complete or reported: help into a full disk is a failure too. */
static exit_code
page_end(text_out *out)
{
  exit_code code = text_out_end(out);
  text_out_done(out);
  return code;
}

/* Columns that the next word of a text takes, without its backquotes. */
static size_t
word_columns(const char *word, size_t len)
{
  size_t columns = 0;
  for (size_t i = 0; i < len; i++)
    columns += word[i] != '`';
  return columns;
}

/* Write a text from the column `at` on, with its further lines at `column`, and
 * end the line. Backquotes are left out. */
static void
wrap(text_out *out, const char *text, size_t at, size_t column)
{
  text_out_repeat(out, ' ', column > at ? column - at : 0);
  size_t used = column;
  while (*text) {
    size_t len = strcspn(text, " ");
    size_t columns = word_columns(text, len);
    if (used > column && used + 1 + columns > WIDTH) {
      text_out_text(out, "\n");
      text_out_repeat(out, ' ', column);
      used = column;
    } else if (used > column) {
      text_out_text(out, " ");
      used++;
    }
    /* Backquotes mark code for the manual page; a terminal shows none. */
    for (size_t i = 0; i < len; i++)
      if (text[i] != '`')
        text_out_bytes(out, text + i, 1);
    used += columns;
    text += len;
    text += strspn(text, " ");
  }
  text_out_text(out, "\n");
}

/* `left`, and behind it or below it, from a column on, the wrapped `right`. */
static void
write_item(text_out *out, const char *left, const char *right, size_t column)
{
  size_t len = strlen(left);
  text_out_text(out, left);
  if (len + 1 >= column) {
    text_out_text(out, "\n");
    len = 0;
  }
  wrap(out, right, len, column);
}

/* Paragraphs with an empty line before each but the first. */
static void
write_paragraphs(text_out *out, const char *const *texts, size_t column)
{
  for (size_t i = 0; texts[i]; i++) {
    if (i > 0)
      text_out_text(out, "\n");
    wrap(out, texts[i], 0, column);
  }
}

/* Command lines in one column and their meanings beside them:
 *
 *       pith site pages/     what it does
 *
 * A meaning that does not fit beside the longest command goes below its own.
 * `pairs` alternates between the two and ends with NULL.
 */
static void
write_examples(text_out *out, const char *const *pairs, size_t most)
{
  size_t width = 0;
  for (size_t i = 0; i < most && pairs[2 * i]; i++)
    width = strlen(pairs[2 * i]) > width ? strlen(pairs[2 * i]) : width;
  for (size_t i = 0; i < most && pairs[2 * i]; i++) {
    bool fits = width + 4 + strlen(pairs[2 * i + 1]) <= WIDTH;
    size_t len = strlen(pairs[2 * i]);
    text_out_print(out, "  %s", pairs[2 * i]);
    text_out_repeat(out, ' ', fits ? width - len + 2 : 0);
    text_out_print(out, fits ? "%s\n" : "\n      %s\n", pairs[2 * i + 1]);
  }
}

/* The benchmark is a program of its own; all other commands are called as
 * commands of pith, whichever program runs them. Blanks at the end are cut, as
 * a command without arguments has no usage. */
static void
write_usage(text_out *out, const command_row *command)
{
  const bool own = strcmp(command->program, "pith-bench") == 0;
  char line[256];
  snprintf(line, sizeof line, "Usage: %s%s %s",
           own ? command->program : "pith ", own ? "" : command->name,
           command->usage ? command->usage : "");
  size_t len = strlen(line);
  while (len > 0 && line[len - 1] == ' ')
    line[--len] = '\0';
  wrap(out, line, 0, 0);
}

/* "  -o, --output PATH" */
static void
option_title(const option_row *row, char *out, size_t room)
{
  char letter[8] = "    ";
  if (row->letter)
    snprintf(letter, sizeof letter, "-%c, ", row->letter);
  snprintf(out, room, "  %s%s%s%s", letter, row->name, row->value ? " " : "",
           row->value ? row->value : "");
}

/* An option that differs between commands has several rows; help of all
 * commands shows the first. Quadratic over all options, which are about a
 * hundred. */
bool
option_is_first(size_t index)
{
  const option_row *row = option_row_at(index);
  for (size_t i = 0; i < index; i++)
    if (option_row_at(i)->id == row->id)
      return false;
  return row->id != OPTION_NONE;
}

/* Groups are printed in the order of their first option. */
bool
group_is_first(size_t index)
{
  const option_row *row = option_row_at(index);
  for (size_t i = 0; i < index; i++) {
    const char *group = option_row_at(i)->group;
    if (group && strcmp(group, row->group) == 0)
      return false;
  }
  return option_is_first(index);
}

/* Sub-commands, whose names contain a blank, are left out: their command is in
 * the list. */
void
help_write_commands(text_out *out, const option_row *row)
{
  const char *comma = "";
  if (row->commands == UINT32_MAX)
    return;
  for (unsigned c = 0; c < COMMAND_IDS; c++) {
    const command_row *command = command_row_at(c);
    if (!option_is_of(row, (command_id)c) || strchr(command->name, ' '))
      continue;
    text_out_text(out, comma);
    text_out_text(out, command->name);
    comma = ", ";
  }
}

/* Which options a list of them shows. */
typedef struct option_filter {
  command_id command; /* COMMAND_IDS: those of all commands */
} option_filter;

/* Help of one command shows the rows that apply to it, also those that repeat
 * an option of another command; help of all shows each option once. */
static bool
is_shown(size_t index, option_filter filter)
{
  return filter.command == COMMAND_IDS
             ? option_is_first(index)
             : option_row_at(index)->id != OPTION_NONE &&
                   option_is_of(option_row_at(index), filter.command);
}

/* The full help of one option. In the help of all commands it also names those
 * that take it. */
static void
write_option_text(text_out *out, const option_row *row, option_filter filter)
{
  char title[80];
  option_title(row, title, sizeof title);
  text_out_print(out, "%s\n", title);
  wrap(out, row->help, 0, TEXT_COLUMN);
  if (filter.command == COMMAND_IDS && row->commands != UINT32_MAX) {
    /* "(extract, site)" on lines of its own. */
    text_out names;
    text_out_init(&names, -1);
    text_out_text(&names, "(");
    help_write_commands(&names, row);
    text_out_bytes(&names, ")", 2); /* with its NUL */
    if (!names.error)
      wrap(out, names.data, 0, TEXT_COLUMN);
    text_out_done(&names);
  }
  text_out_text(out, "\n");
  write_paragraphs(out, row->text, TEXT_COLUMN);
}

/* The texts of one group; nothing when no option of it is shown. */
static void
write_group(text_out *out, const char *group, option_filter filter)
{
  bool begun = false;
  for (size_t i = 0; option_row_at(i); i++) {
    const option_row *row = option_row_at(i);
    if (!is_shown(i, filter) || strcmp(row->group, group) != 0)
      continue;
    text_out_text(out, "\n");
    if (!begun)
      text_out_print(out, "%s:\n\n", group);
    begun = true;
    write_option_text(out, row, filter);
  }
}

/* Each group once, at its first option; the rows need not be sorted. */
static void
write_groups(text_out *out, option_filter filter)
{
  for (size_t i = 0; option_row_at(i); i++)
    if (option_row_at(i)->id != OPTION_NONE && group_is_first(i))
      write_group(out, option_row_at(i)->group, filter);
}

/* "PROGRAM NAME - what it does", with an empty line behind it. */
static void
write_title(text_out *out, const char *program, const char *name,
            const char *help)
{
  text_out_print(out, "%s%s%s - %s\n\n", program, *name ? " " : "", name, help);
}

/* The short help has one example, the full one has all. */
exit_code
help_command(command_id id, bool full)
{
  text_out out;
  option_filter filter = {id};
  const command_row *command = command_row_at(id);
  text_out_init(&out, STDOUT_FILENO);
  if (id == COMMAND_BENCH)
    write_title(&out, command->program, "", command->help);
  else
    write_title(&out, "pith", command->name, command->help);
  write_examples(&out, command->examples, full ? SIZE_MAX : 1);
  text_out_text(&out, "\n");
  write_usage(&out, command);
  text_out_text(&out, "\n");
  if (full) {
    write_paragraphs(&out, command->text, 0);
    write_groups(&out, filter);
  } else {
    /* The short help: one line an option, wrapped if need be. */
    char title[80];
    for (size_t i = 0; option_row_at(i); i++) {
      const option_row *row = option_row_at(i);
      if (!is_shown(i, filter))
        continue;
      option_title(row, title, sizeof title);
      write_item(&out, title, row->help, OPTION_COLUMN);
    }
  }
  return page_end(&out);
}

/* --- programs ------------------------------------------------------------- */

/* Commands that print help; the last line of the short help names them. */
static bool
is_helper(unsigned command)
{
  return command == COMMAND_HELP || command == COMMAND_MAN ||
         command == COMMAND_COMPLETIONS;
}

/* One line a command, in the order of the table. */
static void
write_commands(text_out *out, const char *heading, const char *runs)
{
  char left[40];
  text_out_print(out, "%s:\n", heading);
  for (unsigned c = 0; c < COMMAND_IDS; c++) {
    /* pith lists pith-watch's command among its own. */
    const command_row *command = command_row_at(c);
    bool own = strcmp(command->program, runs) == 0 ||
               (strcmp(command->program, "pith-watch") == 0 &&
                strcmp(runs, "pith") == 0);
    if (!own || strchr(command->name, ' ') || is_helper(c))
      continue;
    snprintf(left, sizeof left, "  %s", command->name);
    write_item(out, left, command_row_at(c)->help, COMMAND_COLUMN);
  }
}

/* pith lists the commands of pith-lab as well, because it runs them; pith-lab
 * lists only its own. */
static void
write_command_list(text_out *out, const char *program)
{
  bool main = strcmp(program, "pith") == 0;
  write_commands(out, "Commands", program);
  if (main) {
    text_out_text(out, "\n");
    write_commands(out, "Laboratory commands, run by the program pith-lab",
                   "pith-lab");
  }
}

/* Sub-commands are described by their command, and the benchmark by its own
 * help. */
static void
write_command_texts(text_out *out)
{
  for (unsigned c = 0; c < COMMAND_IDS; c++) {
    const command_row *command = command_row_at(c);
    if (strchr(command->name, ' ') || c == COMMAND_BENCH)
      continue;
    text_out_text(out, "\n");
    text_out_repeat(out, '-', 72);
    text_out_text(out, "\n");
    write_title(out, "pith", command->name, command->help);
    write_usage(out, command);
    text_out_text(out, "\n");
    write_paragraphs(out, command->text, 0);
  }
}

/* Pairs of a code and its meaning, ended by NULL. */
static void
write_exits(text_out *out)
{
  char left[16];
  text_out_text(out, "\nExit codes:\n");
  for (const char *const *pair = program_text.exits; *pair; pair += 2) {
    snprintf(left, sizeof left, "  %s", pair[0]);
    write_item(out, left, pair[1], 7);
  }
}

/* Only pith has texts of its own in the table; the other programs have a title
 * and the list of their commands. */
exit_code
help_program(const char *program, bool full)
{
  text_out out;
  option_filter all = {COMMAND_IDS};
  bool main = strcmp(program, "pith") == 0;
  text_out_init(&out, STDOUT_FILENO);
  write_title(&out, program, "",
              main ? program_text.help : "laboratory commands of pith");
  if (main) {
    write_examples(&out, program_text.examples, SIZE_MAX);
    text_out_text(&out, "\n");
  }
  text_out_print(&out, "Usage: %s %s [OPTION]... [FILE]...\n\n", program,
                 main ? "[COMMAND]" : "COMMAND");
  if (full && main) {
    write_paragraphs(&out, program_text.text, 0);
    text_out_text(&out, "\n");
  }
  write_command_list(&out, program);
  if (full && main) {
    write_command_texts(&out);
    text_out_text(&out, "\n");
    text_out_repeat(&out, '-', 72);
    write_groups(&out, all);
    write_exits(&out);
  } else {
    text_out_text(&out, "\n'pith help COMMAND' describes a command, 'pith "
                        "help all' everything; see also\n'pith man' and "
                        "'pith completions bash|zsh|fish'.\n");
  }
  return page_end(&out);
}

/* Exact names only, as for options: an abbreviation would break when a command
 * is added. */
bool
command_find(const char *name, command_id *out)
{
  for (unsigned c = 0; c < COMMAND_IDS; c++)
    if (strcmp(command_row_at(c)->name, name) == 0) {
      *out = (command_id)c;
      return true;
    }
  return false;
}

/* On stderr, because it answers a mistake. */
exit_code
help_usage(const char *program)
{
  fprintf(stderr,
          "%s: no command and no input\n"
          "usage: %s [COMMAND] [OPTION]... [FILE]...\n"
          "try '%s -h' for short help, 'pith help all' for everything\n",
          program, program, program);
  return EXIT_USAGE;
}

exit_code
help_print(const char *const *lines)
{
  text_out out;
  text_out_init(&out, STDOUT_FILENO);
  for (; *lines; lines++)
    text_out_print(&out, "%s\n", *lines);
  return page_end(&out);
}

/* For reports of errors: everything that can change a result is named, down to
 * the version of each table. */
exit_code
help_version(void)
{
  text_out out;
  const char *name, *version;
  text_out_init(&out, STDOUT_FILENO);
  text_out_print(&out, "pith %d.%d.%d\nlibpith %s\ncompiler %s\n",
                 PITH_VERSION_MAJOR, PITH_VERSION_MINOR, PITH_VERSION_PATCH,
                 pith_version(), __VERSION__);
  for (uint32_t i = 0; (name = pith_table_version(i, &version)); i++)
    text_out_print(&out, "table %s %s\n", name, version);
  return page_end(&out);
}
