/* python_core.h: what the parts of the module pith._core share.
 *
 *     source    the bytes of a page, pinned in a Python object
 *     settings  keyword arguments ──► pith_options, by pith_options_set()
 *     page      parsed once; parsed again from its source after a release
 *     result    a page and the settings that classify and render it
 *     site      learning and opened site models
 *
 * Python classes on top of these types (pith/) add what needs no C.
 *
 * Locks: each page and each model has a mutex. It is taken only while the GIL
 * is released, and the GIL may be taken while it is held; no Python code runs
 * under it. The order is page, then model.
 */
#ifndef PITH_PYTHON_CORE_H
#define PITH_PYTHON_CORE_H

#include <Python.h>

#include "pith_experimental.h"

#include <pthread.h>

#define FORMAT_ROOM 16 /* more than there are formats */
#define IDLE_MOST   32 /* contexts and opened sites kept for the next page */

/* What the module owns; objects keep it alive through their type. */
typedef struct core_state {
  PyObject *module; /* it owns this state */
  PyObject *page_type, *result_type, *site_type, *open_type; /* owned */
  PyObject *warc_type;                                       /* owned */
  PyObject *error, *limit_error, *model_error;               /* owned */
  pthread_mutex_t lock;          /* guards the idle contexts */
  pith_context *idle[IDLE_MOST]; /* owned */
  uint32_t idle_count;
} core_state;

/* How every object of the module begins. */
typedef struct core_object {
  PyObject_HEAD core_state *state; /* NULL: it was never made */
} core_object;

/* Settings as given, in the form of the library. */
typedef struct settings {
  PyObject *given; /* owned dict; NULL: none. It keeps the strings alive */
  pith_options options;
  pith_format format; /* of `to` */
} settings;

/* The bytes of a page. */
typedef struct page_source {
  PyObject *object; /* owned: what was given */
  PyObject *keeper; /* owned: bytes made of a str with lone surrogates */
  Py_buffer view;   /* pins the memory of `object`; view.obj NULL: none */
  pith_slice html;  /* lent by the above */
  bool is_text;     /* a str: UTF-8 whatever it declares */
} page_source;

typedef struct page_object {
  core_object head;
  page_source source;
  settings settings; /* of parsing */
  pthread_mutex_t lock;
  pith_context *context; /* taken from the idle ones; NULL: released */
  pith_page *page;       /* NULL: released */
  uint64_t results;      /* how many were made: the number of the next */
  uint64_t classified;   /* number of the result whose verdicts it has */
  const char *encoding;  /* lent for the program's life */
} page_object;

typedef struct open_object open_object;

typedef struct result_object {
  core_object head;
  page_object *page; /* owned */
  open_object *site; /* owned; NULL: a page by itself */
  settings settings;
  uint64_t number; /* among the results of its page, from 1 */
  float confidence;
  const char *page_type;       /* lent for the program's life; NULL: unknown */
  pith_site_facts facts;       /* zero without a site */
  PyObject *made[FORMAT_ROOM]; /* owned: formats as bytes, made on request */
} result_object;

typedef struct site_object {
  core_object head;
  pthread_mutex_t lock;
  pith_context *context;
  pith_site_model *model;
} site_object;

/* A model that is finished, and what threads have opened of it. */
typedef struct opened_site {
  pith_context *context;
  pith_site *site;
} opened_site;

struct open_object {
  core_object head;
  pthread_mutex_t lock; /* guards `idle` and what the model lends */
  pith_context *context;
  pith_site_model *model;
  opened_site idle[IDLE_MOST]; /* owned */
  uint32_t idle_count;
};

/* Keyword arguments as vectorcall has them: the values of `names` (a tuple or
 * NULL) are at `values`. Borrowed. */
typedef struct keywords {
  PyObject *const *values;
  PyObject *names;
} keywords;

/* --- errors, contexts: python_module.c ------------------------------------ */

/* Raise what a status means; `message` NULL: its own text. Returns NULL. */
void *core_raise(const core_state *state, pith_status status,
                 const char *message);

/* An idle context or a new one; NULL: memory ended. Needs no GIL. */
pith_context *core_context_take(core_state *state);
void core_context_return(core_state *state, pith_context *context);

/* An object of `type` with everything behind its head zero; NULL: raised. */
void *core_allocate(core_state *state, PyObject *type);

/* Free the memory of an object, and let go of its type. */
void core_deallocate(PyObject *object);

/* A str of UTF-8 that came out of the library. */
PyObject *core_text(pith_slice text);

/* --- python_settings.c -----------------------------------------------------
 */

/* Read keyword arguments; false: raised. settings_clear() also after that. */
bool settings_read(const core_state *state, const keywords *words,
                   settings *out);
/* The same from a dict, which is borrowed for the call. */
bool settings_read_dict(const core_state *state, PyObject *given,
                        settings *out);
/* A copy that owns what it holds. */
void settings_share(const settings *from, settings *out);
void settings_clear(settings *held);

/* --- python_source.c -------------------------------------------------------
 */

/* Pin the bytes of `html`; false: raised. */
bool source_open(PyObject *html, page_source *out);
void source_close(page_source *source);

/* --- python_page.c ----------------------------------------------------------
 */

/* Parse `html`. Takes what `with` holds, also on failure; NULL: raised. */
page_object *page_make(core_state *state, PyObject *html, settings *with);

/* Parse again what was released. Under the lock, without the GIL. */
pith_status page_ensure(page_object *page, pith_error *error);

/* The page behind an argument: itself when it is one, else parsed with `with`,
 * which is taken. A new reference; NULL: raised. */
page_object *page_of_argument(core_state *state, PyObject *html,
                              settings *with);

extern PyType_Spec page_spec;

/* --- python_result.c --------------------------------------------------------
 */

/* Classify a page, by `site` unless it is NULL. Takes `page` and what `with`
 * holds, also on failure; borrows `site`. NULL: raised. */
PyObject *result_make(page_object *page, open_object *site, settings *with);

/* Make sure that the page has the verdicts of this result. Under the lock of
 * the page, without the GIL. */
pith_status result_ensure(result_object *result, pith_error *error);

extern PyType_Spec result_spec;

/* --- python_blocks.c --------------------------------------------------------
 */

/* Methods of a result: lists of tuples. */
PyObject *result_spans(PyObject *self, PyObject *unused);
PyObject *result_blocks(PyObject *self, PyObject *unused);

/* --- python_site.c ----------------------------------------------------------
 */

/* `key` NULL: none. */
PyObject *site_make(core_state *state, uint32_t most_pages, const char *key);
PyObject *site_load(core_state *state, PyObject *bytes);

/* Classify a page by an opened model. Without the GIL. */
pith_status open_classify(open_object *self, pith_page *page,
                          const pith_options *options, pith_site_facts *facts);

extern PyType_Spec site_spec;
extern PyType_Spec open_spec;

/* --- python_arrow.c ---------------------------------------------------------
 */

/* Functions of the module, see there. */
PyObject *arrow_read(PyObject *module, PyObject *arguments);
PyObject *arrow_write(PyObject *module, PyObject *columns);

/* --- python_warc.c ----------------------------------------------------------
 */

/* A function of the module, see there. */
PyObject *warc_open(PyObject *module, PyObject *arguments);

/* site_key(url, by) -> str: how the command groups pages into sites. */
PyObject *warc_site_key(PyObject *module, PyObject *arguments);

extern PyType_Spec warc_spec;

#endif
