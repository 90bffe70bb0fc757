/* python_module.c: the module pith._core: its state, its errors, and the
 * functions that make objects.
 *
 *     extract(html, **options) ──► Result      parse(html, options) ──► Page
 *     site_new(most), site_load(bytes) ──► Site
 *
 * The types are bases of the classes in pith/; register_types() names those,
 * and from then on they are what is made. Nothing is global: each interpreter
 * has its own state.
 */
#include "python_core.h"

#include <string.h>

void *
core_raise(const core_state *state, pith_status status, const char *message)
{
  PyObject *type = state->error;
  if (status == PITH_NOMEM)
    return PyErr_NoMemory();
  if (status == PITH_USAGE || status == PITH_CHARSET)
    type = PyExc_ValueError;
  else if (status == PITH_LIMIT)
    type = state->limit_error;
  else if (status == PITH_FORMAT || status == PITH_REVISION ||
           status == PITH_MISMATCH)
    type = state->model_error;
  PyErr_SetString(type, message ? message : pith_status_text(status));
  return NULL;
}

/* The one that was used last comes first: its memory is warm. */
pith_context *
core_context_take(core_state *state)
{
  pith_context *context = NULL;
  pthread_mutex_lock(&state->lock);
  if (state->idle_count > 0)
    context = state->idle[--state->idle_count];
  pthread_mutex_unlock(&state->lock);
  if (!context && pith_context_new(NULL, &context) != PITH_OK)
    return NULL;
  return context;
}

void
core_context_return(core_state *state, pith_context *context)
{
  pthread_mutex_lock(&state->lock);
  bool kept = state->idle_count < IDLE_MOST;
  if (kept)
    state->idle[state->idle_count++] = context;
  pthread_mutex_unlock(&state->lock);
  if (!kept)
    pith_context_free(context);
}

/* An object keeps the module alive, and with it the state: at the end of the
 * interpreter the module may go before the last object. */
void *
core_allocate(core_state *state, PyObject *type)
{
  core_object *made =
      (core_object *)PyType_GenericAlloc((PyTypeObject *)type, 0);
  if (!made)
    return NULL;
  made->state = state;
  Py_INCREF(state->module);
  return made;
}

/* By the type's own function: a subclass may be an object of the collector,
 * whose memory begins earlier. */
void
core_deallocate(PyObject *object)
{
  PyTypeObject *type = Py_TYPE(object);
  core_state *state = ((core_object *)object)->state;
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(object);
  Py_DECREF(type);
  if (state)
    Py_DECREF(state->module);
}

/* Valid UTF-8 in all that the library writes; a page that is not decoded (its
 * own bytes in an HTML format) may differ. */
PyObject *
core_text(pith_slice text)
{
  return PyUnicode_DecodeUTF8(text.data, (Py_ssize_t)text.len, "replace");
}

/* --- functions --------------------------------------------------------------
 */

static PyObject *
core_extract(PyObject *module, PyObject *const *arguments, Py_ssize_t count,
             PyObject *names)
{
  core_state *state = PyModule_GetState(module);
  keywords words = {arguments + count, names};
  settings with;
  settings parsing;
  if (count != 1) {
    PyErr_SetString(PyExc_TypeError,
                    "extract() takes one page; options are keyword arguments");
    return NULL;
  }
  if (!settings_read(state, &words, &with)) {
    settings_clear(&with);
    return NULL;
  }
  settings_share(&with, &parsing);
  page_object *page = page_of_argument(state, arguments[0], &parsing);
  if (page)
    return result_make(page, NULL, &with);
  settings_clear(&with);
  return NULL;
}

static PyObject *
core_parse(PyObject *module, PyObject *arguments)
{
  core_state *state = PyModule_GetState(module);
  PyObject *html;
  PyObject *given;
  settings with;
  if (!PyArg_ParseTuple(arguments, "OO:parse", &html, &given))
    return NULL;
  if (settings_read_dict(state, given, &with))
    return (PyObject *)page_make(state, html, &with);
  settings_clear(&with);
  return NULL;
}

static PyObject *
core_site_new(PyObject *module, PyObject *arguments)
{
  unsigned int most;
  const char *key;
  if (!PyArg_ParseTuple(arguments, "Iz:site_new", &most, &key))
    return NULL;
  return site_make(PyModule_GetState(module), most, key);
}

static PyObject *
core_site_load(PyObject *module, PyObject *bytes)
{
  return site_load(PyModule_GetState(module), bytes);
}

/* The bytes of a page in an encoding as a str: by the decoder of the library,
 * since Python knows some encodings otherwise than the web does. */
