/* python_site.c: the types Site and OpenSite.
 *
 *     Site      add(), merge() ──► bytes: equal for equal sites
 *       │ open(): a copy that is finished; the site can go on learning
 *     OpenSite  extract(), in many threads at once
 *
 * A model is read by all threads, a pith_site by one: an OpenSite keeps those
 * that threads have opened for the next page.
 */
#include "python_core.h"

#include <stdio.h>
#include <string.h>

/* --- Site ------------------------------------------------------------------
 */

static site_object *
site_allocate(core_state *state)
{
  site_object *site = core_allocate(state, state->site_type);
  if (!site)
    return NULL;
  pthread_mutex_init(&site->lock, NULL);
  return site;
}

static PyObject *
finish_making(site_object *site, pith_status status)
{
  if (status == PITH_OK)
    return (PyObject *)site;
  core_raise(site->head.state, status, NULL);
  Py_DECREF(site);
  return NULL;
}

PyObject *
site_make(core_state *state, uint32_t most_pages, const char *key)
{
  site_object *site = site_allocate(state);
  pith_site_options options;
  if (!site)
    return NULL;
  pith_site_options_default(&options);
  options.most_pages = most_pages;
  options.key = key;
  pith_status status = pith_context_new(NULL, &site->context);
  if (status == PITH_OK)
    status = pith_site_model_new(site->context, &options, &site->model);
  return finish_making(site, status);
}

PyObject *
site_load(core_state *state, PyObject *bytes)
{
  Py_buffer view;
  if (PyObject_GetBuffer(bytes, &view, PyBUF_SIMPLE) != 0)
    return NULL;
  site_object *site = site_allocate(state);
  pith_status status = PITH_NOMEM;
  if (site) {
    PyThreadState *thread = PyEval_SaveThread();
    pith_slice file = {view.len > 0 ? view.buf : "", (size_t)view.len};
    status = pith_context_new(NULL, &site->context);
    if (status == PITH_OK)
      status = pith_site_model_load(site->context, file, &site->model);
    PyEval_RestoreThread(thread);
  }
  PyBuffer_Release(&view);
  return site ? finish_making(site, status) : NULL;
}

static void
site_dealloc(PyObject *self)
{
  site_object *site = (site_object *)self;
  pith_site_model_free(site->model);
  pith_context_free(site->context);
  if (site->head.state)
    pthread_mutex_destroy(&site->lock);
  core_deallocate(self);
}

/* Without the GIL. */
static pith_status
learn(site_object *site, page_object *page, pith_error *error)
{
  pthread_mutex_lock(&page->lock);
  pith_status status = page_ensure(page, error);
  if (status == PITH_OK) {
    pthread_mutex_lock(&site->lock);
    status =
        pith_site_model_learn(site->model, page->page, (pith_slice){"", 0});
    pthread_mutex_unlock(&site->lock);
  }
  pthread_mutex_unlock(&page->lock);
  return status;
}

/* One page, positional; the rest are options of parsing. */
static bool
read_page_call(core_state *state, const keywords *words, Py_ssize_t count,
               settings *with)
{
  memset(with, 0, sizeof *with);
  if (count != 1) {
    PyErr_SetString(PyExc_TypeError,
                    "give one page; options are keyword arguments");
    return false;
  }
  if (settings_read(state, words, with))
    return true;
  settings_clear(with);
  return false;
}

static PyObject *
site_add(PyObject *self, PyObject *const *arguments, Py_ssize_t count,
         PyObject *names)
{
  site_object *site = (site_object *)self;
  keywords words = {arguments + count, names};
  settings with;
  if (!read_page_call(site->head.state, &words, count, &with))
    return NULL;
  page_object *page = page_of_argument(site->head.state, arguments[0], &with);
  if (!page)
    return NULL;
  pith_error error = {.message = ""};
  PyThreadState *thread = PyEval_SaveThread();
  pith_status status = learn(site, page, &error);
  PyEval_RestoreThread(thread);
  Py_DECREF(page);
  if (status != PITH_OK)
    return core_raise(site->head.state, status,
                      error.message[0] ? error.message : NULL);
  Py_RETURN_NONE;
}

