/* topic_list.c: see the header. Each form is turned into lines "ID <tab> TEXT"
 * first, so that there is one reader and the lines can be written to a file.
 *
 *     <top>, <topic> ─ trec_topics ───┐
 *     <task> ───────── romip_tasks.c ─┼─► "401\tforeign minorities\n" ─► topics
 *     lines ──────────────────────────┘
 */
#include "lab/experiment/topic_list.h"

#include "lab/experiment/romip_tasks.h"
#include "lab/experiment/trec_file.h"
#include "common/input/loose_markup.h"
#include "common/system/ascii_text.h"
#include "common/system/need.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A NUL would end a text early, so it counts as white space too. */
static bool
is_blank(char c)
{
  return text_is_space(c) || c == '\0';
}

/* White space in ids would make two columns of one. */
void
topic_line_write(text_out *out, const char *id, size_t id_len, const char *text,
                 size_t text_len)
{
  for (size_t i = 0; i < id_len; i++)
    text_out_bytes(out, is_blank(id[i]) ? "_" : &id[i], 1);
  text_out_text(out, "\t");
  bool gap = false;
  bool any = false;
  for (size_t i = 0; i < text_len; i++) {
    if (is_blank(text[i])) {
      gap = any;
      continue;
    }
    if (gap)
      text_out_text(out, " ");
    text_out_bytes(out, &text[i], 1);
    gap = false;
    any = true;
  }
  text_out_text(out, "\n");
}

/* One line, ended by NUL. Blank lines are passed over; any other line must be a
 * topic, because a topic left out would change the means without a sign. */
static exit_code
take_line(topic_list *out, char *line, char *end, const char *name,
          size_t number)
{
  while (end > line && is_blank(end[-1]))
    *--end = '\0';
  if (line == end)
    return EXIT_FINE;
  if (memchr(line, '\0', (size_t)(end - line))) {
    message("%s:%zu: a NUL byte; this is no text file", name, number);
    return EXIT_INPUT;
  }
  /* Where the id of a line ends: at its first tab, else its first ':'. */
  char *tab = memchr(line, '\t', (size_t)(end - line));
  char *parting = tab ? tab : memchr(line, ':', (size_t)(end - line));
  if (!parting || parting == line || parting + 1 == end) {
    message("%s:%zu: a topic is ID, a tab (or ':') and its words", name,
            number);
    return EXIT_INPUT;
  }
  for (char *at = line; at < parting; at++)
    if (is_blank(*at)) {
      message("%s:%zu: the id of a topic has no blanks", name, number);
      return EXIT_INPUT;
    }
  *parting = '\0';
  *NEED_ITEM(out, items, count, capacity) = (topic){line, parting + 1};
  return EXIT_FINE;
}

/* By bytes, as judgements are sorted. */
static int
compare_ids(const void *a, const void *b)
{
  const topic *const *one = a;
  const topic *const *two = b;
  return strcmp((*one)->id, (*two)->id);
}

/* Pointers into the list, whose order stays that of the file. */
const topic **
topic_list_sort(const topic_list *list)
{
  const topic **sorted = need(list->count, sizeof *sorted);
  for (size_t i = 0; i < list->count; i++)
    sorted[i] = &list->items[i];
  qsort(sorted, list->count, sizeof *sorted, compare_ids);
  return sorted;
}

/* The key is a topic without words: only ids are compared. */
const topic *
topic_find(const topic *const *sorted, size_t count, const char *id)
{
  topic wanted = {id, NULL};
  const topic *key = &wanted;
  const topic *const *found =
      bsearch(&key, sorted, count, sizeof *sorted, compare_ids);
  return found ? *found : NULL;
}

/* Two topics of one name would share their judgements. */
static exit_code
check_ids(const topic_list *list, const char *name)
{
  const topic **sorted = topic_list_sort(list);
  exit_code code = EXIT_FINE;
  for (size_t i = 1; i < list->count && code == EXIT_FINE; i++)
    if (strcmp(sorted[i - 1]->id, sorted[i]->id) == 0) {
      message("%s: two topics are called '%s'", name, sorted[i]->id);
      code = EXIT_INPUT;
    }
  free(sorted);
  return code;
}

