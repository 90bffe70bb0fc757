/* extract_request.c: the arguments of `pith extract` and `pith explain` in, a
 * request out. As in parse_request.c every option is a row of one table, but
 * for those that site takes too (page_options.h).
 */
#include "pith/extract/extract_request.h"

#include "common/options/command_line.h"
#include "common/options/page_options.h"
#include "common/input/page_list.h"
#include "common/system/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct option_row {
  const char *name;
  bool (*set)(extract_request *out, const struct option_row *row,
              const char *value);
  int number;
} option_row;

enum { FLAG_MD, FLAG_QUIET, FLAG_VERBOSE, FLAG_KEEP_GOING, FLAG_STOP };
enum { FLAG_VIPS = 8 };
enum { STYLE_COMPAT, STYLE_COMMENTS, STYLE_NO_COMMENTS };

static bool
set_flag(extract_request *out, const option_row *row, const char *value)
{
  (void)value;
  if (row->number == FLAG_MD)
    out->markdown = true;
  else if (row->number == FLAG_QUIET)
    out->quiet = true;
  else if (row->number == FLAG_VERBOSE)
    out->verbose = true;
  else if (row->number == FLAG_VIPS)
    out->vips = true;
  else
    out->stop = row->number == FLAG_STOP;
  return true;
}

static bool
set_style(extract_request *out, const option_row *row, const char *value)
{
  (void)value;
  if (row->number == STYLE_COMPAT)
    out->page.compat = true;
  else
    out->page.comments = row->number == STYLE_COMMENTS;
  return true;
}

static bool
set_balance(extract_request *out, const option_row *row, const char *value)
{
  (void)value;
  out->page.balance = (pith_balance)row->number;
  return true;
}

/* "a, b or c" of the methods that judge one page. */
static void
list_methods(char *out, size_t room)
{
  const char *names[32];
  size_t count = 0, used = 0;
  for (uint32_t i = 0; i < pith_method_count() && count < 32; i++)
    if (pith_method_describe(i).one_page)
      names[count++] = pith_method_describe(i).name;
  for (size_t i = 0; i < count && used < room; i++)
    used += (size_t)snprintf(out + used, room - used, "%s%s",
                             i == 0           ? ""
                             : i + 1 == count ? " or "
                                              : ", ",
                             names[i]);
}

static bool
set_method(extract_request *out, const option_row *row, const char *value)
{
  char names[256] = "";
  for (uint32_t i = 0; i < pith_method_count(); i++) {
    pith_method_facts method = pith_method_describe(i);
    if (strcmp(value, method.name) != 0)
      continue;
    out->page.method = method.name;
    out->layer = strcmp(value, "layer") == 0;
    if (method.one_page || out->layer)
      return true;
    message("%s %s looks at the pages of a site together; use pith site",
            row->name, value);
    return false;
  }
  list_methods(names, sizeof names);
  message("unknown method '%s' for %s; choose %s", value, row->name, names);
  return false;
}

static bool
set_to(extract_request *out, const option_row *row, const char *value)
{
  static const char *const words[] = {"text",   "md",   "html",
                                      "marked", "json", NULL};
  int form = choice_option_read(row->name, value, words,
                                "text, md, html, marked or json");
  if (form >= 0)
    out->to = (extract_form)form;
  out->to_given = true;
  return form >= 0;
}

static bool
set_color(extract_request *out, const option_row *row, const char *value)
{
  static const char *const words[] = {"auto", "always", "never", NULL};
  int mode =
      choice_option_read(row->name, value, words, "auto, always or never");
  if (mode >= 0)
    out->color = (color_mode)mode;
  return mode >= 0;
}

static bool
set_output(extract_request *out, const option_row *row, const char *value)
{
  (void)row;
  out->output = strcmp(value, "-") == 0 ? NULL : value;
  return true;
}

static bool
set_with(extract_request *out, const option_row *row, const char *value)
{
  if (out->with_count == PITH_PARTNERS_MOST) {
    message("more than %d times %s; the first ones would do",
            PITH_PARTNERS_MOST, row->name);
    return false;
  }
  out->with[out->with_count++] = value;
  return true;
}

static bool
set_pdoc(extract_request *out, const option_row *row, const char *value)
{
  return number_option_read(row->name, value, 1, 10, &out->pdoc);
}

/* Seconds: "2", "2s", "1.5s" or "500ms"; 0 is without end. */
static bool
set_timeout(extract_request *out, const option_row *row, const char *value)
{
  double number = 0;
  double unit = 1;
  const char *at = value;
  for (; *at >= '0' && *at <= '9' && number < 1e6; at++)
    number = number * 10 + (*at - '0');
  if (at > value && *at == '.')
    for (at++; *at >= '0' && *at <= '9' && unit > 1e-6; at++)
      number += (*at - '0') * (unit /= 10);
  bool milliseconds = strcmp(at, "ms") == 0;
  if (at == value || (*at && strcmp(at, "s") != 0 && !milliseconds) ||
      number > 86400) {
    message("bad value '%s' for %s; use a time such as 2s or 500ms", value,
            row->name);
    return false;
  }
  out->timeout = milliseconds ? number / 1000 : number;
  return true;
}

