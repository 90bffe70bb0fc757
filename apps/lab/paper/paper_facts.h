/* paper_facts.h: the four papers: what each did, so that one program can do it
 * again.
 */
#ifndef PAPER_PAPER_FACTS_H
#define PAPER_PAPER_FACTS_H

#include "lab/eval/grades/grades.h"

enum { PAPER_RUNS_MOST = 3 };

typedef struct paper_facts {
  const char *name;    /* "ageev", on the command line */
  const char *title;   /* authors, year and subject */
  const char *printed; /* its name in lab/eval/grades/papers.h */
  const char *found;   /* what it found, one sentence */
  grade_kind kind;     /* what its experts gave */
  /* Methods by the names of method_choice.h: its own to the letter first, ours
   * last; NULL: no more. */
  const char *runs[PAPER_RUNS_MOST];
  uint64_t sample; /* sites that were graded, or pages with `of_pages` */
  bool of_pages;
  size_t pages; /* looked at of each site, at most */
  bool blocks;  /* noise blocks are counted */
  bool layers;  /* pages of a layer are compared */
  bool search;  /* retrieval with and without boilerplate */
} paper_facts;

/* The paper of that name, lent for the life of the program; NULL for none. */
const paper_facts *paper_find(const char *name);

/* How many runs it has. */
size_t paper_runs(const paper_facts *paper);

/* Whether our method is that of a paper: "chain-compat" is its "chain". */
bool paper_is_method(const char *ours, const char *theirs);

/* Figures that only one paper prints. */
#define AGEEV_BASIC 33.22 /* average precision, per cent: all text */
#define AGEEV_CUT   32.26 /* without the boilerplate */
enum { AGEEV_LOST = 66 }; /* pages of Table 2 */
extern const unsigned ageev_losses[4]; /* pages of its classes */

#define YUAN_RECALL    95.4 /* of noise blocks, per cent */
#define YUAN_PRECISION 98.1
#define YUAN_MEAN      97.3 /* of the similarities of its sites */
enum { YUAN_PAGES = 60 };

#endif
