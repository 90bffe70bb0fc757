/* python_result.c: the type Result: a page and how it is to be seen.
 *
 *     result A ─┐
 *               ├─► page: has the verdicts of one of them at a time
 *     result B ─┘
 *
 * Classifying is deterministic, so a result whose verdicts the page has lost,
 * to another result or by a release, gets them again. Formats are rendered on
 * request and kept.
 */
#include "python_core.h"

#include <string.h>

/* The number of a result says whose verdicts the page has. */
static pith_status
classify(result_object *result)
{
  page_object *page = result->page;
  const pith_options *options = &result->settings.options;
  result->facts.size = sizeof result->facts;
  page->classified = 0;
  pith_status status = result->site ? open_classify(result->site, page->page,
                                                    options, &result->facts)
                                    : pith_page_classify(page->page, options);
  if (status == PITH_OK)
    page->classified = result->number;
  return status;
}

pith_status
result_ensure(result_object *result, pith_error *error)
{
  page_object *page = result->page;
  pith_status status = page_ensure(page, error);
  if (status == PITH_OK && page->classified != result->number)
    status = classify(result);
  return status;
}

/* Usage is the only failure of classifying that the caller can mend. */
static void *
raise_result(const result_object *result, pith_status status,
             const pith_error *error)
{
  const char *method = result->settings.options.method;
  if (error->message[0] || status != PITH_USAGE)
    return core_raise(result->head.state, status,
                      error->message[0] ? error->message : NULL);
  PyErr_Format(PyExc_ValueError,
               "the method '%s' cannot classify this%s; one page takes auto, "
               "sentence or dom, a site takes auto or chain",
               method ? method : pith_method_default(),
               result->settings.options.compat ? " to the letter" : "");
  return NULL;
}

/* Copied while the page has its verdicts: reading them later would need it. */
static pith_status
classify_first(result_object *result, pith_error *error)
{
  pthread_mutex_lock(&result->page->lock);
  result->number = ++result->page->results;
  pith_status status = result_ensure(result, error);
  if (status == PITH_OK) {
    result->confidence = pith_page_confidence(result->page->page);
    result->page_type = pith_page_type(result->page->page);
  }
  pthread_mutex_unlock(&result->page->lock);
  return status;
}

PyObject *
result_make(page_object *page, open_object *site, settings *with)
{
  result_object *result =
      core_allocate(page->head.state, page->head.state->result_type);
  if (!result) {
    Py_DECREF(page);
    settings_clear(with);
    return NULL;
  }
  result->page = page;
  result->site = site;
  Py_XINCREF((PyObject *)site);
  result->settings = *with;
  pith_status status;
  pith_error error = {.message = ""};
  PyThreadState *thread = PyEval_SaveThread();
  status = classify_first(result, &error);
  PyEval_RestoreThread(thread);
  if (status == PITH_OK)
    return (PyObject *)result;
  raise_result(result, status, &error);
  Py_DECREF(result);
  return NULL;
}

static void
result_dealloc(PyObject *self)
{
  result_object *result = (result_object *)self;
  Py_CLEAR(result->page);
  Py_CLEAR(result->site);
  settings_clear(&result->settings);
  for (int i = 0; i < FORMAT_ROOM; i++)
    Py_CLEAR(result->made[i]);
  core_deallocate(self);
}

/* Bytes that the page lends until it is rendered again, as an object. bytes are
 * no object of the collector, so no Python code runs under the lock. */
static PyObject *
copy_bytes(pith_status status, pith_slice out)
{
  return status == PITH_OK
             ? PyBytes_FromStringAndSize(out.data, (Py_ssize_t)out.len)
             : NULL;
}

/* Two threads may both make a format; the first one is kept. */
static PyObject *
keep_made(result_object *result, pith_format format, PyObject *bytes)
{
  if (bytes && result->made[format])
    Py_DECREF(bytes);
  else if (bytes)
    __atomic_store_n(&result->made[format], bytes, __ATOMIC_RELEASE);
  return bytes ? result->made[format] : NULL;
}

