/* topic_list.h: the questions of an experiment, each with a name.
 *
 *   TREC     <top> <num> Number: 401 <title> foreign minorities <desc> ...
 * </top> also <topic number="1"> <query>..</query> ... </topic> lines    401
 * <tab> foreign minorities       or 401:foreign minorities ROMIP    <task
 * id="arw1"><querytext>..</querytext></task>
 *
 * The file says itself which of these it is. Its encoding is what its XML
 * declaration says, else UTF-8, else what it looks like (ROMIP wrote
 * windows-1251). Of a TREC topic the title is the question.
 */
#ifndef SEARCH_TOPIC_LIST_H
#define SEARCH_TOPIC_LIST_H

#include "common/output/text_out.h"

#include <stddef.h>

typedef struct topic {
  const char *id; /* lent by the list */
  const char *text;
} topic;

typedef struct topic_list {
  char *text;   /* owned: the lines that the topics point into */
  topic *items; /* owned; in the order of the file */
  size_t count;
  size_t capacity;
} topic_list;

/* Read a file of topics. Says on stderr what is wrong: EXIT_INPUT, and
 * `out` is empty then. */
exit_code topic_list_read(const char *path, topic_list *out);

/* Topics from lines "ID <tab> TEXT" of `len` bytes with room for one more,
 * taken over, also on failure. `name` is for messages. */
exit_code topic_list_take(char *lines, size_t len, const char *name,
                          topic_list *out);
void topic_list_done(topic_list *list);

/* The topics in the order of their ids, to be freed. */
const topic **topic_list_sort(const topic_list *list);

/* The topic with this id among `count` sorted ones; NULL when it is not there.
 */
const topic *topic_find(const topic *const *sorted, size_t count,
                        const char *id);

/* One line of the above: blanks in the id become '_', all white space in the
 * text one blank. */
void topic_line_write(text_out *out, const char *id, size_t id_len,
                      const char *text, size_t text_len);

#endif
