/* python_blocks.c: a result in, its verdicts and its blocks out, as tuples.
 *
 *     spans   (start, end, label, score, reason)
 *     blocks  (start, end, label, score, reason, words, comment, hidden, text)
 *
 * Both are copied out of the page under its lock and made into objects after
 * it: making a list may run the collector, and with it any Python code.
 */
#include "python_core.h"

#include <stdlib.h>
#include <string.h>

/* Rows, and the texts that they point into by offset. */
typedef struct block_row {
  pith_text_block block;
  pith_verdict verdict; /* reason NULL: it has none and is content */
  size_t text, len;
} block_row;

typedef struct block_list {
  block_row *rows;
  uint32_t count;
  char *text;
  size_t len, room;
} block_list;

static const char *
label_name(pith_label label)
{
  return label == PITH_NAVIGATION ? "navigation" : "content";
}

static void
free_list(block_list *list)
{
  free(list->rows);
  free(list->text);
}

/* Verdicts are in the order of the page and do not overlap. */
static const pith_verdict *
find_verdict(const pith_verdict *verdicts, uint32_t count, uint32_t offset)
{
  uint32_t low = 0;
  for (uint32_t high = count; low < high;) {
    uint32_t middle = low + (high - low) / 2;
    if (verdicts[middle].span.to <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  bool covers = low < count && verdicts[low].span.from <= offset;
  return covers ? &verdicts[low] : NULL;
}

static bool
append_text(block_list *list, pith_slice text)
{
  if (list->room - list->len < text.len) {
    size_t room = list->room * 2 + text.len + 4096;
    char *grown = realloc(list->text, room);
    if (!grown)
      return false;
    list->text = grown;
    list->room = room;
  }
  if (text.len > 0)
    memcpy(list->text + list->len, text.data, text.len);
  list->len += text.len;
  return true;
}

static pith_status
read_block(pith_blocks *blocks, uint32_t index, block_list *out)
{
  pith_slice text;
  pith_status status = pith_blocks_text(blocks, index, &text);
  if (status != PITH_OK)
    return status;
  block_row *row = &out->rows[index];
  row->block = pith_blocks_get(blocks, index);
  row->text = out->len;
  row->len = text.len;
  return append_text(out, text) ? PITH_OK : PITH_NOMEM;
}

static pith_status
read_blocks(pith_page *page, block_list *out)
{
  pith_blocks *blocks;
  uint32_t count;
  const pith_verdict *verdicts = pith_page_verdicts(page, &count);
  pith_status status = pith_blocks_new(page, NULL, &blocks);
  if (status != PITH_OK)
    return status;
  out->count = pith_blocks_count(blocks);
  out->rows = calloc(out->count + 1u, sizeof *out->rows);
  if (!out->rows)
    status = PITH_NOMEM;
  for (uint32_t i = 0; status == PITH_OK && i < out->count; i++) {
    status = read_block(blocks, i, out);
    const pith_verdict *found =
        find_verdict(verdicts, count, out->rows[i].block.span.from);
    if (found)
      out->rows[i].verdict = *found;
  }
  pith_blocks_free(blocks);
  return status;
}

static PyObject *
verdict_tuple(const pith_verdict *verdict)
{
  return Py_BuildValue("(IIsds)", verdict->span.from, verdict->span.to,
                       label_name(verdict->label), (double)verdict->score,
                       verdict->reason);
}

static PyObject *
block_tuple(const block_list *list, const block_row *row)
{
  pith_slice text = {list->text + row->text, row->len};
  return Py_BuildValue("(IIsdzINNN)", row->block.span.from, row->block.span.to,
                       label_name(row->verdict.label),
                       (double)row->verdict.score, row->verdict.reason,
                       row->block.words, PyBool_FromLong(row->block.comment),
                       PyBool_FromLong(row->block.hidden), core_text(text));
}

/* NULL when an item could not be made. */
static PyObject *
add_item(PyObject *list, PyObject *item)
{
  if (list && item && PyList_Append(list, item) == 0) {
    Py_DECREF(item);
    return list;
  }
  Py_XDECREF(item);
  Py_XDECREF(list);
  return NULL;
}

PyObject *
result_spans(PyObject *self, PyObject *unused)
{
  result_object *result = (result_object *)self;
  pith_error error = {.message = ""};
  pith_verdict *copy = NULL;
  uint32_t count = 0;
  (void)unused;
  PyThreadState *thread = PyEval_SaveThread();
  pthread_mutex_lock(&result->page->lock);
  pith_status status = result_ensure(result, &error);
  if (status == PITH_OK) {
    const pith_verdict *verdicts =
        pith_page_verdicts(result->page->page, &count);
    copy = malloc((count + 1u) * sizeof *copy);
    if (copy && count > 0)
      memcpy(copy, verdicts, count * sizeof *copy);
    status = copy ? PITH_OK : PITH_NOMEM;
  }
  pthread_mutex_unlock(&result->page->lock);
  PyEval_RestoreThread(thread);
  if (status != PITH_OK)
    return core_raise(result->head.state, status, NULL);
  PyObject *list = PyList_New(0);
  for (uint32_t i = 0; list && i < count; i++)
    list = add_item(list, verdict_tuple(&copy[i]));
  free(copy);
  return list;
}

PyObject *
result_blocks(PyObject *self, PyObject *unused)
{
  result_object *result = (result_object *)self;
  pith_error error = {.message = ""};
  block_list found = {0};
  (void)unused;
  PyThreadState *thread = PyEval_SaveThread();
  pthread_mutex_lock(&result->page->lock);
  pith_status status = result_ensure(result, &error);
  if (status == PITH_OK)
    status = read_blocks(result->page->page, &found);
  pthread_mutex_unlock(&result->page->lock);
  PyEval_RestoreThread(thread);
  PyObject *list = status == PITH_OK
                       ? PyList_New(0)
                       : core_raise(result->head.state, status, NULL);
  for (uint32_t i = 0; list && i < found.count; i++)
    list = add_item(list, block_tuple(&found, &found.rows[i]));
  free_list(&found);
  return list;
}
