/* papers.c: see the header. */
#include "lab/eval/grades/papers.h"

#include <math.h>

static const paper_figure figures[] = {
    {"Ageev et al. 2005",
     "university sites",
     "chain",
     GRADE_SITE,
     {4, 3, 10, 40},
     57,
     0,
     4.5},
    {"Ageev et al. 2005",
     "narod.ru",
     "chain",
     GRADE_SITE,
     {3, 3, 9, 15},
     30,
     0,
     4},
    {"Shorkin 2013",
     "Yandex test data",
     "chain",
     GRADE_SITE,
     {4, 3, 10, 43},
     60,
     0,
     4.53},
    {"Shorkin 2013", "Yandex test data", "dom", GRADE_SITE, {0}, 60, 0, 4.42},
    {"Kuznetsov",
     "narod.ru pages",
     "sentence",
     GRADE_PAGE,
     {31, 14, 45, 23},
     113,
     0,
     NAN},
    {"Yuan et al. 2006", "Sina", "layer", GRADE_SIMILARITY, {0}, 24, 96, NAN},
    {"Yuan et al. 2006",
     "Xi'an Jiaotong University",
     "layer",
     GRADE_SIMILARITY,
     {0},
     85,
     335,
     NAN},
    {"Yuan et al. 2006",
     "Taobao",
     "layer",
     GRADE_SIMILARITY,
     {0},
     41,
     158,
     NAN},
    {"Yuan et al. 2006",
     "stock portal",
     "layer",
     GRADE_SIMILARITY,
     {0},
     90,
     339,
     NAN},
};

const paper_figure *
paper_figures(size_t *count)
{
  *count = sizeof figures / sizeof *figures;
  return figures;
}
