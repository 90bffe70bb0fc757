/* python_warc.c: the records of web archives for Python: an iterator of tuples
 *
 *     (type, url, date, id, offset, length, status, content type, charset,
 *      language, HTTP head, payload, damage)
 *
 * The reader is that of the command (common/input/warc.h). A payload is copied
 * once, into the bytes object; everything else is short.
 */
#include "python_core.h"

#include "common/input/page_origin.h"
#include "common/input/warc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PARTS 13 /* of the tuple of a record */

typedef struct warc_object {
  core_object head;
  pthread_mutex_t lock; /* of the reader; see python_core.h */
  warc_reader *reader;
  Py_buffer view; /* the archive, if it is in memory */
} warc_object;

/* What went wrong, in the words of Python. */
static void *
raise_status(const core_state *state, warc_status status, PyObject *name)
{
  if (status == WARC_NO_MEMORY)
    return PyErr_NoMemory();
  if (status == WARC_NO_READ)
    return PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, name);
  PyErr_SetString(state->error,
                  status == WARC_NO_ARCHIVE
                      ? "not a web archive (WARC, ARC or WACZ)"
                      : "this build of pith cannot unpack the archive; unpack "
                        "it, or install pith-html where zlib's and zstd's "
                        "headers are");
  return NULL;
}

/* The bits of the types that are named. */
static bool
read_types(PyObject *names, unsigned *out)
{
  Py_ssize_t count = PySequence_Size(names);
  for (Py_ssize_t i = 0; i < count; i++) {
    PyObject *name = PySequence_GetItem(names, i);
    unsigned bits = 0;
    for (unsigned type = 0; name && type < WARC_TYPES; type++)
      if (PyUnicode_Check(name) &&
          PyUnicode_CompareWithASCIIString(
              name, warc_type_name((warc_type)type)) == 0)
        bits = 1u << type;
    if (!bits && !PyErr_Occurred())
      PyErr_Format(PyExc_ValueError,
                   "%R is no type of record, such as 'response'", name);
    Py_XDECREF(name);
    if (!bits)
      return false;
    *out |= bits;
  }
  return count >= 0;
}

/* A path, or the archive itself. */
static warc_status
open_reader(warc_object *self, PyObject *source, const warc_options *options)
{
  PyObject *path = NULL;
  warc_status status = WARC_NO_MEMORY;
  if (PyObject_CheckBuffer(source)) {
    if (PyObject_GetBuffer(source, &self->view, PyBUF_SIMPLE) != 0)
      return status;
    pith_slice bytes = {self->view.len > 0 ? self->view.buf : "",
                        (size_t)self->view.len};
    return warc_open_bytes(bytes, options, &self->reader);
  }
  if (!PyUnicode_FSConverter(source, &path))
    return status;
  PyThreadState *thread = PyEval_SaveThread();
  status = warc_open_path(PyBytes_AsString(path), options, &self->reader);
  int code = errno;
  PyEval_RestoreThread(thread);
  Py_DECREF(path);
  errno = code;
  return status;
}

/* warc_open(source, types, most_bytes, verify, raw) -> iterator */
PyObject *
warc_open(PyObject *module, PyObject *arguments)
{
  core_state *state = PyModule_GetState(module);
  warc_options options = {0};
  PyObject *source;
  PyObject *types;
  Py_ssize_t most;
  int verify;
  int raw;
  if (!PyArg_ParseTuple(arguments, "OOnpp:warc_open", &source, &types, &most,
                        &verify, &raw) ||
      !read_types(types, &options.types))
    return NULL;
  options.most_bytes = most > 0 ? (size_t)most : 0;
  options.verify = verify;
  options.raw = raw;
  warc_object *self = core_allocate(state, state->warc_type);
  if (!self)
    return NULL;
  pthread_mutex_init(&self->lock, NULL);
  warc_status status = open_reader(self, source, &options);
  if (status == WARC_FINE)
    return (PyObject *)self;
  if (!PyErr_Occurred())
    raise_status(state, status, source);
  Py_DECREF(self);
  return NULL;
}

