/* eval_out.c: text, JSON and CSV; HTML stands in eval_html.c. */
#include "lab/eval/report/eval_out.h"

#include "lab/eval/report/table_out.h"

#include <string.h>

enum { NAME_WIDTH = 24, FIGURE = 8 };

const char *
eval_page_name(const eval_record *record)
{
  return record->id     ? record->id
         : record->file ? record->file
         : record->path ? record->path
                        : "?";
}

/* --- text --------------------------------------------------------------------
 */

static void
put_head(text_out *out, const eval_report *report)
{
  static const char *const titles[] = {"wordF1",  "P",    "R",    "shinF1",
                                       "rougeF1", "with", "w/out"};
  table_left(out, group_field_name(report->by), NAME_WIDTH);
  table_title(out, "pages", 6);
  table_title(out, "wordF1", FIGURE);
  table_title(out, "95 %", 16);
  for (size_t i = 1; i < sizeof titles / sizeof *titles; i++)
    table_title(out, titles[i], FIGURE);
  if (report->versus)
    text_out_text(out, "  versus   difference (95 %)                p");
  text_out_text(out, "\n");
}

static void
put_difference(text_out *out, const eval_group *group)
{
  const paired_difference *found = &group->differences[0];
  table_right(out, group->versus_means[0], 4, FIGURE);
  table_right(out, found->mean, 4, FIGURE + 1);
  text_out_text(out, " (");
  table_right(out, found->range.low, 4, 7);
  text_out_text(out, " to ");
  table_right(out, found->range.high, 4, 7);
  text_out_text(out, ")");
  table_right(out, found->p, 4, FIGURE);
}

static void
put_group(text_out *out, const eval_group *group)
{
  static const eval_metric metrics[] = {METRIC_WORD_P,     METRIC_WORD_R,
                                        METRIC_SHINGLE_F1, METRIC_ROUGE_F1,
                                        METRIC_WITH,       METRIC_WITHOUT};
  table_left(out, group->name, NAME_WIDTH);
  table_right(out,
              (double)(group->pages > 0 ? group->pages : group->snippet_pages),
              0, 6);
  table_right(out, group->means[METRIC_WORD_F1], 4, FIGURE);
  table_right(out, group->intervals[0].low, 4, FIGURE);
  text_out_text(out, "-");
  table_right(out, group->intervals[0].high, 4, 7);
  for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++)
    table_right(out, group->means[metrics[i]], i == 2 || i == 3 ? 4 : 3,
                FIGURE);
  if (group->versus)
    put_difference(out, group);
  text_out_text(out, "\n");
}

static void
put_ranges(text_out *out, const eval_group *group)
{
  overlap_score content = span_table_content(&group->ranges);
  if (group->range_pages == 0)
    return;
  text_out_text(out, "ranges of ");
  text_out_number(out, group->range_pages, 0);
  text_out_text(out, " pages, by bytes: kappa ");
  text_out_decimal(out, span_table_kappa(&group->ranges), 4);
  text_out_text(out, ", precision ");
  text_out_decimal(out, content.precision, 4);
  text_out_text(out, ", recall ");
  text_out_decimal(out, content.recall, 4);
  text_out_text(out, " of content\n");
}

static void
put_blocks(text_out *out, const eval_group *group)
{
  overlap_score score = block_counts_score(&group->blocks);
  if (group->block_pages == 0)
    return;
  text_out_text(out, "noise blocks of ");
  text_out_number(out, group->block_pages, 0);
  text_out_text(out, " pages: ");
  text_out_number(out, group->blocks.noise, 0);
  text_out_text(out, ", ");
  text_out_number(out, group->blocks.right, 0);
  text_out_text(out, " found: recall ");
  text_out_decimal(out, score.recall, 4);
  text_out_text(out, ", precision ");
  text_out_decimal(out, score.precision, 4);
  text_out_text(out, "\n");
}

static void
put_note(text_out *out, size_t count, const char *what)
{
  if (count == 0)
    return;
  text_out_number(out, count, 0);
  text_out_text(out, what);
}

