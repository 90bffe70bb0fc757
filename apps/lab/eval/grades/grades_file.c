/* grades_file.c: see the header. A text never grows by decoding, and something
 * that is no part of it is behind it (a quote, a comma, the end of a line),
 * so it is decoded where it is and ended by NUL.
 */
#include "lab/eval/grades/grades_file.h"

#include "common/system/ascii_text.h"
#include "common/system/need.h"
#include "common/json/json_scan.h"
#include "common/system/number.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 64, NUMBER_ROOM = 24 };

/* The fields of a grade; FIELD_OTHER is any other column. */
typedef enum field {
  FIELD_COLLECTION,
  FIELD_METHOD,
  FIELD_GRADER,
  FIELD_KIND,
  FIELD_ITEM,
  FIELD_GRADE,
  FIELD_COMMENT,
  FIELD_COUNT,
  FIELDS,
  FIELD_OTHER = FIELDS
} field;

static const char *const field_names[FIELDS] = {
    "collection", "method", "grader",  "kind",
    "item",       "grade",  "comment", "count"};

/* The texts of one line; NULL: not there. */
typedef struct grade_line {
  const char *fields[FIELDS + 1];
  char numbers[FIELDS + 1][NUMBER_ROOM]; /* of JSON, copied */
  size_t number;                         /* of the line, for messages */
} grade_line;

/* The line is counted as failed and named, so that it can be mended. */
static void
refuse(grades_file *file, size_t number, const char *why, const char *what)
{
  message("%s:%zu: %s '%s'; the line is left out", file->path, number, why,
          what);
  file->failed++;
}

/* A field that is not there is an empty text. */
static const char *
text_of(const grade_line *line, field which)
{
  return line->fields[which] ? line->fields[which] : "";
}

/* A count that is not there is 1. Limited, so that it fits 32 bits
 * and a sum of many fits 64. */
static bool
read_count(const char *text, uint32_t *out)
{
  uint64_t count = 1;
  if (*text && !number_read(text, 1000000000, &count))
    return false;
  *out = (uint32_t)count;
  return true;
}

/* Make a record of a line. */
static void
take_line(grades_file *file, const grade_line *line)
{
  grade_record record = {.collection = text_of(line, FIELD_COLLECTION),
                         .method = text_of(line, FIELD_METHOD),
                         .grader = text_of(line, FIELD_GRADER),
                         .item = text_of(line, FIELD_ITEM),
                         .comment = text_of(line, FIELD_COMMENT)};
  const char *kind = text_of(line, FIELD_KIND);
  const char *grade = text_of(line, FIELD_GRADE);
  const char *count = text_of(line, FIELD_COUNT);
  if (!grade_kind_find(kind, &record.kind))
    refuse(file, line->number, "kind is site, page or similarity, not", kind);
  else if (!grade_find(record.kind, grade, &record.grade))
    refuse(file, line->number, "no grade of this kind:", grade);
  else if (!read_count(count, &record.count) ||
           (record.item[0] && record.count != 1))
    refuse(file, line->number, "no count, or a count of one item:", count);
  else if (record.count > 0)
    *NEED_ITEM(file, records, count, capacity) = record;
}

/* Other columns and keys are passed over: exports have more than is needed
 * here. */
static field
find_field(const char *name, size_t len)
{
  for (int i = 0; i < FIELDS; i++)
    if (strlen(field_names[i]) == len && memcmp(field_names[i], name, len) == 0)
      return (field)i;
  return FIELD_OTHER;
}

/* --- JSON --------------------------------------------------------------------
 */

/* A number is copied with room for its NUL, since the byte behind it is part
 * of the JSON. */
static void
take_value(grade_line *line, field which, const json_member *member)
{
  json_text value = member->value;
  if (member->kind == JSON_STRING) {
    char *text = (char *)value.data; /* in our own bytes */
    text[json_text_decode(value, text)] = '\0';
    line->fields[which] = text;
  } else if (member->kind == JSON_WORD && value.len < NUMBER_ROOM &&
             memchr("-0123456789", value.data[0], 11)) {
    memcpy(line->numbers[which], value.data, value.len);
    line->numbers[which][value.len] = '\0';
    line->fields[which] = line->numbers[which];
  }
}

/* Numbers are copied, so they cannot stand for the texts that a record keeps.
 */
static bool
is_kept(field which)
{
  return which != FIELD_KIND && which != FIELD_GRADE && which != FIELD_COUNT;
}

/* One object is one grade. */
static void
take_object(grades_file *file, json_text text, size_t number)
{
  json_scan in = {text.data, text.data + text.len};
  json_member member;
  grade_line line = {.number = number};
  json_step step = json_open(&in, '{') ? JSON_FOUND : JSON_BROKEN;
  while (step == JSON_FOUND &&
         (step = json_next_member(&in, &member)) == JSON_FOUND) {
    field which = find_field(member.key.data, member.key.len);
    if (which < FIELDS && (member.kind == JSON_STRING || !is_kept(which)))
      take_value(&line, which, &member);
  }
  if (step == JSON_BROKEN || !json_at_end(&in)) {
    message("%s:%zu: broken JSON; left out", file->path, number);
    file->failed++;
  } else {
    take_line(file, &line);
  }
}

