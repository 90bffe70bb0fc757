/*
 * See layer_align.h. The best matching of two lists is found by dynamic
 * programming in a band around the diagonal; what is equal at both ends is
 * taken away first, so that most lists are short.
 */
#include "method/layer/layer_align.h"

#include "base/bits.h"

#include <string.h>

/* The product of two lists that is gone through as a whole, and half the width
 * of the band for longer ones. */
enum { WHOLE_MOST = 65536, BAND = 64, WORDS_MOST = 4096 };

/* Elements of other names are pairs when so many bits of the texts in them are
 * the same, and these facts: <div class="asia">, <div class="africa">. */
enum { RENAMED_LEAST = 6 };
#define SAME_FACTS                                                             \
  (PITH_PROFILE_VOID | PITH_PROFILE_CONTAINER | PITH_PROFILE_TABLE |           \
   PITH_PROFILE_HEADING | PITH_PROFILE_LINK)

enum { WAY_SKIP_MINE = 1, WAY_SKIP_OTHER = 2, WAY_PAIR = 3 };

/* The list of children between the equal ends. */
typedef struct lists {
  const uint32_t *mine;
  const uint32_t *other;
  uint32_t mine_count;
  uint32_t other_count;
} lists;

typedef struct matching {
  pith_layer_aligner *aligner;
  const pith_layer_page *mine;
  const pith_layer_page *other;
} matching;

void
pith__layer_aligner_init(pith_layer_aligner *aligner, pith_memory *memory)
{
  memset(aligner, 0, sizeof *aligner);
  aligner->memory = memory;
}

void
pith__layer_aligner_done(pith_layer_aligner *aligner)
{
  pith_memory *memory = aligner->memory;
  PITH_FREE_ITEMS(memory, aligner->other, aligner->capacity);
  PITH_FREE_ITEMS(memory, aligner->todo, aligner->todo_capacity);
  PITH_FREE_ITEMS(memory, aligner->lists, aligner->list_capacity);
  PITH_FREE_ITEMS(memory, aligner->scores, aligner->score_capacity);
  pith__memory_free(memory, aligner->ways, aligner->way_capacity);
  pith__layer_aligner_init(aligner, memory);
}

/* A stack, so the depth of a page costs memory and no recursion. */
static bool
push(matching *in, uint32_t mine, uint32_t other)
{
  pith_layer_aligner *aligner = in->aligner;
  if (!PITH_GROW(aligner->memory, aligner->todo, aligner->todo_capacity,
                 aligner->todo_count + 1u, UINT32_MAX / 2))
    return false;
  aligner->todo[aligner->todo_count++] = (pith_layer_pair){mine, other};
  return true;
}

/* What a pair weighs; 0: it is none. Equal subtrees weigh by their words, up to
 * WORDS_MOST, other elements by the bits that their sketches share. Two texts
 * that differ may be a pair, the cheapest one. */
static uint32_t
weigh(const pith_layer_node *mine, const pith_layer_node *other)
{
  bool text = pith__layer_is_text(mine);
  uint32_t words = mine->words < WORDS_MOST ? mine->words : WORDS_MOST;
  if (text != pith__layer_is_text(other))
    return 0;
  if (mine->whole == other->whole)
    return 8 + 4 * words;
  if (text)
    return 1;
  uint32_t common = pith__count_bits(mine->sketch & other->sketch);
  if (mine->label == other->label)
    return 2 + 4 * common;
  if (common < RENAMED_LEAST || ((mine->facts ^ other->facts) & SAME_FACTS))
    return 0;
  return 1 + 2 * common;
}

/* Pair two equal subtrees, node by node. The hashes of two subtrees may
 * collide; sizes that differ show it, and nothing is paired then. */
static void
pair_whole(matching *in, uint32_t mine, uint32_t other)
{
  uint32_t size = in->mine->nodes[mine].end - mine;
  bool same = in->other->nodes[other].end - other == size;
  for (uint32_t i = 0; same && i < size; i++)
    in->aligner->other[mine + i] = other + i;
  in->aligner->steps += size;
}

