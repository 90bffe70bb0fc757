/* paper_blocks.c: the tables and figures of Yuan et al.: how alike pages of a
 * layer look (Table 1), and recall and precision of noise blocks (Figure 2).
 *
 *     recall     right / noise blocks there are
 *     precision  right / blocks found
 *
 * Graders of the paper saw noise by eye; here it is what gold does not have
 * (lab/eval/metrics/block_score.h).
 */
#include "lab/paper/paper.h"

#include "common/system/need.h"
#include "lab/eval/grades/papers.h"
#include "lab/eval/metrics/random_source.h"
#include "lab/report/plot_svg.h"
#include "lab/report/report_html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BARS_MOST = 8 /* sites of Figure 2, which has 4 */ };

/* --- noise blocks ------------------------------------------------------------
 */

/* Blocks of one page, as a ratio. */
typedef struct page_ratio {
  uint64_t part;
  uint64_t whole;
} page_ratio;

/* For the percentiles of a bootstrap. */
static int
compare_doubles(const void *a, const void *b)
{
  double one = *(const double *)a, two = *(const double *)b;
  return (one > two) - (one < two);
}

/* The ratio of sums over pages, in per cent; its interval is that of 1,000
 * samples of pages with replacement. */
static double
ratio_of(const page_ratio *pages, size_t count, interval *range)
{
  double found[STATISTICS_ROUNDS];
  random_source source;
  uint64_t part = 0, whole = 0;
  for (size_t i = 0; i < count; i++) {
    part += pages[i].part;
    whole += pages[i].whole;
  }
  *range = (interval){NAN, NAN};
  if (whole == 0)
    return NAN;
  random_source_init(&source, STATISTICS_SEED);
  for (size_t round = 0; round < STATISTICS_ROUNDS; round++) {
    page_ratio sum = {0, 0};
    for (size_t i = 0; i < count; i++) {
      const page_ratio *page =
          &pages[random_source_below(&source, (uint32_t)count)];
      sum.part += page->part;
      sum.whole += page->whole;
    }
    found[round] =
        sum.whole > 0 ? 100 * (double)sum.part / (double)sum.whole : 100;
  }
  qsort(found, STATISTICS_ROUNDS, sizeof *found, compare_doubles);
  *range = (interval){found[STATISTICS_ROUNDS / 40],
                      found[STATISTICS_ROUNDS - STATISTICS_ROUNDS / 40 - 1]};
  return 100 * (double)part / (double)whole;
}

/* Blocks of several pages. */
static void
add_blocks(block_counts *sum, const block_counts *page)
{
  sum->noise += page->noise;
  sum->found += page->found;
  sum->right += page->right;
}

/* Sums over all pages, as the paper has them; the interval is over pages, for
 * blocks of one page are not independent. */
void
paper_blocks_sum(const paper_job *job, size_t run, block_result *out)
{
  page_ratio *recall = need(job->counted, sizeof *recall);
  page_ratio *precision = need(job->counted, sizeof *precision);
  *out = (block_result){.pages = 0};
  for (size_t s = 0; s < job->site_count; s++)
    for (size_t p = 0; p < job->sites[s].count; p++) {
      const paper_page *page = &job->sites[s].pages[p];
      const block_counts *blocks = &page->counts[run].blocks;
      if (!page->counted)
        continue;
      recall[out->pages] = (page_ratio){blocks->right, blocks->noise};
      precision[out->pages++] = (page_ratio){blocks->right, blocks->found};
      add_blocks(&out->sums, blocks);
    }
  out->recall = ratio_of(recall, out->pages, &out->recall_range);
  out->precision = ratio_of(precision, out->pages, &out->precision_range);
  free(recall);
  free(precision);
}

/* Noise blocks of a site by the paper's method. */
static block_counts
site_blocks(const paper_site *site)
{
  block_counts sum = {0, 0, 0};
  for (size_t p = 0; p < site->count; p++)
    if (site->pages[p].counted)
      add_blocks(&sum, &site->pages[p].counts[0].blocks);
  return sum;
}

/* Of two sites the one with more noise blocks, then by name. */
static int
compare_noise(const void *a, const void *b)
{
  const paper_site *one = *(const paper_site *const *)a;
  const paper_site *two = *(const paper_site *const *)b;
  uint64_t first = site_blocks(one).noise, second = site_blocks(two).noise;
  if (first != second)
    return first > second ? -1 : 1;
  return strcmp(one->site->name, two->site->name);
}

/* Figure 2, as it is in the paper: of each site the noise blocks there are,
 * those found, those right. The paper has four sites; of many those are drawn
 * that have most noise blocks. */