/* Two locks are taken in the order of their addresses. */
static pith_status
merge(site_object *site, site_object *other)
{
  site_object *first = site < other ? site : other;
  site_object *second = site < other ? other : site;
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  pith_status status = pith_site_model_merge(site->model, other->model);
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
  return status;
}

/* A site merged with itself stays what it is. */
static PyObject *
site_merge(PyObject *self, PyObject *other)
{
  site_object *site = (site_object *)self;
  int is_site = PyObject_IsInstance(other, site->head.state->site_type);
  if (is_site == 0)
    PyErr_Format(PyExc_TypeError, "merge() takes a Site, not %R",
                 (PyObject *)Py_TYPE(other));
  if (is_site != 1)
    return NULL;
  if (self == other)
    Py_RETURN_NONE;
  PyThreadState *thread = PyEval_SaveThread();
  pith_status status = merge(site, (site_object *)other);
  PyEval_RestoreThread(thread);
  if (status != PITH_OK)
    return core_raise(site->head.state, status, NULL);
  Py_RETURN_NONE;
}

/* The file of a model. It is lent until the model is saved again, so it is
 * copied under the lock. */
static PyObject *
save_model(const core_state *state, pthread_mutex_t *lock,
           pith_site_model *model)
{
  pith_slice file = {"", 0};
  PyThreadState *thread = PyEval_SaveThread();
  pthread_mutex_lock(lock);
  pith_status status = pith_site_model_save(model, &file);
  PyEval_RestoreThread(thread);
  PyObject *bytes =
      status == PITH_OK
          ? PyBytes_FromStringAndSize(file.data, (Py_ssize_t)file.len)
          : NULL;
  pthread_mutex_unlock(lock);
  return status == PITH_OK ? bytes : core_raise(state, status, NULL);
}

static PyObject *
site_bytes(PyObject *self, PyObject *unused)
{
  site_object *site = (site_object *)self;
  (void)unused;
  return save_model(site->head.state, &site->lock, site->model);
}

/* (pages, most_pages, estimate, revision, options, key) */
static PyObject *
site_facts(PyObject *self, PyObject *unused)
{
  site_object *site = (site_object *)self;
  pith_site_model_facts facts = {.size = sizeof facts};
  char key[256]; /* a merge in another thread may rename it */
  (void)unused;
  PyThreadState *thread = PyEval_SaveThread();
  pthread_mutex_lock(&site->lock);
  pith_site_model_describe(site->model, &facts);
  snprintf(key, sizeof key, "%s", facts.key);
  pthread_mutex_unlock(&site->lock);
  PyEval_RestoreThread(thread);
  return Py_BuildValue("(IIKIKN)", facts.pages, facts.most_pages,
                       (unsigned long long)facts.estimate, facts.revision,
                       (unsigned long long)facts.options,
                       core_text((pith_slice){key, strlen(key)}));
}

/* A copy by way of the file. Without the GIL. */
static pith_status
open_copy(site_object *site, open_object *out)
{
  pith_slice file;
  pith_status status = pith_context_new(NULL, &out->context);
  if (status != PITH_OK)
    return status;
  pthread_mutex_lock(&site->lock);
  status = pith_site_model_save(site->model, &file);
  if (status == PITH_OK)
    status = pith_site_model_load(out->context, file, &out->model);
  pthread_mutex_unlock(&site->lock);
  return status == PITH_OK ? pith_site_model_finish(out->model) : status;
}

static PyObject *
site_open(PyObject *self, PyObject *unused)
{
  site_object *site = (site_object *)self;
  open_object *open =
      core_allocate(site->head.state, site->head.state->open_type);
  (void)unused;
  if (!open)
    return NULL;
  pthread_mutex_init(&open->lock, NULL);
  PyThreadState *thread = PyEval_SaveThread();
  pith_status status = open_copy(site, open);
  PyEval_RestoreThread(thread);
  if (status == PITH_OK)
    return (PyObject *)open;
  core_raise(site->head.state, status, NULL);
  Py_DECREF(open);
  return NULL;
}