static void
warc_dealloc(PyObject *object)
{
  warc_object *self = (warc_object *)object;
  warc_close(self->reader);
  if (self->view.obj)
    PyBuffer_Release(&self->view);
  pthread_mutex_destroy(&self->lock);
  core_deallocate(object);
}

/* Heads are ASCII by their standard; what is not is kept as it is. */
static PyObject *
field(pith_slice value)
{
  if (value.len == 0)
    Py_RETURN_NONE;
  return PyUnicode_DecodeUTF8(value.data, (Py_ssize_t)value.len,
                              "surrogateescape");
}

static PyObject *
bytes_of(pith_slice value)
{
  return PyBytes_FromStringAndSize(value.data, (Py_ssize_t)value.len);
}

/* The parts of a record, in the order above. Slices are lent until the reader
 * goes on, so this is under the lock; none of the parts is an object of the
 * collector, so no Python code runs. */
static void
read_parts(warc_status status, const warc_record *record, PyObject **out)
{
  const pith_slice damage = {record->damage,
                             record->damage ? strlen(record->damage) : 0};
  const char *type = status == WARC_FINE ? warc_type_name(record->type) : "";
  PyObject *parts[PARTS] = {field((pith_slice){type, strlen(type)}),
                            field(record->url),
                            field(record->date),
                            field(record->id),
                            PyLong_FromUnsignedLongLong(record->offset),
                            PyLong_FromUnsignedLongLong(record->length),
                            PyLong_FromLong(record->status),
                            field(record->content_type),
                            field(record->charset),
                            field(record->language),
                            bytes_of(record->http),
                            bytes_of(record->payload),
                            field(damage)};
  memcpy(out, parts, sizeof parts);
}

/* Takes the parts; NULL: one of them, or the tuple, could not be made. */
static PyObject *
pack_parts(PyObject **parts)
{
  bool whole = true;
  PyObject *tuple = PyTuple_New(PARTS);
  for (int i = 0; i < PARTS; i++) {
    whole = whole && parts[i];
    if (tuple && parts[i])
      PyTuple_SetItem(tuple, i, parts[i]);
    else
      Py_XDECREF(parts[i]);
  }
  if (!whole)
    Py_CLEAR(tuple);
  return tuple;
}

/* Two threads may share a reader: each gets the next record. */
static PyObject *
warc_iternext(PyObject *object)
{
  warc_object *self = (warc_object *)object;
  PyObject *parts[PARTS] = {NULL};
  warc_record record;
  memset(&record, 0, sizeof record);
  PyThreadState *thread = PyEval_SaveThread();
  pthread_mutex_lock(&self->lock);
  warc_status status = warc_next(self->reader, &record);
  int code = errno;
  PyEval_RestoreThread(thread);
  if (status <= WARC_DAMAGE)
    read_parts(status, &record, parts);
  pthread_mutex_unlock(&self->lock);
  errno = code;
  if (status <= WARC_DAMAGE)
    return pack_parts(parts);
  return status == WARC_END ? NULL
                            : raise_status(self->head.state, status, NULL);
}

static PyObject *
warc_iter(PyObject *object)
{
  Py_INCREF(object);
  return object;
}

static PyType_Slot warc_slots[] = {
    {Py_tp_dealloc, (void *)warc_dealloc},
    {Py_tp_iter, (void *)warc_iter},
    {Py_tp_iternext, (void *)warc_iternext},
    {0, NULL},
};

PyType_Spec warc_spec = {
    .name = "pith._core.WarcReader",
    .basicsize = sizeof(warc_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = warc_slots,
};

PyObject *
warc_site_key(PyObject *module, PyObject *arguments)
{
  const char *by;
  char name[] = "";
  char *url;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "ss:site_key", &url, &by))
    return NULL;
  bool host = strcmp(by, "host") == 0;
  if (!host && strcmp(by, "domain") != 0) {
    PyErr_SetString(PyExc_ValueError, "pages are grouped by host or domain");
    return NULL;
  }
  page_item item = {.name = name, .url = url};
  char *key = page_group_key(&item, host ? GROUP_HOST : GROUP_DOMAIN);
  if (!key)
    return PyErr_NoMemory();
  PyObject *text = core_text((pith_slice){key, strlen(key)});
  free(key);
  return text;
}
