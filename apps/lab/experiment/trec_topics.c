/* trec_topics.c: see the header.
 *
 * The number comes from <num> ("Number: 401") or from the attribute number or
 * id of <top> or <topic>; the words from <title>, else from <query>. Old
 * collections write "Topic:" before the title, and none of them ends a
 * section. */
#include "lab/experiment/trec_topics.h"

#include "lab/experiment/topic_list.h"
#include "common/input/loose_markup.h"
#include "common/system/ascii_text.h"

#include <string.h>

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

void
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
