/* site_similarity.c: `pith site --similarity`: the table of how alike the pages
 * of a layer look (common/site_run/site_likeness.h).
 */
#include "pith/site/site_job.h"

#include <string.h>

/* Tab-separated: it is read by scripts more often than by people. */
void
site_likeness_head(text_out *out, const char *site)
{
  text_out_print(out,
                 "%sstarts\tpages\theader\tnavigation\tfooter\t"
                 "advertising\tscore\tsimilarity\n",
                 site ? "site\t" : "");
}

static void
write_row(text_out *out, const char *site, const site_likeness *likeness,
          double share)
{
  if (site) {
    text_out_line(out, site, strlen(site));
    text_out_text(out, "\t");
  }
  text_out_print(out, "%u\t%u\t%u\t%u\t%u\t%u\t%u\t%.1f%%\n", likeness->starts,
                 likeness->pages, likeness->scores[0], likeness->scores[1],
                 likeness->scores[2], likeness->scores[3],
                 site_likeness_points(likeness), share);
}

void
site_likeness_row(text_out *out, const char *site,
                  const site_likeness *likeness)
{
  write_row(out, site, likeness, site_likeness_share(likeness));
}

/* The paper's mean is that of its rows, not weighted by their pages. */
void
site_likeness_mean(text_out *out, const site_likeness *sums, double mean)
{
  write_row(out, "mean", sums, mean);
}
