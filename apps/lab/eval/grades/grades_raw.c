/* grades_raw.c: see the header. Fields are those of docs/lab/eval.md. */
#include "lab/eval/grades/grades_raw.h"

#include "common/json/json_out.h"
#include "lab/report/csv_out.h"

void
grades_raw_csv(text_out *out, const grade_record *grades, size_t count)
{
  text_out_text(out,
                "collection,method,grader,kind,item,grade,comment,count\n");
  for (size_t i = 0; i < count; i++) {
    const grade_record *grade = &grades[i];
    csv_print(out, "%s,%s,%s,%s,%s,%s,%s,%u\n", grade->collection,
              grade->method, grade->grader, grade_kind_name(grade->kind),
              grade->item, grade_name(grade->kind, grade->grade),
              grade->comment, grade->count);
  }
}

void
grades_raw_lines(text_out *out, const grade_record *grades, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const grade_record *grade = &grades[i];
    json_out json = json_out_begin(out);
    json_out_object(&json, NULL);
    json_out_print(&json,
                   "collection %s method %s grader %s kind %s item %s grade %s "
                   "comment %s count %u",
                   grade->collection, grade->method, grade->grader,
                   grade_kind_name(grade->kind), grade->item,
                   grade_name(grade->kind, grade->grade), grade->comment,
                   grade->count);
    json_out_end(&json);
    text_out_text(out, "\n");
  }
}
