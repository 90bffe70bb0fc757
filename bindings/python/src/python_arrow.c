/* python_arrow.c: columns of an Arrow record batch in and out, through the
 * capsules of the Arrow C data interface; no Arrow library is needed.
 *
 *     batch.__arrow_c_array__() ──► arrow_read() ──► lists of memoryviews
 *     lists of str and float    ──► arrow_write() ──► two capsules
 *
 * What is read is not copied: the views point into the batch, so pith/arrow.py
 * keeps its capsules until it has dropped them. The two structs are those of
 * the Arrow specification, "The Arrow C data interface".
 */
#include "python_core.h"

#include <stdlib.h>
#include <string.h>

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#define NULLABLE     2
#define INLINE_BYTES 12 /* of a view: longer ones are in another buffer */

/* --- reading
 * ------------------------------------------------------------------
 */

static bool
is_null(const struct ArrowArray *array, int64_t row)
{
  const uint8_t *valid = array->n_buffers > 0 ? array->buffers[0] : NULL;
  return valid && !(valid[row / 8] >> (row % 8) & 1);
}

/* Offsets of 32 or 64 bits, then the bytes. */
static pith_slice
slice_by_offsets(const struct ArrowArray *array, bool large, int64_t row)
{
  const char *data = array->buffers[2];
  int64_t from;
  int64_t to;
  if (large) {
    from = ((const int64_t *)array->buffers[1])[row];
    to = ((const int64_t *)array->buffers[1])[row + 1];
  } else {
    from = ((const int32_t *)array->buffers[1])[row];
    to = ((const int32_t *)array->buffers[1])[row + 1];
  }
  return to > from ? (pith_slice){data + from, (size_t)(to - from)}
                   : (pith_slice){"", 0};
}

/* 16 bytes a row: the length, then the bytes, or where they are:
 *
 *     length | up to 12 bytes
 *     length | first 4 | buffer | offset */
static pith_slice
slice_by_view(const struct ArrowArray *array, int64_t row)
{
  const char *view = (const char *)array->buffers[1] + row * 16;
  int32_t part[4];
  memcpy(part, view, sizeof part);
  if (part[0] <= INLINE_BYTES)
    return (pith_slice){view + 4, (size_t)part[0]};
  const char *data = array->buffers[2 + part[2]];
  return (pith_slice){data + part[3], (size_t)part[0]};
}

/* The value of a row as a view of the batch's memory, text as str; None for
 * null. */
static PyObject *
read_row(const struct ArrowArray *array, const char *format, int64_t row)
{
  row += array->offset;
  if (is_null(array, row))
    Py_RETURN_NONE;
  bool by_view = format[0] == 'v';
  char kind = format[by_view];
  pith_slice value =
      by_view ? slice_by_view(array, row)
              : slice_by_offsets(array, kind == 'Z' || kind == 'U', row);
  if (kind == 'u' || kind == 'U')
    return core_text(value);
  return PyMemoryView_FromMemory((char *)(uintptr_t)value.data,
                                 (Py_ssize_t)value.len, PyBUF_READ);
}

/* A column as a list; NULL: raised. */
static PyObject *
read_column(const struct ArrowSchema *schema, const struct ArrowArray *array)
{
  const char *format = schema->format;
  const char *kind = format[0] == 'v' ? format + 1 : format;
  if (schema->dictionary || strlen(kind) != 1 || !strchr("zZuU", kind[0]))
    return PyErr_Format(PyExc_TypeError,
                        "the column '%s' is neither binary nor text (Arrow "
                        "format '%s'); cast it first",
                        schema->name, format);
  PyObject *list = PyList_New((Py_ssize_t)array->length);
  for (int64_t row = 0; list && row < array->length; row++) {
    PyObject *value = read_row(array, format, row);
    if (!value || PyList_SetItem(list, (Py_ssize_t)row, value) != 0)
      Py_CLEAR(list);
  }
  return list;
}

