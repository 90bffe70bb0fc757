/*
 * The features of blocks: numbers from 0 to 255, one column each, that the
 * method `auto` decides by. The same code serves for training and for use.
 *
 * Columns come in groups, one file a group. A group fills its columns for a run
 * of blocks at a time, so that memory does not grow with the page:
 *
 *     out[column * PITH_FEATURE_CHUNK + block]
 *
 * Everything is whole numbers, so every machine and compiler comes to the
 * same.
 */
#ifndef PITH_METHOD_AUTO_FEATURE_H
#define PITH_METHOD_AUTO_FEATURE_H

#include "base/scale.h"
#include "page/blocks/block_context.h"
#include "method/auto/token_values.h"

/* Blocks at a time; a multiple of what is compared at once. */
#define PITH_FEATURE_CHUNK 256u

/* What other pages of the site show about a block, 0 to 255, 0: not known. */
enum {
  PITH_EVIDENCE_KNOWN,      /* how well the site is known, 255: by 64 pages */
  PITH_EVIDENCE_NEIGHBOURS, /* share of the pages most like it with its text, */
  PITH_EVIDENCE_PAGES,      /* and of all pages of the model */
  PITH_EVIDENCE_CUT,        /* share of its words that are boilerplate, */
  PITH_EVIDENCE_BOX_CUT,    /* and of those in the box around it */
  PITH_EVIDENCE_STAYS,      /* share of the words before it that stay */
  PITH_EVIDENCE_SLOT, /* 255: its place holds boilerplate, 1: it does not */
  PITH_EVIDENCE_EVEN, /* how far texts in its place are equally long */
  PITH_EVIDENCE
};
typedef struct pith_block_evidence {
  uint8_t values[PITH_EVIDENCE];
} pith_block_evidence;

/* Each group lists its columns once, as COLUMNS(X) with the constant and the
 * name of each; these two make the enum and the table of names from the list.
 */
#define PITH_COLUMN_CONSTANT(constant, name) constant,
#define PITH_COLUMN_NAME(constant, name)     [constant] = name,

/* What the columns are made from. All borrowed. */
typedef struct pith_feature_source {
  const pith_block_context *context;
  const pith_token_context *tokens;
  const pith_block_evidence *evidence; /* by block; NULL: none */
} pith_feature_source;

/* A run of blocks, and where the first column of a group goes. */
typedef struct pith_feature_run {
  uint32_t from;
  uint32_t count; /* at most PITH_FEATURE_CHUNK */
  uint8_t *out;
} pith_feature_run;

/* Write the value of a block, whose place in the first column is `out`. */
static inline void
pith__put(uint8_t *out, int column, uint8_t value)
{
  out[(size_t)column * PITH_FEATURE_CHUNK] = value;
}

typedef struct pith_feature_group {
  const char *const *names;
  uint32_t count;
  void (*fill)(const pith_feature_source *source, const pith_feature_run *run);
} pith_feature_group;

/* One in each file feature_*.c, in the order of the columns. */
extern const pith_feature_group pith__features_own;
extern const pith_feature_group pith__features_near;
extern const pith_feature_group pith__features_place;
extern const pith_feature_group pith__features_box;
extern const pith_feature_group pith__features_around;
extern const pith_feature_group pith__features_page;
extern const pith_feature_group pith__features_token;
extern const pith_feature_group pith__features_declared;
extern const pith_feature_group pith__features_site;

/* How many columns there are, and what each is called: NULL beyond them. Lent
 * for the program's life. */
uint32_t pith__feature_count(void);
const char *pith__feature_name(uint32_t column);

/* Fill all columns of a run. `run->out` has room for PITH_FEATURE_CHUNK bytes
 * a column. */
void pith__features_fill(const pith_feature_source *source,
                         const pith_feature_run *run);

#endif