static void
put_figure(const paper_job *job, text_out *out)
{
  double values[3][BARS_MOST] = {{0}};
  const char *names[BARS_MOST];
  size_t made = 0;
  const paper_site **sites = need(job->site_count + 1, sizeof *sites);
  for (size_t s = 0; s < job->site_count; s++)
    sites[s] = &job->sites[s];
  if (job->site_count > 1)
    qsort(sites, job->site_count, sizeof *sites, compare_noise);
  for (; made < job->site_count && made < BARS_MOST; made++) {
    block_counts sum = site_blocks(sites[made]);
    names[made] = sites[made]->site->name;
    values[0][made] = (double)sum.noise;
    values[1][made] = (double)sum.found;
    values[2][made] = (double)sum.right;
  }
  static const plot_frame frame = {
      "Figure 2: noise blocks of the sites with most", "site", "blocks"};
  plot_series series[] = {{"noise blocks", NULL, values[0], made},
                          {"found", NULL, values[1], made},
                          {"right", NULL, values[2], made}};
  report_figure_begin(out);
  plot_bars(out, &frame, names, series, 3);
  report_figure_end(out);
  free(sites);
}

/* A share with its interval, and how far it is from what the paper printed,
 * whose own error is not known. */
static void
put_share(text_out *out, double share, interval range, double printed)
{
  report_cells(out, "%.1f (%.1f to %.1f)|%.1f (%.1f to %.1f)", share, range.low,
               range.high, share - printed, range.low - printed,
               range.high - printed);
}

/* The paper's figures are those of 60 pages of four news sites, by eye. */
void
paper_tables_blocks(const paper_job *job, text_out *out)
{
  report_table_begin(
      out, "Noise blocks, VIPS with degree of coherence 5",
      "source|method|pages|noise blocks|found|right|recall % (95 "
      "%)|difference (95 %)|precision % (95 %)|difference (95 %)");
  report_row(out, "%s|%s|%d|%s|%s|%s|%.1f|%s|%.1f|%s", job->paper->printed,
             "layer", YUAN_PAGES, "", "", "", YUAN_RECALL, "", YUAN_PRECISION,
             "");
  for (size_t r = 0; r < job->run_count; r++) {
    block_result found;
    paper_blocks_sum(job, r, &found);
    report_row_begin(out);
    report_cells(out, "%s|%s|%zu|%zu|%zu|%zu", "here, by gold",
                 job->runs[r].name, found.pages, (size_t)found.sums.noise,
                 (size_t)found.sums.found, (size_t)found.sums.right);
    put_share(out, found.recall, found.recall_range, YUAN_RECALL);
    put_share(out, found.precision, found.precision_range, YUAN_PRECISION);
    report_row_end(out);
  }
  report_table_end(out);
  put_figure(job, out);
}

/* --- layers -----------------------------------------------------------------
 */

/* Sites without two pages of a layer have no similarity. The paper's mean is
 * that of its rows, not weighted by their pages; the interval is over sites. */
double
paper_likeness_mean(const paper_job *job, interval *range)
{
  double *shares = need(job->site_count + 1, sizeof *shares);
  size_t count = 0;
  *range = (interval){NAN, NAN};
  for (size_t s = 0; s < job->site_count; s++)
    if (job->sites[s].likeness.pages > 0)
      shares[count++] = site_likeness_share(&job->sites[s].likeness);
  double mean = count > 0 ? statistics_mean(shares, count) : NAN;
  if (count > 0)
    statistics_bootstrap(shares, count, 0.95, STATISTICS_ROUNDS,
                         STATISTICS_SEED, range);
  free(shares);
  return mean;
}

/* Our mean, with what is missing to the paper's. */
static void
put_mean(const paper_job *job, text_out *out)
{
  unsigned starts = 0, pages = 0, points = 0;
  interval range;
  for (size_t s = 0; s < job->site_count; s++) {
    const site_likeness *like = &job->sites[s].likeness;
    starts += like->starts;
    pages += like->pages;
    points += site_likeness_points(like);
  }
  double mean = paper_likeness_mean(job, &range);
  report_row(out, "%s|%s|%u|%u|%u|%.1f (%.1f to %.1f)|%.1f", "here",
             "mean of the sites", starts, pages, points, mean, range.low,
             range.high, mean - YUAN_MEAN);
}

/* Its rows, its mean as printed, our mean, our rows. */
void
paper_tables_layers(const paper_job *job, text_out *out)
{
  size_t count;
  const paper_figure *figures = paper_figures(&count);
  report_table_begin(out, "Table 1: how alike pages of one layer look",
                     "source|site|start pages|pages of the layer|sum of the "
                     "scores|similarity % (95 %)|difference");
  for (size_t i = 0; i < count; i++)
    if (figures[i].kind == GRADE_SIMILARITY)
      report_row(out, "%s|%s|%d|%u|%u|%.1f|", figures[i].paper,
                 figures[i].collection, 5, figures[i].total, figures[i].points,
                 25.0 * figures[i].points / figures[i].total);
  report_row(out, "%s|%s|%d|%d|%d|%.1f|", job->paper->printed,
             "mean of its sites", 20, 240, 928, YUAN_MEAN);
  put_mean(job, out);
  for (size_t s = 0; s < job->site_count; s++) {
    const site_likeness *like = &job->sites[s].likeness;
    if (like->pages > 0)
      report_row(out, "%s|%s|%u|%u|%u|%.1f|", "here", job->sites[s].site->name,
                 like->starts, like->pages, site_likeness_points(like),
                 site_likeness_share(like));
  }
  report_table_end(out);
}