/* arrow_read(schema, array, name) -> list, or None without such a column. */
PyObject *
arrow_read(PyObject *module, PyObject *arguments)
{
  PyObject *capsules[2];
  const char *name;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "OOs:arrow_read", &capsules[0], &capsules[1],
                        &name))
    return NULL;
  const struct ArrowSchema *schema =
      PyCapsule_GetPointer(capsules[0], "arrow_schema");
  const struct ArrowArray *array =
      schema ? PyCapsule_GetPointer(capsules[1], "arrow_array") : NULL;
  if (!array)
    return NULL;
  if (strcmp(schema->format, "+s") != 0 || array->offset != 0)
    return PyErr_Format(PyExc_TypeError,
                        "not a record batch (Arrow format "
                        "'%s')",
                        schema->format);
  for (int64_t i = 0; i < schema->n_children; i++)
    if (schema->children[i]->name &&
        strcmp(schema->children[i]->name, name) == 0)
      return read_column(schema->children[i], array->children[i]);
  Py_RETURN_NONE;
}

/* --- writing
 * ------------------------------------------------------------------
 */

/* A consumer may take children out: what has no release is taken. */
static void
release_schema(struct ArrowSchema *schema)
{
  for (int64_t i = 0; i < schema->n_children; i++) {
    if (schema->children[i]->release)
      schema->children[i]->release(schema->children[i]);
    free(schema->children[i]);
  }
  free(schema->children);
  free(schema->private_data); /* the name */
  schema->release = NULL;
}

static void
release_array(struct ArrowArray *array)
{
  for (int64_t i = 0; i < array->n_children; i++) {
    if (array->children[i]->release)
      array->children[i]->release(array->children[i]);
    free(array->children[i]);
  }
  free(array->children);
  for (int64_t i = 0; array->buffers && i < array->n_buffers; i++)
    free((void *)(uintptr_t)array->buffers[i]);
  free(array->buffers);
  array->release = NULL;
}

static void
end_schema(PyObject *capsule)
{
  struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
  if (schema->release)
    schema->release(schema);
  free(schema);
}

static void
end_array(PyObject *capsule)
{
  struct ArrowArray *array = PyCapsule_GetPointer(capsule, "arrow_array");
  if (array->release)
    array->release(array);
  free(array);
}

/* Bytes of all texts of a column; -1: raised. */
static int64_t
text_bytes(PyObject *values)
{
  int64_t sum = 0;
  for (Py_ssize_t i = 0; i < PyList_Size(values); i++) {
    Py_ssize_t len = 0;
    PyObject *value = PyList_GetItem(values, i);
    if (value != Py_None && !PyUnicode_AsUTF8AndSize(value, &len))
      return -1;
    sum += len;
  }
  return sum;
}

static void
set_valid(struct ArrowArray *array, int64_t row, bool valid)
{
  uint8_t *bits = (uint8_t *)(uintptr_t)array->buffers[0];
  if (valid)
    bits[row / 8] = (uint8_t)(bits[row / 8] | 1u << (row % 8));
  else
    array->null_count++;
}

static void
write_texts(PyObject *values, struct ArrowArray *array)
{
  int64_t *offsets = (int64_t *)(uintptr_t)array->buffers[1];
  char *data = (char *)(uintptr_t)array->buffers[2];
  int64_t at = 0;
  for (int64_t row = 0; row < array->length; row++) {
    Py_ssize_t len = 0;
    PyObject *value = PyList_GetItem(values, (Py_ssize_t)row);
    bool there = value != Py_None;
    const char *text = there ? PyUnicode_AsUTF8AndSize(value, &len) : NULL;
    if (text)
      memcpy(data + at, text, (size_t)len);
    set_valid(array, row, there);
    at += len;
    offsets[row + 1] = at;
  }
}

static bool
write_numbers(PyObject *values, struct ArrowArray *array)
{
  double *numbers = (double *)(uintptr_t)array->buffers[1];
  for (int64_t row = 0; row < array->length; row++) {
    PyObject *value = PyList_GetItem(values, (Py_ssize_t)row);
    bool there = value != Py_None;
    numbers[row] = there ? PyFloat_AsDouble(value) : 0;
    set_valid(array, row, there);
  }
  return !PyErr_Occurred();
}

/* Room of `sizes` bytes for each buffer, zero. */
static bool
make_buffers(struct ArrowArray *array, const size_t *sizes, int64_t count)
{
  array->buffers = calloc((size_t)count, sizeof *array->buffers);
  if (!array->buffers)
    return false;
  array->n_buffers = count;
  for (int64_t i = 0; i < count; i++)
    if (!(array->buffers[i] = calloc(1, sizes[i] + 1)))
      return false;
  return true;
}

