/* help_man.c: rows in, the manual page in the format of man(7) out.
 *
 * Every option is there once, in its group, with the commands that take it.
 */
#include "common/options/help.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

/* Text with what roff would interpret escaped: a dot or a quote at the
 * beginning of a line is a request, a backslash starts an escape, and a plain
 * '-' would become a hyphen, which cannot be copied into a shell. */
static void
write_escaped(text_out *out, const char *text, size_t len)
{
  if (len > 0 && (*text == '.' || *text == '\''))
    text_out_text(out, "\\&");
  for (size_t i = 0; i < len; i++) {
    if (text[i] == '\\')
      text_out_text(out, "\\e");
    else if (text[i] == '-')
      text_out_text(out, "\\-");
    else
      text_out_bytes(out, text + i, 1);
  }
}

/* Running text, a line: what is between backquotes is bold. */
static void
write_words(text_out *out, const char *text)
{
  bool code = false;
  while (*text) {
    size_t len = strcspn(text, "`");
    if (code)
      text_out_text(out, "\\fB");
    write_escaped(out, text, len);
    if (code)
      text_out_text(out, "\\fR");
    text += len;
    if (*text == '`')
      text++;
    code = !code;
  }
  text_out_text(out, "\n");
}

/* Write by a format; values are escaped, the format is roff already. */
static void
man_print(text_out *out, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  text_out_format(out, write_escaped, format, arguments);
  va_end(arguments);
}

static void
write_paragraphs(text_out *out, const char *const *texts)
{
  for (; *texts; texts++) {
    text_out_text(out, ".PP\n");
    write_words(out, *texts);
  }
}

/* A tagged paragraph for each pair: the first text as its tag, the second
 * indented below. */
static void
write_pairs(text_out *out, const char *const *pairs)
{
  for (; *pairs; pairs += 2) {
    man_print(out, ".TP\n\\fB%s\\fR\n", pairs[0]);
    write_words(out, pairs[1]);
  }
}

/*     -o, --output PATH      bold, and the label of the value in italics
 *            one line
 *            Commands: extract, site.
 *            paragraphs
 */
static void
write_option(text_out *out, const option_row *row)
{
  text_out_text(out, ".TP\n");
  if (row->letter)
    text_out_print(out, "\\fB\\-%c\\fR, ", row->letter);
  man_print(out, "\\fB%s\\fR", row->name);
  if (row->value)
    man_print(out, " \\fI%s\\fR", row->value);
  text_out_text(out, "\n");
  write_words(out, row->help);
  if (row->commands != UINT32_MAX) {
    text_out_text(out, ".IP\nCommands: ");
    help_write_commands(out, row);
    text_out_text(out, ".\n");
  }
  for (const char *const *text = row->text; *text; text++) {
    text_out_text(out, ".IP\n");
    write_words(out, *text);
  }
}

/* Quadratic over the options, once for each run of `pith man`. The inner loop
 * starts at the first option of the group, as none is before it. */
static void
write_options(text_out *out)
{
  const option_row *first, *row;
  for (size_t g = 0; (first = option_row_at(g)); g++) {
    if (first->id == OPTION_NONE || !group_is_first(g))
      continue;
    text_out_print(out, ".SS %s\n", first->group);
    for (size_t i = g; (row = option_row_at(i)); i++)
      if (option_is_first(i) && strcmp(row->group, first->group) == 0)
        write_option(out, row);
  }
}

/* The commands of the manual: not the sub-commands, not the benchmark. */
static const command_row *
manual_command(unsigned index)
{
  const command_row *command = command_row_at(index);
  bool listed = index != COMMAND_BENCH && !strchr(command->name, ' ');
  return listed ? command : NULL;
}

/* man(7) has section titles in capitals. */
static void
write_capitals(text_out *out, const char *name)
{
  for (const char *at = name; *at; at++) {
    int upper = toupper((unsigned char)*at);
    text_out_bytes(out, &(char){(char)upper}, 1);
  }
}

/* A section for each command. */
static void
write_commands(text_out *out)
{
  const command_row *command;
  for (unsigned c = 0; c < COMMAND_IDS; c++) {
    if (!(command = manual_command(c)))
      continue;
    text_out_text(out, ".SH PITH ");
    write_capitals(out, command->name);
    text_out_text(out, "\n");
    write_words(out, command->help);
    write_paragraphs(out, command->text);
  }
}

/* Without filling, so that each command keeps its line. */
static void
write_synopsis(text_out *out)
{
  const command_row *command;
  text_out_text(out, ".SH SYNOPSIS\n.nf\n");
  for (unsigned c = 0; c < COMMAND_IDS; c++) {
    if (!(command = manual_command(c)))
      continue;
    man_print(out, "\\fBpith %s\\fR", command->name);
    if (command->usage)
      man_print(out, " %s", command->usage);
    text_out_text(out, "\n");
  }
  text_out_text(out, ".fi\n");
}

/* The title has no date and no version, so the page changes only with its
 * texts. */
exit_code
help_man(void)
{
  text_out out;
  text_out_init(&out, STDOUT_FILENO);
  text_out_text(&out, ".TH PITH 1 \"\" \"pith\" \"User commands\"\n"
                      ".SH NAME\npith \\- ");
  write_words(&out, program_text.help);
  write_synopsis(&out);
  text_out_text(&out, ".SH DESCRIPTION\n");
  write_paragraphs(&out, program_text.text);
  write_commands(&out);
  text_out_text(&out, ".SH OPTIONS\n");
  write_options(&out);
  text_out_text(&out, ".SH EXIT STATUS\n");
  write_pairs(&out, program_text.exits);
  text_out_text(&out, ".SH EXAMPLES\n");
  write_pairs(&out, program_text.examples);
  for (unsigned c = 0; c < COMMAND_IDS; c++)
    if (manual_command(c))
      write_pairs(&out, command_row_at(c)->examples);
  exit_code code = text_out_end(&out);
  text_out_done(&out);
  return code;
}