static const option_row rows[] = {
    {"--method", set_method, 0},
    {"--compat", set_style, STYLE_COMPAT},
    {"--precision", set_balance, PITH_PRECISION},
    {"--recall", set_balance, PITH_RECALL},
    {"--comments", set_style, STYLE_COMMENTS},
    {"--no-comments", set_style, STYLE_NO_COMMENTS},
    {"--to", set_to, 0},
    {"--output", set_output, 0},
    {"--md", set_flag, FLAG_MD},
    {"--keep-going", set_flag, FLAG_KEEP_GOING},
    {"--no-keep-going", set_flag, FLAG_STOP},
    {"--color", set_color, 0},
    {"--with", set_with, 0},
    {"--vips", set_flag, FLAG_VIPS},
    {"--pdoc", set_pdoc, 0},
    {"--quiet", set_flag, FLAG_QUIET},
    {"--verbose", set_flag, FLAG_VERBOSE},
    {"--timeout", set_timeout, 0},
};

static bool
set_option(void *state, const char *name, const char *value)
{
  extract_request *out = state;
  page_flags alike = {&out->page, &out->crawl, &out->jobs, &out->progress};
  flag_outcome outcome = page_flag_set(&alike, name, value);
  if (outcome != FLAG_OTHER)
    return outcome == FLAG_SET;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (strcmp(name, rows[i].name) == 0)
      return rows[i].set(out, &rows[i], value);
  return command_line_miss(name);
}

static bool
add_input(void *state, const char *file)
{
  extract_request *out = state;
  out->inputs[out->input_count++] = file;
  return true;
}

/* Whether the chosen method has a profile to the letter. */
static bool
has_compat(const extract_request *out)
{
  const char *name =
      out->page.method ? out->page.method : pith_method_default();
  for (uint32_t i = 0; i < pith_method_count(); i++)
    if (strcmp(pith_method_describe(i).name, name) == 0)
      return pith_method_describe(i).compat;
  return false;
}

/* Whether pages may stand beside the one that is asked about. */
static bool
stands_in_folder(const extract_request *request)
{
  const char *first = request->inputs[0];
  return !request->many && first && strcmp(first, "-") != 0;
}

static bool
check(extract_request *out)
{
  const char *wrong = NULL;
  if (out->input_count == 0)
    out->inputs[out->input_count++] = "-";
  out->many = out->input_count > 1 || page_list_holds_many(out->inputs[0]);
  if (!out->to_given && out->many && !out->output)
    out->to = EXTRACT_JSON;
  if (strcmp(out->command, "explain") == 0 && out->many)
    wrong = "one page at a time";
  else if (out->with_count > 0 && !out->layer)
    wrong = "--with names pages to compare with; add -m layer";
  else if (out->layer && out->with_count == 0 && !stands_in_folder(out))
    wrong = "-m layer compares with pages of the same layer; name them by "
            "--with FILE, or use pith site -m layer DIRECTORY";
  else if (out->many && !out->output && out->to != EXTRACT_JSON)
    wrong = "many pages do not fit into one stream as --to asks; name a "
            "directory with -o";
  else if (out->page.highlight && out->to != EXTRACT_MARKED)
    wrong = "--highlight tints marked pages; add --to marked";
  else if (out->markdown && out->to != EXTRACT_JSON)
    wrong = "--md adds Markdown to records; add --to json, or use --to md";
  else if (out->page.compat && !has_compat(out))
    wrong = "this method comes from no paper; --compat goes with -m sentence";
  if (wrong)
    message("%s: %s", out->command, wrong);
  if (out->quiet)
    out->progress = PROGRESS_NEVER;
  return !wrong;
}

bool
extract_request_read(const char *command, int argc, char *const *argv,
                     extract_request *out, exit_code *code)
{
  command_line line = {command, out, set_option, add_input};
  memset(out, 0, sizeof *out);
  out->command = command;
  out->jobs = workers_default();
  out->timeout = 2;
  pith_options_default(&out->page);
  crawl_options_default(&out->crawl);
  out->inputs = calloc((size_t)argc + 1, sizeof *out->inputs);
  if (!out->inputs) {
    *code = report_out_of_memory();
    return false;
  }
  if (command_line_read(&line, argc, argv, code) && check(out))
    return true;
  extract_request_done(out);
  return false;
}

void
extract_request_done(extract_request *request)
{
  free(request->inputs);
  request->inputs = NULL;
}