static PyObject *
core_decode(PyObject *module, PyObject *arguments)
{
  core_state *state = PyModule_GetState(module);
  PyObject *bytes;
  PyObject *result = NULL;
  settings with = {0};
  page_source source;
  pith_page *page;
  const char *encoding;
  if (!PyArg_ParseTuple(arguments, "Ss:decode", &bytes, &encoding) ||
      !source_open(bytes, &source))
    return NULL;
  pith_options_default(&with.options);
  with.options.encoding = encoding;
  with.options.max_bytes = 1000u * 1000 * 1000;
  with.options.max_nodes = 16; /* the text is what counts */
  pith_context *context = core_context_take(state);
  pith_status status = context ? pith_page_parse(context, source.html,
                                                 &with.options, &page, NULL)
                               : PITH_NOMEM;
  if (status == PITH_OK) {
    result = core_text(pith_page_text(page));
    pith_page_free(page);
  } else {
    core_raise(state, status, NULL);
  }
  if (context)
    core_context_return(state, context);
  source_close(&source);
  return result;
}

/* All names that `next` has for 0, 1, 2 ... */
static PyObject *
list_names(const char *(*next)(uint32_t index))
{
  PyObject *list = PyList_New(0);
  const char *name;
  for (uint32_t i = 0; list && (name = next(i)); i++) {
    PyObject *item = PyUnicode_FromString(name);
    if (!item || PyList_Append(list, item) != 0)
      Py_CLEAR(list);
    Py_XDECREF(item);
  }
  return list;
}

static const char *
format_name(uint32_t index)
{
  const pith_format_facts *facts = pith_format_describe(index);
  return facts ? facts->name : NULL;
}

/* {name: media type}; a type without a charset is in that of the page. */
static PyObject *
core_format_types(PyObject *module, PyObject *unused)
{
  const pith_format_facts *facts;
  PyObject *types = PyDict_New();
  (void)module;
  (void)unused;
  for (uint32_t i = 0; types && (facts = pith_format_describe(i)); i++) {
    PyObject *type = PyUnicode_FromString(facts->type);
    if (!type || PyDict_SetItemString(types, facts->name, type) != 0)
      Py_CLEAR(types);
    Py_XDECREF(type);
  }
  return types;
}

static PyObject *
core_option_names(PyObject *module, PyObject *unused)
{
  (void)module;
  (void)unused;
  return list_names(pith_option_name);
}

static PyObject *
core_formats(PyObject *module, PyObject *unused)
{
  (void)module;
  (void)unused;
  return list_names(format_name);
}

/* register_types(Page, Result, Site, OpenSite): what is made from now on. Each
 * is a subclass of the type of this module that it stands for. */
static PyObject *
core_register(PyObject *module, PyObject *arguments)
{
  core_state *state = PyModule_GetState(module);
  PyObject **const places[] = {&state->page_type, &state->result_type,
                               &state->site_type, &state->open_type};
  PyObject *types[4];
  if (!PyArg_ParseTuple(arguments, "OOOO:register_types", &types[0], &types[1],
                        &types[2], &types[3]))
    return NULL;
  for (int i = 0; i < 4; i++) {
    int fits = PyObject_IsSubclass(types[i], *places[i]);
    if (fits == 0)
      PyErr_SetString(PyExc_TypeError, "no subclass of the type it stands for");
    if (fits != 1)
      return NULL;
  }
  for (int i = 0; i < 4; i++) {
    PyObject *old = *places[i];
    Py_INCREF(types[i]);
    *places[i] = types[i];
    Py_DECREF(old);
  }
  Py_RETURN_NONE;
}

/* --- the module -------------------------------------------------------------
 */

PyDoc_STRVAR(
    extract_doc,
    "extract(html, **options) -> Result\n\n"
    "The content of a page.\n\n"
    "html is bytes, str or a buffer of bytes, or a Page. Options have "
    "the names of\nthe command line with underscores: url, method, "
    "balance, comments, tables,\nlinks, images, encoding, "
    "transport_encoding ... ; limits is a pith.Limits, and\nto names "
    "the format that str() of the result gives.\n\n"
    ">>> page = b'<nav><a href=/>Home</a></nav><p>It rained all day in "
    "the hills.</p>'\n"
    ">>> pith.extract(page).text\n"
    "'It rained all day in the hills.\\n'\n");