/* A pair was found: what is in it is still to be matched, or is equal. */
static bool
take_pair(matching *in, uint32_t mine, uint32_t other)
{
  if (in->mine->nodes[mine].whole == in->other->nodes[other].whole) {
    pair_whole(in, mine, other);
    return true;
  }
  in->aligner->other[mine] = other;
  return pith__layer_is_text(&in->mine->nodes[mine]) || push(in, mine, other);
}

/* Children of a node are found by jumping from end to end. The list is behind
 * `from`, so that those of both pages fit one array. */
static bool
list_children(matching *in, const pith_layer_page *page, uint32_t node,
              uint32_t from, uint32_t *count)
{
  pith_layer_aligner *aligner = in->aligner;
  *count = 0;
  for (uint32_t c = node + 1; c < page->nodes[node].end;
       c = page->nodes[c].end) {
    if (!PITH_GROW(aligner->memory, aligner->lists, aligner->list_capacity,
                   (uint64_t)from + *count + 1, UINT32_MAX / 2))
      return false;
    aligner->lists[from + (*count)++] = c;
  }
  return true;
}

/* --- two lists ------------------------------------------------------------ */

/* Columns of row i that are looked at: [*from, *to). */
static void
band_of(const lists *in, uint32_t i, uint32_t *from, uint32_t *to)
{
  *from = 0;
  *to = in->other_count;
  if ((uint64_t)in->mine_count * in->other_count <= WHOLE_MOST)
    return;
  uint32_t middle = (uint32_t)((uint64_t)i * in->other_count / in->mine_count);
  if (middle > BAND)
    *from = middle - BAND;
  if (middle + BAND < *to)
    *to = middle + BAND;
}

/* The width of a row of `ways`. Long lists are compared near their diagonal
 * only: neighbours of a template do not move far. */
static uint32_t
band_width(const lists *in)
{
  bool whole = (uint64_t)in->mine_count * in->other_count <= WHOLE_MOST;
  return whole || in->other_count < 2 * BAND ? in->other_count : 2 * BAND;
}

/* Two rows of scores, but all of the ways: scores are needed for the next row,
 * ways for going back. */
static bool
make_room(pith_layer_aligner *aligner, const lists *in)
{
  uint64_t cells = (uint64_t)in->mine_count * band_width(in);
  if (!PITH_GROW(aligner->memory, aligner->scores, aligner->score_capacity,
                 2 * ((uint64_t)in->other_count + 1), UINT32_MAX / 2))
    return false;
  return PITH_GROW(aligner->memory, aligner->ways, aligner->way_capacity,
                   cells + 1, UINT32_MAX / 2);
}

/* One row: scores[j] is the best of the first rows and j columns. */
static void
fill_row(matching *match, const lists *in, uint32_t i, const uint32_t *before,
         uint32_t *scores)
{
  uint32_t from, to, width = band_width(in);
  uint8_t *ways = match->aligner->ways + (size_t)i * width;
  const pith_layer_node *mine = &match->mine->nodes[in->mine[i]];
  band_of(in, i, &from, &to);
  scores[from] = before[from];
  for (uint32_t j = from; j < to; j++) {
    uint32_t weight = weigh(mine, &match->other->nodes[in->other[j]]);
    uint32_t best = before[j + 1];
    uint8_t way = WAY_SKIP_MINE;
    if (scores[j] > best) {
      best = scores[j];
      way = WAY_SKIP_OTHER;
    }
    if (weight > 0 && before[j] + weight > best) {
      best = before[j] + weight;
      way = WAY_PAIR;
    }
    scores[j + 1] = best;
    ways[j - from] = way;
  }
  uint32_t next_from, next_to = to; /* the next row looks further */
  if (i + 1 < in->mine_count)
    band_of(in, i + 1, &next_from, &next_to);
  for (uint32_t j = to; j < next_to; j++)
    scores[j + 1] = scores[to];
  match->aligner->steps += to - from;
}