static void
put_worst(text_out *out, const eval_report *report)
{
  const eval_summary *summary = report->summary;
  for (size_t i = 0; i < report->listed && i < summary->worst_count; i++) {
    uint32_t page = summary->worst[i];
    const page_score *score = &report->scores[page];
    text_out_text(out, i == 0 ? "worst pages\n" : "");
    table_right(out, score->text.word.f1, 4, FIGURE);
    table_right(out, score->text.word.precision, 3, FIGURE);
    table_right(out, score->text.word.recall, 3, FIGURE);
    if (report->versus)
      table_right(out, report->versus_scores[page].text.word.f1, 4, FIGURE);
    const char *name = eval_page_name(&report->gold->items[page]);
    text_out_text(out, "  ");
    text_out_line(out, name, strlen(name));
    text_out_text(out, "\n");
  }
}

void
eval_out_text(text_out *out, const eval_report *report)
{
  const eval_summary *summary = report->summary;
  const eval_groups *groups = &summary->by[report->by];
  put_head(out, report);
  for (size_t i = 0; i < groups->count; i++)
    put_group(out, &groups->items[i]);
  put_group(out, &summary->all);
  if (groups->count > 1) {
    text_out_text(out, "mean of groups: word F1 ");
    text_out_decimal(out, summary->mean_of_groups[report->by], 4);
    text_out_text(out, "\n");
  }
  put_ranges(out, &summary->all);
  put_blocks(out, &summary->all);
  put_note(out, summary->all.missing,
           " gold pages had no prediction (scored 0)\n");
  put_note(out, summary->all.empty, " pages came out empty\n");
  put_note(out, summary->all.too_large,
           " pages were too large for ROUGE and are left out of it\n");
  put_worst(out, report);
}

/* --- JSON --------------------------------------------------------------------
 */

static void
put_json_versus(text_out *out, const eval_group *group)
{
  text_out_text(out, ",\"versus\":{");
  for (size_t h = 0; h < HEADLINES; h++) {
    const paired_difference *found = &group->differences[h];
    text_out_text(out, h > 0 ? ",\"" : "\"");
    text_out_text(out, eval_metric_name(eval_headline(h)));
    json_put_figure(out, "\":{\"mean\":", group->versus_means[h], 6);
    json_put_figure(out, ",\"difference\":", found->mean, 6);
    json_put_figure(out, ",\"low\":", found->range.low, 6);
    json_put_figure(out, ",\"high\":", found->range.high, 6);
    json_put_figure(out, ",\"p\":", found->p, 6);
    json_put_count(out, ",\"better\":", found->better);
    json_put_count(out, ",\"worse\":", found->worse);
    text_out_text(out, "}");
  }
  text_out_text(out, "}");
}

static void
put_json_ranges(text_out *out, const eval_group *group)
{
  overlap_score content = span_table_content(&group->ranges);
  json_put_count(out, ",\"ranges\":{\"pages\":", group->range_pages);
  json_put_figure(out, ",\"kappa\":", span_table_kappa(&group->ranges), 6);
  json_put_figure(out, ",\"precision\":", content.precision, 6);
  json_put_figure(out, ",\"recall\":", content.recall, 6);
  json_put_figure(out, ",\"f1\":", content.f1, 6);
  text_out_text(out, "}");
}

static void
put_json_blocks(text_out *out, const eval_group *group)
{
  overlap_score score = block_counts_score(&group->blocks);
  json_put_count(out, ",\"blocks\":{\"pages\":", group->block_pages);
  json_put_count(out, ",\"noise\":", group->blocks.noise);
  json_put_count(out, ",\"found\":", group->blocks.found);
  json_put_count(out, ",\"right\":", group->blocks.right);
  json_put_figure(out, ",\"precision\":", score.precision, 6);
  json_put_figure(out, ",\"recall\":", score.recall, 6);
  text_out_text(out, "}");
}

static void
put_json_group(text_out *out, const eval_group *group)
{
  json_put_count(out, "{\"pages\":", group->pages);
  json_put_count(out, ",\"snippet_pages\":", group->snippet_pages);
  json_put_count(out, ",\"missing\":", group->missing);
  json_put_count(out, ",\"empty\":", group->empty);
  json_put_count(out, ",\"too_large\":", group->too_large);
  for (int m = 0; m < METRICS; m++) {
    text_out_text(out, ",\"");
    text_out_text(out, eval_metric_name((eval_metric)m));
    json_put_figure(out, "\":", group->means[m], 6);
  }
  json_put_figure(out, ",\"hub_F1\":", group->hub_f1, 6);
  for (size_t h = 0; h < HEADLINES; h++) {
    text_out_text(out, ",\"");
    text_out_text(out, eval_metric_name(eval_headline(h)));
    json_put_figure(out, "_interval\":[", group->intervals[h].low, 6);
    json_put_figure(out, ",", group->intervals[h].high, 6);
    text_out_text(out, "]");
  }
  if (group->range_pages > 0)
    put_json_ranges(out, group);
  if (group->block_pages > 0)
    put_json_blocks(out, group);
  if (group->versus)
    put_json_versus(out, group);
  text_out_text(out, "}");
}

