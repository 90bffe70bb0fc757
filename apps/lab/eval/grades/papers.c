/* papers.c: see the header.
 *
 * Counts are in the order of the grades: 2 to 5 of a site, N-S- N+S- N-S+ N+S+
 * of a page. Where a paper prints no counts they are all 0; a layer has the sum
 * of its points instead, of 4 possible for each page.
 *
 * A mean is the paper's own, with its rounding: the counts of narod.ru
 * have a mean of 4.2, and the paper prints 4. It is never corrected here.
 */
#include "lab/eval/grades/papers.h"

#include <math.h>

/* Rows of one kind of table differ in few columns: macros keep a row a line. */
#define SITES(paper, collection, method, total, mean, ...)                     \
  {                                                                            \
    paper, collection, method, GRADE_SITE, {__VA_ARGS__}, total, 0, mean       \
  }
#define LAYER(collection, total, points)                                       \
  {                                                                            \
    "Yuan et al. 2006", collection, "layer", GRADE_SIMILARITY, {0}, total,     \
        points, NAN                                                            \
  }

static const paper_figure figures[] = {
    SITES("Ageev et al. 2005", "university sites", "chain", 57, 4.5, 4, 3, 10,
          40),
    SITES("Ageev et al. 2005", "narod.ru", "chain", 30, 4, 3, 3, 9, 15),
    SITES("Shorkin 2013", "Yandex test data", "chain", 60, 4.53, 4, 3, 10, 43),
    SITES("Shorkin 2013", "Yandex test data", "dom", 60, 4.42, 0),
    {"Kuznetsov",
     "narod.ru pages",
     "sentence",
     GRADE_PAGE,
     {31, 14, 45, 23},
     113,
     0,
     NAN},
    LAYER("Sina", 24, 96),
    LAYER("Xi'an Jiaotong University", 85, 335),
    LAYER("Taobao", 41, 158),
    LAYER("stock portal", 90, 339),
};

/* The list is constant, so threads may share it. */
const paper_figure *
paper_figures(size_t *count)
{
  *count = sizeof figures / sizeof *figures;
  return figures;
}