static PyMethodDef site_methods[] = {
    {"add", (PyCFunction)(void (*)(void))site_add,
     METH_FASTCALL | METH_KEYWORDS,
     "add(html, **options) -> None\n\nLearn from a page. Use the same "
     "encoding and limits as for extracting."},
    {"merge", site_merge, METH_O,
     "merge(other) -> None\n\nLearn all that another site knows."},
    {"open", site_open, METH_NOARGS,
     "open() -> OpenSite\n\nWhat was learnt so far, ready to classify pages."},
    {"__bytes__", site_bytes, METH_NOARGS, "The model as a file."},
    {"_facts", site_facts, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot site_slots[] = {
    {Py_tp_dealloc, (void *)site_dealloc},
    {Py_tp_methods, site_methods},
    {0, NULL},
};

PyType_Spec site_spec = {
    .name = "pith._core.Site",
    .basicsize = sizeof(site_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
             Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = site_slots,
};

/* --- OpenSite ---------------------------------------------------------------
 */

static void
close_site(opened_site opened)
{
  pith_site_free(opened.site);
  pith_context_free(opened.context);
}

static void
open_dealloc(PyObject *self)
{
  open_object *open = (open_object *)self;
  while (open->idle_count > 0)
    close_site(open->idle[--open->idle_count]);
  pith_site_model_free(open->model);
  pith_context_free(open->context);
  if (open->head.state)
    pthread_mutex_destroy(&open->lock);
  core_deallocate(self);
}

/* One that is idle, or a new one. */
static pith_status
take_site(open_object *open, opened_site *out)
{
  memset(out, 0, sizeof *out);
  pthread_mutex_lock(&open->lock);
  if (open->idle_count > 0)
    *out = open->idle[--open->idle_count];
  pthread_mutex_unlock(&open->lock);
  if (out->site)
    return PITH_OK;
  pith_status status = pith_context_new(NULL, &out->context);
  if (status == PITH_OK)
    status = pith_site_open(out->context, open->model, NULL, &out->site);
  return status;
}

static void
return_site(open_object *open, opened_site opened)
{
  pthread_mutex_lock(&open->lock);
  bool kept = opened.site && open->idle_count < IDLE_MOST;
  if (kept)
    open->idle[open->idle_count++] = opened;
  pthread_mutex_unlock(&open->lock);
  if (!kept)
    close_site(opened);
}

pith_status
open_classify(open_object *self, pith_page *page, const pith_options *options,
              pith_site_facts *facts)
{
  opened_site opened;
  pith_status status = take_site(self, &opened);
  if (status == PITH_OK)
    status = pith_site_classify(opened.site, page, (pith_slice){"", 0}, options,
                                facts);
  return_site(self, opened);
  return status;
}

static PyObject *
open_extract(PyObject *self, PyObject *const *arguments, Py_ssize_t count,
             PyObject *names)
{
  open_object *open = (open_object *)self;
  keywords words = {arguments + count, names};
  settings with;
  settings parsing;
  if (!read_page_call(open->head.state, &words, count, &with))
    return NULL;
  settings_share(&with, &parsing);
  page_object *page =
      page_of_argument(open->head.state, arguments[0], &parsing);
  if (page)
    return result_make(page, open, &with);
  settings_clear(&with);
  return NULL;
}

/* (pages, most_pages, estimate, clusters) */
static PyObject *
open_facts(PyObject *self, PyObject *unused)
{
  pith_site_model_facts facts = {.size = sizeof facts};
  (void)unused;
  pith_site_model_describe(((open_object *)self)->model, &facts);
  return Py_BuildValue("(IIKI)", facts.pages, facts.most_pages,
                       (unsigned long long)facts.estimate, facts.clusters);
}

static PyObject *
open_model(PyObject *self, PyObject *unused)
{
  open_object *open = (open_object *)self;
  (void)unused;
  return save_model(open->head.state, &open->lock, open->model);
}

static PyMethodDef open_methods[] = {
    {"extract", (PyCFunction)(void (*)(void))open_extract,
     METH_FASTCALL | METH_KEYWORDS,
     "extract(html, **options) -> Result\n\nAs pith.extract(), with what the "
     "site repeats as evidence."},
    {"_facts", open_facts, METH_NOARGS, NULL},
    {"_model", open_model, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot open_slots[] = {
    {Py_tp_dealloc, (void *)open_dealloc},
    {Py_tp_methods, open_methods},
    {0, NULL},
};

PyType_Spec open_spec = {
    .name = "pith._core.OpenSite",
    .basicsize = sizeof(open_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
             Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = open_slots,
};