/* The lines are cut in place, and the topics point into them. */
exit_code
topic_list_take(char *lines, size_t len, const char *name, topic_list *out)
{
  *out = (topic_list){.text = lines};
  exit_code code = EXIT_FINE;
  char *end = lines + len;
  size_t number = 0;
  for (char *at = lines; at < end && code == EXIT_FINE;) {
    char *stop = memchr(at, '\n', (size_t)(end - at));
    stop = stop ? stop : end;
    *stop = '\0';
    code = take_line(out, at, stop, name, ++number);
    at = stop + 1;
  }
  if (code == EXIT_FINE && out->count == 0) {
    message("%s: no topics in it", name);
    code = EXIT_INPUT;
  }
  THEN(code, check_ids(out, name));
  if (code != EXIT_FINE)
    topic_list_done(out);
  return code;
}

void
topic_list_done(topic_list *list)
{
  free(list->text);
  free(list->items);
  *list = (topic_list){.text = NULL};
}

/* --- topics of TREC --------------------------------------------------------
 */

/* A topic on its way; it ends where the next one begins. */
typedef struct trec_topic {
  pith_slice number;
  pith_slice title;
} trec_topic;

/* The text without a label before it (in lower case). */
static pith_slice
drop_label(pith_slice text, const char *label)
{
  size_t len = strlen(label);
  if (!text_begins(text, label))
    return text;
  return loose_text_trim((pith_slice){text.data + len, text.len - len});
}

/* Topics without number or words are left out; there are such in old files. */
static void
write_topic(text_out *out, const trec_topic *found)
{
  if (found->number.len > 0 && found->title.len > 0)
    topic_line_write(out, found->number.data, found->number.len,
                     found->title.data, found->title.len);
}

/* Sections end where the next tag begins. */
static void
take_section(trec_topic *found, const loose_tag *tag, const loose_markup *in)
{
  if (tag->end)
    return;
  if (loose_tag_is(tag, "num"))
    found->number = drop_label(loose_text_after(in), "number:");
  else if (loose_tag_is(tag, "title") ||
           (loose_tag_is(tag, "query") && found->title.len == 0))
    found->title = drop_label(loose_text_after(in), "topic:");
}

/* The number comes from <num> ("Number: 401") or from the attribute number or
 * id of <top> or <topic>; the words from <title>, else from <query>. Old
 * collections write "Topic:" before the title, and none of them ends a
 * section. */
static void
trec_topics_write(pith_slice text, text_out *out)
{
  loose_markup in = {text.data, text.len, 0, false};
  loose_tag tag;
  trec_topic found = {{NULL, 0}, {NULL, 0}};
  while (loose_markup_next(&in, &tag)) {
    if (!loose_tag_is(&tag, "top") && !loose_tag_is(&tag, "topic")) {
      take_section(&found, &tag, &in);
      continue;
    }
    write_topic(out, &found);
    found = (trec_topic){{NULL, 0}, {NULL, 0}};
    if (!tag.end && !loose_tag_attribute(&tag, "number", &found.number))
      loose_tag_attribute(&tag, "id", &found.number);
  }
  write_topic(out, &found);
}

/* Turn the markup of a file into lines; false when it has none of ours. */
static bool
write_lines(pith_slice text, text_out *out)
{
  loose_markup in = {text.data, text.len, 0, false};
  loose_tag tag;
  while (loose_markup_next(&in, &tag)) {
    if (loose_tag_is(&tag, "top") || loose_tag_is(&tag, "topic")) {
      trec_topics_write(text, out);
      return true;
    }
    if (loose_tag_is(&tag, "task")) {
      romip_tasks_write(text, out);
      return true;
    }
  }
  return false;
}

/* Markup is turned into lines first. The text of the file is taken over by the
 * list, also on failure. */
exit_code
topic_list_read(const char *path, topic_list *out)
{
  whole_file file;
  *out = (topic_list){.text = NULL};
  TRY(trec_lines_read(path, write_lines, &file));
  return topic_list_take(file.data, file.len, path, out);
}