/* All of a file in one array, as the review server exports it. */
static void
take_array(grades_file *file)
{
  json_scan in = {file->bytes.data, file->bytes.data + file->bytes.len};
  json_member item;
  json_step step = JSON_BROKEN;
  size_t number = 0;
  if (json_open(&in, '['))
    while ((step = json_next_value(&in, &item)) == JSON_FOUND)
      take_object(file, item.value, ++number);
  if (step == JSON_BROKEN) {
    message("%s: the JSON breaks off behind %zu records", file->path, number);
    file->failed++;
  }
}

/* Blank lines are nothing. */
static void
take_json_lines(grades_file *file)
{
  pith_slice rest = {file->bytes.data, file->bytes.len}, line;
  for (size_t number = 1; text_cut(&rest, '\n', &line); number++)
    if (!text_is_blank(line))
      take_object(file, (json_text){line.data, line.len}, number);
}

/* --- CSV ---------------------------------------------------------------------
 */

/* A CSV text on its way. Fields are unquoted in place. */
typedef struct csv_scan {
  char *at;
  char *end;
  size_t line; /* where the record at hand begins */
  size_t next;
} csv_scan;

/* A quoted field is written over itself without its quotes; returns its end.
 * Two quotes are one of the text, and a line feed inside is counted, so that
 * later messages have the right line. */
static char *
read_quoted(csv_scan *in)
{
  char *to = in->at;
  for (in->at++; in->at < in->end; in->at++) {
    if (*in->at == '"' && (in->at + 1 == in->end || *++in->at != '"'))
      break;
    in->next += *in->at == '\n';
    *to++ = *in->at;
  }
  if (in->at < in->end && *in->at == '"')
    in->at++;
  return to;
}

/* Read one field; true when another of the same record follows. */
static bool
read_field(csv_scan *in, char **from, char **to)
{
  *from = in->at;
  if (in->at < in->end && *in->at == '"') {
    *to = read_quoted(in);
    while (in->at < in->end && *in->at != ',' && *in->at != '\n')
      in->at++;
  } else {
    while (in->at < in->end && *in->at != ',' && *in->at != '\n')
      in->at++;
    *to = in->at;
    if (*to > *from && (*to)[-1] == '\r')
      --*to;
  }
  bool more = in->at < in->end && *in->at == ',';
  in->at += in->at < in->end;
  in->next += !more;
  return more;
}

/* Columns may be in any order; those beyond the limit are passed over. */
static size_t
read_header(csv_scan *in, field columns[COLUMNS_MOST])
{
  size_t count = 0;
  bool more = in->at < in->end;
  while (more) {
    char *from, *to;
    more = read_field(in, &from, &to);
    if (count < COLUMNS_MOST)
      columns[count++] = find_field(from, (size_t)(to - from));
  }
  return count;
}

/* Without kind and grade there is nothing to read. */
static bool
has_column(const field *columns, size_t count, field wanted)
{
  for (size_t i = 0; i < count; i++)
    if (columns[i] == wanted)
      return true;
  return false;
}

/* Spreadsheets end with empty rows. */
static bool
is_empty(const grade_line *line)
{
  for (int i = 0; i <= FIELDS; i++)
    if (line->fields[i] && line->fields[i][0])
      return false;
  return true;
}

/* RFC 4180, with the line ends of all systems. */
static void
take_csv(grades_file *file)
{
  csv_scan in = {file->bytes.data, file->bytes.data + file->bytes.len, 1, 1};
  field columns[COLUMNS_MOST];
  size_t count = read_header(&in, columns);
  if (!has_column(columns, count, FIELD_KIND) ||
      !has_column(columns, count, FIELD_GRADE)) {
    message("%s: its first line names no columns 'kind' and 'grade'",
            file->path);
    file->failed++;
    return;
  }
  while (in.at < in.end) {
    grade_line line;
    /* A record may go over several lines, inside quotes. */
    bool more = true;
    line = (grade_line){.number = in.next};
    for (size_t column = 0; more; column++) {
      char *from, *to;
      more = read_field(&in, &from, &to);
      *to = '\0';
      if (column < count)
        line.fields[columns[column]] = from;
    }
    if (!is_empty(&line))
      take_line(file, &line);
  }
}

/* The first byte that is no blank decides which format it is. */
exit_code
grades_file_read(const char *path, grades_file *out)
{
  memset(out, 0, sizeof *out);
  out->path = path;
  TRY(whole_file_read(path, WHOLE_FILE_MOST, &out->bytes));
  /* Spreadsheets put a byte order mark before UTF-8. */
  whole_file *file = &out->bytes;
  if (file->len >= 3 && memcmp(file->data, "\xEF\xBB\xBF", 3) == 0) {
    file->len -= 3;
    memmove(file->data, file->data + 3, file->len + 1);
  }
  char first = out->bytes.data[strspn(out->bytes.data, " \t\r\n")];
  if (first == '[')
    take_array(out);
  else if (first == '{')
    take_json_lines(out);
  else
    take_csv(out);
  if (out->count > 0)
    return EXIT_FINE;
  message("%s: no grades in it", path);
  grades_file_done(out);
  return EXIT_INPUT;
}

/* Records end with the bytes that their texts are in. */
void
grades_file_done(grades_file *file)
{
  free(file->records);
  whole_file_done(&file->bytes);
  memset(file, 0, sizeof *file);
}
