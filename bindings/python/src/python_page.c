/* python_page.c: the type Page: a page that was parsed.
 *
 *     source ──► page ──► release() ──► source only ──► parsed again on demand
 *
 * A page has a context for itself while it is parsed, so pages of different
 * threads share nothing. Several results may be made of one page; the page has
 * the verdicts of the one that was used last (python_result.c).
 */
#include "python_core.h"

#include <string.h>

pith_status
page_ensure(page_object *page, pith_error *error)
{
  if (page->page)
    return PITH_OK;
  pith_options options = page->settings.options;
  if (page->source.is_text)
    options.encoding = "utf-8";
  page->classified = 0;
  page->context = core_context_take(page->head.state);
  pith_status status = page->context
                           ? pith_page_parse(page->context, page->source.html,
                                             &options, &page->page, error)
                           : PITH_NOMEM;
  if (status == PITH_OK)
    page->encoding = pith_page_encoding(page->page, NULL);
  else if (page->context)
    core_context_return(page->head.state, page->context);
  if (!page->page)
    page->context = NULL;
  return status;
}

/* Gives memory back; what is needed later is parsed again. Under the lock. */
static void
drop_page(page_object *page)
{
  if (!page->page)
    return;
  pith_page_free(page->page);
  core_context_return(page->head.state, page->context);
  page->page = NULL;
  page->context = NULL;
}

/* Without a failure an error has no message. */
static page_object *
parse(page_object *page)
{
  pith_status status;
  pith_error error = {.message = ""};
  PyThreadState *thread = PyEval_SaveThread();
  status = page_ensure(page, &error);
  PyEval_RestoreThread(thread);
  if (status == PITH_OK)
    return page;
  core_raise(page->head.state, status, error.message[0] ? error.message : NULL);
  Py_DECREF(page);
  return NULL;
}

/* The encoding of a str is settled. */
static bool
check_encoding(const page_source *source, const settings *with)
{
  if (!source->is_text || !with->options.encoding)
    return true;
  PyErr_SetString(PyExc_ValueError, "a str has no encoding; give the bytes of "
                                    "the page, or leave out encoding");
  return false;
}

page_object *
page_make(core_state *state, PyObject *html, settings *with)
{
  page_object *page = core_allocate(state, state->page_type);
  if (!page) {
    settings_clear(with);
    return NULL;
  }
  page->settings = *with;
  pthread_mutex_init(&page->lock, NULL);
  if (source_open(html, &page->source) &&
      check_encoding(&page->source, &page->settings))
    return parse(page);
  Py_DECREF(page);
  return NULL;
}

page_object *
page_of_argument(core_state *state, PyObject *html, settings *with)
{
  int is_page = PyObject_IsInstance(html, state->page_type);
  if (is_page == 0)
    return page_make(state, html, with);
  settings_clear(with);
  if (is_page < 0)
    return NULL;
  Py_INCREF(html);
  return (page_object *)html;
}

static void
page_dealloc(PyObject *self)
{
  page_object *page = (page_object *)self;
  if (page->head.state)
    pthread_mutex_destroy(&page->lock);
  drop_page(page);
  source_close(&page->source);
  settings_clear(&page->settings);
  core_deallocate(self);
}

static PyObject *
page_extract(PyObject *self, PyObject *const *arguments, Py_ssize_t count,
             PyObject *names)
{
  page_object *page = (page_object *)self;
  keywords words = {arguments + count, names};
  settings with;
  if (count != 0) {
    PyErr_SetString(PyExc_TypeError, "extract() takes keyword arguments only");
    return NULL;
  }
  if (!settings_read(page->head.state, &words, &with)) {
    settings_clear(&with);
    return NULL;
  }
  Py_INCREF(self);
  return result_make(page, NULL, &with);
}

static PyObject *
page_release(PyObject *self, PyObject *unused)
{
  page_object *page = (page_object *)self;
  (void)unused;
  PyThreadState *thread = PyEval_SaveThread();
  pthread_mutex_lock(&page->lock);
  drop_page(page);
  pthread_mutex_unlock(&page->lock);
  PyEval_RestoreThread(thread);
  Py_RETURN_NONE;
}

static PyObject *
page_encoding(PyObject *self, void *unused)
{
  (void)unused;
  return PyUnicode_FromString(((page_object *)self)->encoding);
}

static PyObject *
page_source_object(PyObject *self, void *unused)
{
  PyObject *object = ((page_object *)self)->source.object;
  (void)unused;
  Py_INCREF(object);
  return object;
}

/* As for the result: what it takes to make it again. */
static PyObject *
page_given(PyObject *self, void *unused)
{
  PyObject *given = ((page_object *)self)->settings.given;
  (void)unused;
  return given ? PyDict_Copy(given) : PyDict_New();
}

static PyMethodDef page_methods[] = {
    {"extract", (PyCFunction)(void (*)(void))page_extract,
     METH_FASTCALL | METH_KEYWORDS,
     "extract(**options) -> Result\n\nClassify the page. As pith.extract(), "
     "without parsing again."},
    {"release", page_release, METH_NOARGS,
     "release() -> None\n\nFree the parsed page. What is asked for later is "
     "parsed again from its bytes."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef page_getters[] = {
    {"encoding", page_encoding, NULL, "The WHATWG name of its encoding.", NULL},
    {"source", page_source_object, NULL, "What it was made of.", NULL},
    {"_given", page_given, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot page_slots[] = {
    {Py_tp_dealloc, (void *)page_dealloc},
    {Py_tp_methods, page_methods},
    {Py_tp_getset, page_getters},
    {0, NULL},
};

PyType_Spec page_spec = {
    .name = "pith._core.Page",
    .basicsize = sizeof(page_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
             Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = page_slots,
};