static void
put_json_field(text_out *out, const eval_summary *summary, group_field field)
{
  const eval_groups *groups = &summary->by[field];
  json_put_name(out, field > 0 ? ",\n " : "\n ", group_field_name(field));
  json_put_figure(out, ":{\"mean_of_groups\":", summary->mean_of_groups[field],
                  6);
  text_out_text(out, ",\"groups\":{");
  for (size_t i = 0; i < groups->count; i++) {
    json_put_name(out, i > 0 ? ",\n  " : "\n  ", groups->items[i].name);
    text_out_text(out, ":");
    put_json_group(out, &groups->items[i]);
  }
  text_out_text(out, "}}");
}

static void
put_json_page(text_out *out, const eval_report *report, uint32_t page)
{
  const page_score *score = &report->scores[page];
  json_put_name(out, "{\"id\":", eval_page_name(&report->gold->items[page]));
  json_put_figure(out, ",\"word_F1\":", score->text.word.f1, 6);
  json_put_figure(out, ",\"word_P\":", score->text.word.precision, 6);
  json_put_figure(out, ",\"word_R\":", score->text.word.recall, 6);
  if (report->versus)
    json_put_figure(out, ",\"versus_word_F1\":",
                    report->versus_scores[page].text.word.f1, 6);
  text_out_text(out, "}");
}

void
eval_out_json(text_out *out, const eval_report *report)
{
  const eval_summary *summary = report->summary;
  json_put_name(out, "{\"v\":1,\"pred\":", report->source->name);
  if (report->versus)
    json_put_name(out, ",\"versus\":", report->versus->name);
  text_out_text(out, ",\n\"all\":");
  put_json_group(out, &summary->all);
  text_out_text(out, ",\n\"by\":{");
  for (int field = 0; field < GROUP_FIELDS; field++)
    put_json_field(out, summary, (group_field)field);
  text_out_text(out, "},\n\"worst\":[");
  for (size_t i = 0; i < report->worst && i < summary->worst_count; i++) {
    text_out_text(out, i > 0 ? ",\n " : "\n ");
    put_json_page(out, report, summary->worst[i]);
  }
  text_out_text(out, "]}\n");
}

/* --- CSV ---------------------------------------------------------------------
 */

static void
put_csv_page(text_out *out, const eval_report *report, size_t page)
{
  const eval_record *record = &report->gold->items[page];
  const page_score *score = &report->scores[page];
  csv_text(out, eval_page_name(record));
  for (int field = 0; field < GROUP_FIELDS; field++) {
    text_out_text(out, ",");
    csv_text(out, record->groups[field] ? record->groups[field] : "");
  }
  for (int m = 0; m < METRICS; m++)
    csv_number(out, eval_metric_of(score, (eval_metric)m), 6);
  csv_number(out, score->missing, 0);
  csv_number(out, score->confidence, 3);
  if (report->versus)
    csv_number(out,
               eval_metric_of(&report->versus_scores[page], METRIC_WORD_F1), 6);
  text_out_text(out, "\n");
}

void
eval_out_csv(text_out *out, const eval_report *report)
{
  text_out_text(out, "id");
  for (int field = 0; field < GROUP_FIELDS; field++) {
    text_out_text(out, ",");
    text_out_text(out, group_field_name((group_field)field));
  }
  for (int m = 0; m < METRICS; m++) {
    text_out_text(out, ",");
    text_out_text(out, eval_metric_name((eval_metric)m));
  }
  text_out_text(out, ",missing,confidence");
  text_out_text(out, report->versus ? ",versus_word_F1\n" : "\n");
  for (size_t i = 0; i < report->gold->count; i++)
    if (page_score_counts(&report->scores[i]))
      put_csv_page(out, report, i);
}