/* Lent by the result; NULL: raised. */
static PyObject *
render(result_object *result, pith_format format)
{
  pith_status status;
  pith_error error = {.message = ""};
  pith_slice out = {"", 0};
  PyThreadState *thread = PyEval_SaveThread();
  pthread_mutex_lock(&result->page->lock);
  status = result_ensure(result, &error);
  if (status == PITH_OK)
    status = pith_page_render(result->page->page, format,
                              &result->settings.options, &out);
  PyEval_RestoreThread(thread);
  PyObject *bytes = keep_made(result, format, copy_bytes(status, out));
  pthread_mutex_unlock(&result->page->lock);
  return status == PITH_OK ? bytes : raise_result(result, status, &error);
}

/* A new reference to the bytes of a format; NULL: raised. */
static PyObject *
rendered(result_object *result, pith_format format)
{
  PyObject *made = __atomic_load_n(&result->made[format], __ATOMIC_ACQUIRE);
  if (!made)
    made = render(result, format);
  Py_XINCREF(made);
  return made;
}

static PyObject *
result_render(PyObject *self, PyObject *name)
{
  const char *text =
      PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
  const pith_format_facts *facts = text ? pith_format_find(text) : NULL;
  if (facts && (unsigned)facts->format < FORMAT_ROOM)
    return rendered((result_object *)self, facts->format);
  if (!PyErr_Occurred())
    PyErr_Format(PyExc_ValueError,
                 "unknown format %R; pith.formats() lists them", name);
  return NULL;
}

static PyObject *
result_text(PyObject *self, void *unused)
{
  (void)unused;
  PyObject *bytes = rendered((result_object *)self, PITH_FORMAT_TEXT);
  if (!bytes)
    return NULL;
  PyObject *text = core_text(
      (pith_slice){PyBytes_AsString(bytes), (size_t)PyBytes_Size(bytes)});
  Py_DECREF(bytes);
  return text;
}

/* What the page declares, as JSON: the Python side makes a dict of it. */
static PyObject *
result_metadata_json(PyObject *self, PyObject *unused)
{
  result_object *result = (result_object *)self;
  const pith_options *options = &result->settings.options;
  pith_status status;
  pith_error error = {.message = ""};
  pith_slice out = {"", 0};
  (void)unused;
  PyThreadState *thread = PyEval_SaveThread();
  pthread_mutex_lock(&result->page->lock);
  status = page_ensure(result->page, &error);
  if (status == PITH_OK)
    status = pith_page_metadata_json(
        result->page->page, options->url ? options->url : options->base_url,
        &out);
  PyEval_RestoreThread(thread);
  PyObject *bytes = copy_bytes(status, out);
  pthread_mutex_unlock(&result->page->lock);
  return status == PITH_OK ? bytes : raise_result(result, status, &error);
}

/* Some are known only once the text was made. They are lent for the life of
 * the program, so the list is made after the lock went. */
static PyObject *
result_warnings(PyObject *self, void *unused)
{
  result_object *result = (result_object *)self;
  const char *found[16];
  uint32_t count = 0;
  (void)unused;
  PyObject *text = rendered(result, PITH_FORMAT_TEXT);
  if (!text)
    return NULL;
  Py_DECREF(text);
  PyThreadState *thread = PyEval_SaveThread();
  pthread_mutex_lock(&result->page->lock);
  pith_slice again;
  if (result_ensure(result, NULL) == PITH_OK &&
      pith_page_render(result->page->page, PITH_FORMAT_TEXT,
                       &result->settings.options, &again) == PITH_OK)
    while (count < 16 &&
           (found[count] = pith_page_warning(result->page->page, count)))
      count++;
  pthread_mutex_unlock(&result->page->lock);
  PyEval_RestoreThread(thread);
  PyObject *list = PyList_New((Py_ssize_t)count);
  for (uint32_t i = 0; list && i < count; i++)
    PyList_SetItem(list, (Py_ssize_t)i, PyUnicode_FromString(found[i]));
  return list;
}