static PyMethodDef core_methods[] = {
    {"extract", (PyCFunction)(void (*)(void))core_extract,
     METH_FASTCALL | METH_KEYWORDS, extract_doc},
    {"parse", core_parse, METH_VARARGS, "parse(html, options) -> Page"},
    {"site_new", core_site_new, METH_VARARGS,
     "site_new(most_pages, key) -> Site"},
    {"site_load", core_site_load, METH_O, "site_load(bytes) -> Site"},
    {"decode", core_decode, METH_VARARGS, "decode(bytes, encoding) -> str"},
    {"option_names", core_option_names, METH_NOARGS,
     "option_names() -> list[str]\n\nThe options of the library, as the "
     "command spells them."},
    {"formats", core_formats, METH_NOARGS,
     "formats() -> list[str]\n\nThe formats that a page can be rendered in."},
    {"format_types", core_format_types, METH_NOARGS, NULL},
    {"arrow_read", arrow_read, METH_VARARGS, NULL},
    {"arrow_write", arrow_write, METH_O, NULL},
    {"warc_open", warc_open, METH_VARARGS, NULL},
    {"site_key", warc_site_key, METH_VARARGS, "site_key(url, by) -> str"},
    {"register_types", core_register, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* Make a type, keep it and give it to the module. */
static bool
add_type(PyObject *module, PyType_Spec *spec, const char *name, PyObject **kept)
{
  *kept = PyType_FromModuleAndSpec(module, spec, NULL);
  return *kept && PyModule_AddObjectRef(module, name, *kept) == 0;
}

static bool
add_error(PyObject *module, const char *name, PyObject *bases, PyObject **kept)
{
  char full[64];
  PyOS_snprintf(full, sizeof full, "pith.%s", name);
  *kept = PyErr_NewException(full, bases, NULL);
  return *kept && PyModule_AddObjectRef(module, name, *kept) == 0;
}

/* A damaged model is a bad value too. */
static bool
add_errors(PyObject *module, core_state *state)
{
  if (!add_error(module, "PithError", NULL, &state->error) ||
      !add_error(module, "LimitError", state->error, &state->limit_error))
    return false;
  PyObject *bases = PyTuple_Pack(2, state->error, PyExc_ValueError);
  bool added =
      bases && add_error(module, "ModelError", bases, &state->model_error);
  Py_XDECREF(bases);
  return added;
}

static int
core_exec(PyObject *module)
{
  core_state *state = PyModule_GetState(module);
  state->module = module;
  if (pthread_mutex_init(&state->lock, NULL) != 0)
    return -1;
  bool made =
      add_errors(module, state) &&
      add_type(module, &page_spec, "Page", &state->page_type) &&
      add_type(module, &result_spec, "Result", &state->result_type) &&
      add_type(module, &site_spec, "Site", &state->site_type) &&
      add_type(module, &open_spec, "OpenSite", &state->open_type) &&
      add_type(module, &warc_spec, "WarcReader", &state->warc_type) &&
      PyModule_AddStringConstant(module, "__version__", pith_version()) == 0;
  return made ? 0 : -1;
}

static int
core_clear(PyObject *module)
{
  core_state *state = PyModule_GetState(module);
  Py_CLEAR(state->page_type);
  Py_CLEAR(state->result_type);
  Py_CLEAR(state->site_type);
  Py_CLEAR(state->open_type);
  Py_CLEAR(state->warc_type);
  Py_CLEAR(state->error);
  Py_CLEAR(state->limit_error);
  Py_CLEAR(state->model_error);
  return 0;
}

static int
core_traverse(PyObject *module, visitproc visit, void *arg)
{
  core_state *state = PyModule_GetState(module);
  Py_VISIT(state->page_type);
  Py_VISIT(state->result_type);
  Py_VISIT(state->site_type);
  Py_VISIT(state->open_type);
  Py_VISIT(state->warc_type);
  Py_VISIT(state->error);
  Py_VISIT(state->limit_error);
  Py_VISIT(state->model_error);
  return 0;
}

static void
core_free(void *module)
{
  core_state *state = PyModule_GetState(module);
  core_clear(module);
  while (state->idle_count > 0)
    pith_context_free(state->idle[--state->idle_count]);
}

static PyModuleDef_Slot core_slots[] = {
    {Py_mod_exec, (void *)core_exec},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static PyModuleDef core_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pith._core",
    .m_doc = "The part of pith that is written in C.",
    .m_size = sizeof(core_state),
    .m_methods = core_methods,
    .m_slots = core_slots,
    .m_traverse = core_traverse,
    .m_clear = core_clear,
    .m_free = core_free,
};

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC
PyInit__core(void)
{
  return PyModuleDef_Init(&core_module);
}
