/* paper_facts.c: see the header. What the papers' methods are is in
 * docs/lab/methods; what their experts saw is in the rows.
 */
#include "lab/paper/paper_facts.h"

#include <string.h>

/* In the order of loss_class: content cut, not isolated, boilerplate relevant,
 * judgement. A page may be in several: they add up to 71. */
const unsigned ageev_losses[4] = {7, 5, 4, 55};

/* Every page of a site may be looked at where the paper sets no limit; 400 are
 * enough for a grade and keep the time of a site bounded. */
static const paper_facts papers[] = {
    {"ageev",
     "Ageev, Vershinnikov, Dobrov 2005: token chains that pages share",
     "Ageev et al. 2005",
     "Boilerplate is found well (4.5 of 5), but search is not better without "
     "it: average precision falls from 33.22 to 32.26 %.",
     GRADE_SITE,
     {"chain-compat", "site-auto"},
     .sample = 57,
     .pages = 400,
     .search = true},
    {"yuan",
     "Yuan, Zhang, Jiang, Zhao 2006: blocks matched with pages of the layer",
     "Yuan et al. 2006",
     "Pages of one layer look alike (97.3 %), so that matching blocks finds "
     "95.4 % of the noise blocks, and 98.1 % of those found are noise.",
     GRADE_SIMILARITY,
     {"layer-compat", "site-auto"},
     .sample = 100,
     .pages = 15,
     .blocks = true,
     .layers = true},
    {"kuznetsov",
     "Kuznetsov: a block with a sentence is content",
     "Kuznetsov",
     "Both parts of a page are right on 20 % of the pages, one of them on "
     "52 %, none on 28 %: the method works and can be improved.",
     GRADE_PAGE,
     {"sentence-compat", "auto"},
     .sample = 113,
     .of_pages = true,
     .pages = 113},
    {"shorkin",
     "Shorkin 2013: token chains against the tree of one page",
     "Shorkin 2013",
     "Chains that the pages of a site share (4.53) are better than the tree "
     "of a single page (4.42).",
     GRADE_SITE,
     {"chain-compat", "dom", "site-auto"},
     .sample = 60,
     .pages = 5},
};

/* Four rows: a linear search is enough. */
const paper_facts *
paper_find(const char *name)
{
  for (size_t i = 0; i < sizeof papers / sizeof *papers; i++)
    if (strcmp(papers[i].name, name) == 0)
      return &papers[i];
  return NULL;
}

/* The list ends with NULL, or with the last that there is room for. */
size_t
paper_runs(const paper_facts *paper)
{
  size_t count = 0;
  while (count < PAPER_RUNS_MOST && paper->runs[count])
    count++;
  return count;
}

/* What follows the paper's word may only be a variant of it. */
bool
paper_is_method(const char *ours, const char *theirs)
{
  size_t len = strlen(theirs);
  return strncmp(ours, theirs, len) == 0 && (!ours[len] || ours[len] == '-');
}