/* One column: text (Arrow's large_utf8) or numbers (float64). */
static bool
write_column(PyObject *values, bool text, struct ArrowArray *out)
{
  int64_t bytes = text ? text_bytes(values) : 0;
  if (bytes < 0)
    return false;
  size_t rows = (size_t)PyList_Size(values);
  size_t sizes[3] = {rows / 8 + 1, (rows + 1) * 8, (size_t)bytes};
  out->length = (int64_t)rows;
  if (!make_buffers(out, sizes, text ? 3 : 2)) {
    PyErr_NoMemory();
    return false;
  }
  if (!text)
    return write_numbers(values, out);
  write_texts(values, out);
  return true;
}

static bool
name_column(const char *name, bool text, struct ArrowSchema *out)
{
  size_t size = strlen(name) + 1;
  char *copy = malloc(size);
  if (!copy)
    return false;
  memcpy(copy, name, size);
  out->private_data = copy;
  out->name = copy;
  out->format = text ? "U" : "g";
  out->flags = NULLABLE;
  return true;
}

static bool
read_column_row(PyObject *row, const char **name, int *text, PyObject **values)
{
  if (PyTuple_Check(row))
    return PyArg_ParseTuple(row, "spO!:column", name, text, &PyList_Type,
                            values);
  PyErr_SetString(PyExc_TypeError, "a column is (name, is text, values)");
  return false;
}

/* Columns that could not be made are empty ones with a release. */
static bool
add_columns(PyObject *columns, struct ArrowSchema *schema,
            struct ArrowArray *array)
{
  for (Py_ssize_t i = 0; i < PyList_Size(columns); i++) {
    const char *name;
    PyObject *values;
    int text;
    struct ArrowSchema *child = calloc(1, sizeof *child);
    struct ArrowArray *part = calloc(1, sizeof *part);
    if (!child || !part) {
      free(child);
      free(part);
      PyErr_NoMemory();
      return false;
    }
    child->release = release_schema;
    part->release = release_array;
    schema->children[schema->n_children++] = child;
    array->children[array->n_children++] = part;
    if (!read_column_row(PyList_GetItem(columns, i), &name, &text, &values) ||
        !name_column(name, text, child) || !write_column(values, text, part))
      return false;
    array->length = part->length;
  }
  return true;
}

/* Both structs with room for `count` children; false: raised. */
static bool
make_batch(struct ArrowSchema *schema, struct ArrowArray *array, size_t count)
{
  size_t none = 0;
  schema->format = "+s";
  schema->name = "";
  schema->release = release_schema;
  array->release = release_array;
  schema->children = calloc(count + 1, sizeof *schema->children);
  array->children = calloc(count + 1, sizeof *array->children);
  if (schema->children && array->children && make_buffers(array, &none, 1)) {
    free((void *)(uintptr_t)array->buffers[0]); /* no row is null */
    array->buffers[0] = NULL;
    return true;
  }
  PyErr_NoMemory();
  return false;
}

/* arrow_write([(name, is_text, values), ...]) -> (schema, array), as
 * __arrow_c_array__() returns them. */
PyObject *
arrow_write(PyObject *module, PyObject *columns)
{
  (void)module;
  if (!PyList_Check(columns))
    return PyErr_Format(PyExc_TypeError, "columns are a list");
  struct ArrowSchema *schema = calloc(1, sizeof *schema);
  struct ArrowArray *array = calloc(1, sizeof *array);
  PyObject *first =
      schema ? PyCapsule_New(schema, "arrow_schema", end_schema) : NULL;
  PyObject *second =
      array ? PyCapsule_New(array, "arrow_array", end_array) : NULL;
  if (!first)
    free(schema);
  if (!second)
    free(array);
  bool made = first && second &&
              make_batch(schema, array, (size_t)PyList_Size(columns)) &&
              add_columns(columns, schema, array);
  PyObject *both = made ? PyTuple_Pack(2, first, second) : NULL;
  Py_XDECREF(first);
  Py_XDECREF(second);
  if (!both && !PyErr_Occurred())
    PyErr_NoMemory();
  return both;
}
