/* romip_tasks.c: topics and judgements of ROMIP as lines.
 *
 * Both files are loose XML of the 2000s: prefixes, missing ends and several
 * encodings occur. They are read tag by tag (loose_markup.h), without a tree.
 */
#include "lab/experiment/romip_tasks.h"

#include "lab/experiment/topic_list.h"
#include "lab/experiment/trec_file.h"
#include "common/input/loose_markup.h"
#include "common/system/ascii_text.h"
#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of an id; longer ones are cut off. */
enum { ID_MOST = 1024 };

/* Write a text with its references resolved; a word has no white space. */
static void
write_word(text_out *out, pith_slice text)
{
  char room[ID_MOST];
  text = loose_text_trim(text);
  if (text.len > sizeof room)
    text.len = sizeof room;
  size_t len = loose_text_decode(text, room);
  for (size_t i = 0; i < len; i++) {
    bool blank = (unsigned char)room[i] <= ' ';
    text_out_bytes(out, blank ? "_" : &room[i], 1);
  }
}

/* A task whose text cannot be kept ends the whole list: `error` is seen by
 * who reads it. */
static void
write_task(text_out *out, pith_slice id, pith_slice words)
{
  char *text = need(words.len + 1, 1);
  char name[ID_MOST];
  if (id.len > sizeof name)
    id.len = sizeof name;
  size_t len = loose_text_decode(words, text);
  topic_line_write(out, name, loose_text_decode(id, name), text, len);
  free(text);
}

/* An end tag of a task ends its id, so that a stray query text belongs to
 * nobody. */
void
romip_tasks_write(pith_slice text, text_out *out)
{
  loose_markup in = {text.data, text.len, 0, false};
  loose_tag tag;
  pith_slice id = {NULL, 0};
  while (loose_markup_next(&in, &tag)) {
    if (loose_tag_is(&tag, "task") &&
        (tag.end || !loose_tag_attribute(&tag, "id", &id)))
      id = (pith_slice){NULL, 0};
    if (tag.end || !loose_tag_is(&tag, "querytext") || id.len == 0)
      continue;
    pith_slice words = loose_text_after(&in);
    if (words.len > 0)
      write_task(out, id, words);
  }
}

/* Upper and lower case of the text are alike. */
static bool
is_one_of(pith_slice text, const char *const *words, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (text_is_word(text, words[i]))
      return true;
  return false;
}

/* The grade of a row: 1 relevant, 0 not, -1 in the pool but not judged. Any
 * level that is not known counts as relevant, since ROMIP has several. */
static const char *
grade_of(const loose_tag *tag)
{
  pith_slice level;
  if (!loose_tag_attribute(tag, "relevance", &level))
    return "1"; /* all that is in the table is relevant */
  static const char *const unjudged[] = {"cantbejudged", "cant-be-judged",
                                         "unjudged", "unknown"};
  static const char *const no[] = {"notrelevant", "not-relevant", "irrelevant",
                                   "nonrelevant", "no",           "0"};
  if (is_one_of(level, unjudged, sizeof unjudged / sizeof *unjudged))
    return "-1";
  return is_one_of(level, no, sizeof no / sizeof *no) ? "0" : "1";
}

/* Write the rows of a relevance table as lines of qrels; false when the text is
 * none:
 *
 *     <task id="arw1"><document id="d7" relevance="no"/>  ──►  arw1 0 d7 0
 */
static bool
write_rows(pith_slice text, text_out *out)
{
  loose_markup in = {text.data, text.len, 0, false};
  loose_tag tag;
  pith_slice task = {NULL, 0};
  pith_slice id;
  bool table = false;
  while (loose_markup_next(&in, &tag)) {
    table = table || loose_tag_is(&tag, "taskDocumentMatrix") ||
            loose_tag_is(&tag, "task");
    if (loose_tag_is(&tag, "task") &&
        (tag.end || !loose_tag_attribute(&tag, "id", &task)))
      task = (pith_slice){NULL, 0};
    if (tag.end || !loose_tag_is(&tag, "document") || task.len == 0 ||
        !loose_tag_attribute(&tag, "id", &id) || id.len == 0)
      continue;
    write_word(out, task);
    text_out_text(out, " 0 ");
    write_word(out, id);
    text_out_print(out, " %s\n", grade_of(&tag));
  }
  return table;
}

/* Markup becomes lines of qrels first, so that there is one reader of
 * judgements. */
exit_code
judgements_read(const char *path, judgement_table *out)
{
  whole_file file;
  *out = (judgement_table){NULL, NULL, 0};
  exit_code code = trec_lines_read(path, write_rows, &file);
  THEN(code, judgement_table_take(file.data, file.len, path, out));
  if (code == EXIT_FINE && out->count == 0) {
    message("%s: no judgements in it", path);
    judgement_table_done(out);
    code = EXIT_INPUT;
  }
  return code;
}
