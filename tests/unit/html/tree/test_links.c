/*
 * Linked mode against a twin that keeps the children of each node in a plain
 * array: after random insertions, moves and removals both must give the same
 * tree in the same order.
 */
#include "tree_fixture.h"

#include "html/tree/builder.h"

#define NODES 200
#define MOVES 2000

typedef struct twin {
  uint32_t children[NODES][NODES];
  uint32_t count[NODES];
  uint32_t parent[NODES];
} twin;

/* Numbers that are the same on every machine. */
static uint32_t
next_random(uint32_t *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

static void
twin_insert(twin *t, uint32_t parent, uint32_t before, uint32_t child)
{
  uint32_t at = 0;
  while (at < t->count[parent] && t->children[parent][at] != before)
    at++;
  memmove(&t->children[parent][at + 1], &t->children[parent][at],
          (t->count[parent] - at) * sizeof(uint32_t));
  t->children[parent][at] = child;
  t->count[parent]++;
  t->parent[child] = parent;
}

static void
twin_remove(twin *t, uint32_t child)
{
  uint32_t parent = t->parent[child];
  uint32_t at = 0;
  while (t->children[parent][at] != child)
    at++;
  t->count[parent]--;
  memmove(&t->children[parent][at], &t->children[parent][at + 1],
          (t->count[parent] - at) * sizeof(uint32_t));
  t->parent[child] = PITH_NODE_NONE;
}

static bool
twin_is_inside(const twin *t, uint32_t node, uint32_t ancestor)
{
  for (; node != PITH_NODE_NONE; node = t->parent[node])
    if (node == ancestor)
      return true;
  return false;
}

/* Nodes in document order, with an explicit stack. `from` of a node is its
 * name: it survives the move. */
static uint32_t
twin_order(const twin *t, uint32_t *order)
{
  uint32_t stack[NODES];
  uint32_t depth = 1;
  uint32_t count = 0;
  stack[0] = 0;
  while (depth > 0) {
    uint32_t node = stack[--depth];
    order[count++] = node;
    for (uint32_t i = t->count[node]; i-- > 0;)
      stack[depth++] = t->children[node][i];
  }
  return count;
}

/* A builder with NODES elements, each a child of the one before or of the
 * document, as if they had been appended. */
static void
start(pith_builder *b, pith_tree *tree, twin *t, uint32_t *seed)
{
  memset(b, 0, sizeof *b);
  memset(t, 0, sizeof *t);
  b->tree = tree;
  tree->nodes = pith__memory_resize(tree->memory, NULL, 0,
                                    NODES * sizeof(pith_tree_node));
  tree->capacity = NODES;
  b->nodes = tree->nodes;
  b->count = NODES;
  t->parent[0] = PITH_NODE_NONE;
  for (uint32_t n = 0; n < NODES; n++) {
    uint32_t parent = n < 2 || next_random(seed) % 3 == 0 ? 0 : n - 1;
    pith_tree_node node = {.parent = n == 0 ? PITH_NODE_NONE : parent,
                           .close_from = 1000,
                           .close_to = 1000,
                           .data = n,
                           .kind = PITH_NODE_ELEMENT};
    b->nodes[n] = node;
    if (n > 0)
      twin_insert(t, parent, PITH_NODE_NONE, n);
  }
  pith__links_begin(b, b->count);
}

static void
move_one(pith_builder *b, twin *t, uint32_t *seed)
{
  uint32_t node = 1 + next_random(seed) % (NODES - 1);
  uint32_t to = next_random(seed) % NODES;
  if (twin_is_inside(t, to, node))
    return;
  if (t->parent[node] != PITH_NODE_NONE) {
    twin_remove(t, node);
    pith__link_remove(b, node);
  }
  uint32_t kind = next_random(seed) % 4;
  if (kind == 0)
    return; /* stays outside of the tree until it is moved again */
  if (kind == 1 && to != 0 && t->parent[to] != PITH_NODE_NONE) {
    twin_insert(t, t->parent[to], to, node);
    pith__link_before(b, to, node);
  } else {
    twin_insert(t, to, PITH_NODE_NONE, node);
    pith__link_append(b, to, node);
  }
}

/* Move all children into a node that has none. */
static void
move_children(pith_builder *b, twin *t, uint32_t *seed)
{
  uint32_t from = next_random(seed) % NODES;
  uint32_t to = next_random(seed) % NODES;
  if (t->count[to] != 0 || twin_is_inside(t, to, from))
    return;
  pith__link_move_children(b, from, to);
  while (t->count[from] > 0) {
    uint32_t child = t->children[from][0];
    twin_remove(t, child);
    twin_insert(t, to, PITH_NODE_NONE, child);
  }
}

static void
compare(const pith_builder *b, const twin *t)
{
  uint32_t order[NODES];
  uint32_t number[NODES];
  uint32_t count = twin_order(t, order);
  assert_int_equal(b->count, count);
  for (uint32_t n = 0; n < count; n++)
    number[order[n]] = n;
  for (uint32_t n = 0; n < count; n++) {
    uint32_t parent = t->parent[order[n]];
    assert_int_equal(b->nodes[n].data, order[n]);
    assert_int_equal(b->nodes[n].parent, parent == PITH_NODE_NONE
                                             ? PITH_NODE_NONE
                                             : number[parent]);
    uint32_t end = n + 1;
    while (end < count && twin_is_inside(t, order[end], order[n]))
      end++;
    assert_int_equal(b->nodes[n].end, end);
  }
}

static void
random_moves(void **state)
{
  (void)state;
  static twin t;
  for (uint32_t round = 0; round < 40; round++) {
    pith_memory memory;
    pith_tree tree;
    pith_builder b;
    uint32_t seed = round;
    pith__memory_init(&memory, NULL, 1u << 24);
    pith__tree_init(&tree, &memory);
    start(&b, &tree, &t, &seed);
    for (uint32_t i = 0; i < MOVES * (round % 3); i++) {
      move_one(&b, &t, &seed);
      move_children(&b, &t, &seed);
    }
    pith__relink(&b);
    compare(&b, &t);
    pith__memory_free(&memory, b.links, b.link_capacity * sizeof *b.links);
    pith__tree_done(&tree);
    assert_int_equal(memory.used, 0);
  }
}

/* A parent takes in the spans of its children, whatever they are. */
static void
spans_are_widened(void **state)
{
  (void)state;
  pith_builder b;
  pith_tree_node nodes[3] = {
      {.parent = PITH_NODE_NONE, .close_from = 9, .close_to = 9},
      {.parent = 0, .from = 4, .open_to = 4, .close_from = 5, .close_to = 7},
      {.parent = 1, .from = 2, .open_to = 3, .close_from = 6, .close_to = 8}};
  memset(&b, 0, sizeof b);
  b.nodes = nodes;
  b.count = 3;
  pith__widen(&b);
  assert_int_equal(nodes[1].from, 2);
  assert_int_equal(nodes[1].open_to, 2);
  assert_int_equal(nodes[1].close_from, 8);
  assert_int_equal(nodes[1].close_to, 8);
  assert_int_equal(nodes[1].end, 3);
  assert_int_equal(nodes[0].end, 3);
  assert_int_equal(nodes[0].close_to, 9);
}

/* Texts that meet when what was between them goes are one text. */
static void
texts_meet(void **state)
{
  (void)state;
  tree_fixture f;
  fixture_init(&f);
  fixture_build(&f, pith__slice_of("<p>a&amp;<i></i>b<b></b>c"));
  pith_builder b;
  memset(&b, 0, sizeof b);
  b.tree = &f.tree;
  b.nodes = f.tree.nodes;
  b.count = f.tree.count;
  pith__links_begin(&b, b.count);
  pith__link_remove(&b, fixture_find(&f, PITH_TAG_B));
  pith__link_remove(&b, fixture_find(&f, PITH_TAG_I));
  pith__relink(&b);
  f.tree.count = b.count;
  assert_null(tree_check(&f.tree, &f.options.limits));
  assert_string_equal(fixture_outline(&f),
                      "html(,)[head(,)[]body(,)[p(<p>,)[\"a&bc\"]]]");
  pith__memory_free(&f.memory, b.links, b.link_capacity * sizeof *b.links);
  fixture_done(&f);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_moves),
      cmocka_unit_test(spans_are_widened),
      cmocka_unit_test(texts_meet),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