/* Go back along the best way and take its pairs. */
static bool
take_way(matching *match, const lists *in)
{
  uint32_t i = in->mine_count, j = in->other_count, from, to;
  while (i > 0 && j > 0) {
    band_of(in, i - 1, &from, &to);
    if (j > to) {
      j--;
      continue;
    }
    if (j <= from) {
      i--;
      continue;
    }
    uint8_t way =
        match->aligner->ways[(size_t)(i - 1) * band_width(in) + j - 1 - from];
    if (way == WAY_PAIR && !take_pair(match, in->mine[i - 1], in->other[j - 1]))
      return false;
    i -= way != WAY_SKIP_OTHER;
    j -= way != WAY_SKIP_MINE;
  }
  return true;
}

/* The heaviest common subsequence of two lists of children, by dynamic
 * programming over two rows. */
static bool
match_lists(matching *match, const lists *in)
{
  if (in->mine_count == 0 || in->other_count == 0)
    return true;
  if (!make_room(match->aligner, in))
    return false;
  uint32_t width = in->other_count + 1;
  uint32_t *rows = match->aligner->scores;
  memset(rows, 0, 2 * (size_t)width * sizeof *rows);
  for (uint32_t i = 0; i < in->mine_count; i++) {
    uint32_t *before = rows + (i % 2 ? width : 0);
    uint32_t *now = rows + (i % 2 ? 0 : width);
    fill_row(match, in, i, before, now);
  }
  return take_way(match, in);
}

/* Take what is equal at both ends; the rest stays in the lists. Most children
 * of a template are equal there, which leaves short lists for the quadratic
 * part. */
static bool
strip_ends(matching *match, lists *in)
{
  const pith_layer_node *mine = match->mine->nodes;
  const pith_layer_node *other = match->other->nodes;
  while (in->mine_count > 0 && in->other_count > 0 &&
         mine[in->mine[0]].whole == other[in->other[0]].whole) {
    pair_whole(match, *in->mine++, *in->other++);
    in->mine_count--;
    in->other_count--;
  }
  while (in->mine_count > 0 && in->other_count > 0 &&
         mine[in->mine[in->mine_count - 1]].whole ==
             other[in->other[in->other_count - 1]].whole)
    pair_whole(match, in->mine[--in->mine_count], in->other[--in->other_count]);
  return true;
}

/* Both lists lie one behind the other in one array, so that growing it moves
 * both. */
static bool
match_children(matching *match, pith_layer_pair pair)
{
  uint32_t mine, other;
  if (!list_children(match, match->mine, pair.mine, 0, &mine) ||
      !list_children(match, match->other, pair.other, mine, &other))
    return false;
  const uint32_t *children = match->aligner->lists;
  lists in = {children, children + mine, mine, other};
  match->aligner->steps += mine + other;
  return strip_ends(match, &in) && match_lists(match, &in);
}

/* Whether an element is the only one in its parent. */
static bool
is_only_child(const pith_layer_page *page, uint32_t node)
{
  const pith_layer_node *nodes = page->nodes;
  return node + 1 <= page->count && nodes[node].parent != PITH_LAYER_NONE &&
         nodes[node].parent + 1 == node &&
         nodes[node].end == nodes[nodes[node].parent].end;
}

/* The roots are pairs whatever their labels: html, and body with the classes
 * of its page. */
static bool
match_roots(matching *match)
{
  uint32_t mine = 0, other = 0;
  match->aligner->other[0] = 0;
  while (mine + 1 < match->mine->count && other + 1 < match->other->count &&
         is_only_child(match->mine, mine + 1) &&
         is_only_child(match->other, other + 1)) {
    match->aligner->other[++mine] = ++other;
  }
  return push(match, mine, other);
}

pith_status
pith__layer_align(pith_layer_aligner *aligner, const pith_layer_page *mine,
                  const pith_layer_page *other)
{
  matching match = {aligner, mine, other};
  if (!PITH_GROW(aligner->memory, aligner->other, aligner->capacity,
                 mine->count, UINT32_MAX / 2))
    return pith__memory_status(aligner->memory);
  for (uint32_t n = 0; n < mine->count; n++)
    aligner->other[n] = PITH_LAYER_NONE;
  aligner->todo_count = 0;
  bool fine = match_roots(&match);
  while (fine && aligner->todo_count > 0)
    fine = match_children(&match, aligner->todo[--aligner->todo_count]);
  return fine ? PITH_OK : pith__memory_status(aligner->memory);
}