static PyObject *
result_confidence(PyObject *self, void *unused)
{
  (void)unused;
  return PyFloat_FromDouble((double)((result_object *)self)->confidence);
}

static PyObject *
result_page_type(PyObject *self, void *unused)
{
  const char *type = ((result_object *)self)->page_type;
  (void)unused;
  if (!type)
    Py_RETURN_NONE;
  return PyUnicode_FromString(type);
}

static PyObject *
result_method(PyObject *self, void *unused)
{
  const char *method = ((result_object *)self)->settings.options.method;
  (void)unused;
  return PyUnicode_FromString(method ? method : pith_method_default());
}

static PyObject *
result_page(PyObject *self, void *unused)
{
  PyObject *page = (PyObject *)((result_object *)self)->page;
  (void)unused;
  Py_INCREF(page);
  return page;
}

static PyObject *
result_site(PyObject *self, void *unused)
{
  PyObject *site = (PyObject *)((result_object *)self)->site;
  (void)unused;
  if (!site)
    Py_RETURN_NONE;
  Py_INCREF(site);
  return site;
}

/* (cluster or -1, fit, words, cut words, too few pages, all repeats) */
static PyObject *
result_site_facts(PyObject *self, void *unused)
{
  const result_object *result = (result_object *)self;
  const pith_site_facts *facts = &result->facts;
  (void)unused;
  if (!result->site)
    Py_RETURN_NONE;
  long cluster = facts->cluster == UINT32_MAX ? -1 : (long)facts->cluster;
  return Py_BuildValue("(lIIINN)", cluster, facts->fit, facts->words,
                       facts->cut_words, PyBool_FromLong(facts->too_few_pages),
                       PyBool_FromLong(facts->all_repeats));
}

/* The name of the format that `to` named. */
static PyObject *
result_to(PyObject *self, void *unused)
{
  const pith_format_facts *facts;
  (void)unused;
  for (uint32_t i = 0; (facts = pith_format_describe(i)); i++)
    if (facts->format == ((result_object *)self)->settings.format)
      return PyUnicode_FromString(facts->name);
  Py_RETURN_NONE;
}

static PyObject *
result_given(PyObject *self, void *unused)
{
  PyObject *given = ((result_object *)self)->settings.given;
  (void)unused;
  return given ? PyDict_Copy(given) : PyDict_New();
}

static PyMethodDef result_methods[] = {
    {"render", result_render, METH_O,
     "render(to) -> bytes\n\nThe page in a format, byte for byte as the "
     "command writes it."},
    {"_metadata_json", result_metadata_json, METH_NOARGS, NULL},
    {"_spans", result_spans, METH_NOARGS, NULL},
    {"_blocks", result_blocks, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef result_getters[] = {
    {"text", result_text, NULL, "Its content as plain text.", NULL},
    {"confidence", result_confidence, NULL,
     "The word F1 to expect of the text, 0 to 1; 0: not known.", NULL},
    {"page_type", result_page_type, NULL,
     "What kind of page it is, such as \"article\"; None: not known.", NULL},
    {"warnings", result_warnings, NULL, "Words such as \"limit-hit\".", NULL},
    {"method", result_method, NULL, "The method that classified it.", NULL},
    {"page", result_page, NULL, "The parsed page.", NULL},
    {"site", result_site, NULL, "The OpenSite it was classified by.", NULL},
    {"to", result_to, NULL, "The format that str() and bytes() give.", NULL},
    {"_site_facts", result_site_facts, NULL, NULL, NULL},
    {"_given", result_given, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot result_slots[] = {
    {Py_tp_dealloc, (void *)result_dealloc},
    {Py_tp_methods, result_methods},
    {Py_tp_getset, result_getters},
    {0, NULL},
};

PyType_Spec result_spec = {
    .name = "pith._core.Result",
    .basicsize = sizeof(result_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
             Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = result_slots,
};
