/* grades_raw.h: grades one by one, as grades_file.h reads them again. */
#ifndef EVAL_GRADES_RAW_H
#define EVAL_GRADES_RAW_H

#include "lab/eval/grades/grades.h"

#include "common/output/text_out.h"

/* CSV with a line of titles, or a JSON object a line. All is borrowed. */
void grades_raw_csv(text_out *out, const grade_record *grades, size_t count);
void grades_raw_lines(text_out *out, const grade_record *grades, size_t count);

#endif
