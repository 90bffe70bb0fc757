/* serve_models.c: see the header.
 *
 *   hold:   kept? ──yes──► +1 user
 *             │ no
 *             └──► read NAME.pith, load, open (no lock held) ──► keep it
 *   put:    load to check ──► write NAME.pith ──► drop what was kept
 *
 * Two locks: `lock` for the list, held for moments; `changing` for put, learn
 * and delete, so that two learners of one name do not lose each other's pages.
 */
#include "pith/serve/serve_models.h"

#include "common/system/grow.h"
#include "common/output/output_tree.h"
#include "common/input/read_input.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  NAME_MOST = 64,
  KEPT_MOST = 64,              /* models in memory */
  KEPT_BYTES_MOST = 256 << 20, /* of their files */
  LISTED_MOST = 100000
};

/* Of the file of a model; its name is what precedes it. */
static const char ending[] = ".pith";

/* A model in memory. `users` counts the list and every holder; the last one
 * frees it. Name, bytes and `open` never change, so holders read them without a
 * lock. */
struct serve_model {
  serve_model *next;
  char name[NAME_MOST + 1];
  char *bytes;
  size_t len;
  pith_site_model *open;
  unsigned users; /* the list is one of them */
  uint64_t used;  /* when, by the clock of the list */
};

/* All models of a server:
 *
 *     first ──► model ──► model ──► NULL    at most KEPT_MOST of them
 *
 * `first`, `count`, `bytes`, `clock`, `changes` and all `users` are guarded by
 * `lock`. With a folder the list is a cache of its files; without one it is all
 * there is, so nothing may be dropped from it.
 */
struct serve_models {
  const char *folder; /* NULL: none */
  output_tree tree;
  pthread_mutex_t lock;
  pthread_mutex_t changing;
  serve_model *first;
  size_t count;
  size_t bytes;
  uint64_t clock;
  uint64_t changes; /* puts and deletes so far */
};

/* A name becomes the name of a file: no '/', and no '.' at the beginning, which
 * excludes ".." and hidden files. */
static bool
name_is_fine(const char *name)
{
  size_t len = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuv"
                            "wxyz0123456789._-");
  return len > 0 && len <= NAME_MOST && name[len] == '\0' && name[0] != '.';
}

/* The folder is opened here, so a wrong --models is an error at the start and
 * not at the first request. */
exit_code
serve_models_new(const char *folder, serve_models **out)
{
  serve_models *models = calloc(1, sizeof *models);
  *out = NULL;
  if (!models)
    return report_out_of_memory();
  models->folder = folder;
  exit_code code = folder ? output_tree_open(folder, &models->tree) : EXIT_FINE;
  if (code != EXIT_FINE) {
    free(models);
    return code;
  }
  pthread_mutex_init(&models->lock, NULL);
  pthread_mutex_init(&models->changing, NULL);
  *out = models;
  return EXIT_FINE;
}

static void
free_model(serve_model *model)
{
  pith_site_model_free(model->open);
  free(model->bytes);
  free(model);
}

/* --- the list; the lock is held ------------------------------------------ */

/* Linear: the list is short, see KEPT_MOST. */
static serve_model *
find(const serve_models *models, const char *name)
{
  serve_model *at = models->first;
  while (at && strcmp(at->name, name) != 0)
    at = at->next;
  return at;
}

/* Never called for a model whose memory is still in use by another thread: each
 * such thread is one of the users. */
static void
let_go(serve_model *model)
{
  if (--model->users == 0)
    free_model(model);
}

/* Take a model off the list. */
static void
unlist(serve_models *models, serve_model *model)
{
  serve_model **link = &models->first;
  while (*link != model)
    link = &(*link)->next;
  *link = model->next;
  models->count--;
  models->bytes -= model->len;
  let_go(model);
}

/* Make room by dropping what a folder has anyway, the longest unused first. */
static bool
make_room(serve_models *models, size_t len)
{
  while (models->count >= KEPT_MOST || models->bytes + len > KEPT_BYTES_MOST) {
    serve_model *oldest = NULL;
    for (serve_model *at = models->first; at; at = at->next)
      if (!oldest || at->used < oldest->used)
        oldest = at;
    if (!models->folder || !oldest)
      return false;
    unlist(models, oldest);
  }
  return true;
}

/* The list becomes one more user; room was made before. */
static void
enlist(serve_models *models, serve_model *model)
{
  model->next = models->first;
  model->users++;
  model->used = ++models->clock;
  models->first = model;
  models->count++;
  models->bytes += model->len;
}

/* ------------------------------------------------------------------------- */

/* Called when the server has stopped, so no lock is needed. */
void
serve_models_free(serve_models *models)
{
  if (!models)
    return;
  while (models->first)
    unlist(models, models->first);
  if (models->folder)
    output_tree_close(&models->tree);
  pthread_mutex_destroy(&models->changing);
  pthread_mutex_destroy(&models->lock);
  free(models);
}

/* Make a model from its file; `bytes` is taken if that works. Held by nobody.
 */
static models_state
make_model(pith_context *context, const char *name, char *bytes, size_t len,
           serve_model **out)
{
  serve_model *model = calloc(1, sizeof *model);
  pith_status status = PITH_NOMEM;
  *out = NULL;
  if (model) {
    status =
        pith_site_model_load(context, (pith_slice){bytes, len}, &model->open);
    if (status == PITH_OK)
      status = pith_site_model_finish(model->open);
  }
  if (status == PITH_OK) {
    memcpy(model->name, name, strlen(name) + 1);
    model->bytes = bytes;
    model->len = len;
    *out = model;
    return MODELS_FINE;
  }
  if (model)
    free_model(model);
  return status == PITH_NOMEM ? MODELS_MEMORY : MODELS_DAMAGED;
}

/* Read NAME.pith of the folder. */
static models_state
read_file(const serve_models *models, const char *name, input_bytes *out)
{
  size_t room = strlen(models->folder) + NAME_MOST + 16;
  char *path = malloc(room);
  if (!path)
    return MODELS_MEMORY;
  snprintf(path, room, "%s/%s%s", models->folder, name, ending);
  models_state state = MODELS_NONE;
  if (access(path, F_OK) == 0)
    state = read_input(path, SERVE_MODEL_MOST, out) == EXIT_FINE ? MODELS_FINE
                                                                 : MODELS_DISK;
  free(path);
  return state;
}

/* A model of the folder that is not kept. */
static models_state
load_model(serve_models *models, pith_context *context, const char *name,
           serve_model **out)
{
  input_bytes input;
  if (!models->folder)
    return MODELS_NONE;
  models_state state = read_file(models, name, &input);
  if (state != MODELS_FINE)
    return state;
  state = make_model(context, name, input.data, input.len, out);
  if (state != MODELS_FINE)
    input_bytes_done(&input);
  return state;
}

/* Look in the list; hold what is there. Also returns the number of changes
 * so far: what is read from the folder next may be older than the next one. */
static serve_model *
hold_kept(serve_models *models, const char *name, uint64_t *changes)
{
  pthread_mutex_lock(&models->lock);
  *changes = models->changes;
  serve_model *model = find(models, name);
  if (model) {
    model->users++;
    model->used = ++models->clock;
  }
  pthread_mutex_unlock(&models->lock);
  return model;
}

/* Reading and opening a model may take long and runs without the lock. Two
 * threads may then load the same model; the second finds it in the list and
 * uses its own copy once. If a change happened meanwhile, the file that was
 * read may be the old one, so it is not kept either. */
models_state
serve_models_hold(serve_models *models, pith_context *context, const char *name,
                  serve_model **out)
{
  uint64_t changes;
  *out = NULL;
  if (!name_is_fine(name))
    return MODELS_NAME;
  *out = hold_kept(models, name, &changes);
  if (*out)
    return MODELS_FINE;
  models_state state = load_model(models, context, name, out);
  if (state != MODELS_FINE)
    return state;
  pthread_mutex_lock(&models->lock);
  (*out)->users = 1;
  if (models->changes == changes && !find(models, name) &&
      make_room(models, (*out)->len))
    enlist(models, *out); /* else it is used this once */
  pthread_mutex_unlock(&models->lock);
  return MODELS_FINE;
}

/* The model may be freed here, if it was taken off the list meanwhile. */
void
serve_models_release(serve_models *models, serve_model *model)
{
  if (!model)
    return;
  pthread_mutex_lock(&models->lock);
  let_go(model);
  pthread_mutex_unlock(&models->lock);
}

const pith_site_model *
serve_model_open(const serve_model *model)
{
  return model->open;
}

pith_slice
serve_model_bytes(const serve_model *model)
{
  return (pith_slice){model->bytes, model->len};
}

/* Whether there is a model of this name, kept or not. */
static bool
exists(serve_models *models, const char *name)
{
  char file[NAME_MOST + sizeof ending];
  pthread_mutex_lock(&models->lock);
  bool kept = find(models, name) != NULL;
  pthread_mutex_unlock(&models->lock);
  snprintf(file, sizeof file, "%s%s", name, ending);
  return kept || (models->folder &&
                  faccessat(models->tree.directory, file, F_OK, 0) == 0);
}

/* Put a model into the list in the place of the one that is there; it is taken.
 * A folder has it anyway, and keeping it may fail. */
static models_state
replace_kept(serve_models *models, serve_model *model)
{
  pthread_mutex_lock(&models->lock);
  serve_model *old = find(models, model->name);
  size_t others = models->bytes - (old ? old->len : 0);
  bool fits = models->folder || ((old || models->count < KEPT_MOST) &&
                                 others + model->len <= KEPT_BYTES_MOST);
  models->changes++;
  if (fits && old)
    unlist(models, old);
  bool kept = fits && make_room(models, model->len);
  if (kept)
    enlist(models, model);
  pthread_mutex_unlock(&models->lock);
  if (!kept)
    free_model(model);
  return fits ? MODELS_FINE : MODELS_FULL;
}

/* The work of put and learn: `changing` is held, `bytes` is taken. */
static models_state
set_model(serve_models *models, pith_context *context, const char *name,
          char *bytes, size_t len)
{
  serve_model *model;
  bool there = exists(models, name);
  models_state state = make_model(context, name, bytes, len, &model);
  if (state != MODELS_FINE) {
    free(bytes);
    return state;
  }
  if (models->folder &&
      output_write(&models->tree, name, ending, bytes, len) != EXIT_FINE) {
    free_model(model);
    return MODELS_DISK;
  }
  state = replace_kept(models, model);
  return state == MODELS_FINE && !there ? MODELS_CREATED : state;
}

/* A copy to be kept. */
static char *
copy_bytes(pith_slice bytes)
{
  char *copy = malloc(bytes.len + 1);
  if (copy)
    memcpy(copy, bytes.data, bytes.len);
  return copy;
}

/* The bytes are copied, because the body of a request ends with the request. */
models_state
serve_models_put(serve_models *models, pith_context *context, const char *name,
                 pith_slice bytes)
{
  if (!name_is_fine(name))
    return MODELS_NAME;
  char *copy = copy_bytes(bytes);
  if (!copy)
    return MODELS_MEMORY;
  pthread_mutex_lock(&models->changing);
  models_state state = set_model(models, context, name, copy, bytes.len);
  pthread_mutex_unlock(&models->changing);
  return state;
}

/* Learn what the model of this name knows, if there is one. */
static models_state
merge_old(serve_models *models, pith_context *context, const char *name,
          pith_site_model *into)
{
  serve_model *old;
  pith_site_model *again = NULL;
  models_state state = serve_models_hold(models, context, name, &old);
  if (state != MODELS_FINE)
    return state == MODELS_NONE ? MODELS_FINE : state;
  pith_status status =
      pith_site_model_load(context, serve_model_bytes(old), &again);
  if (status == PITH_OK)
    status = pith_site_model_merge(into, again);
  pith_site_model_free(again);
  serve_models_release(models, old);
  if (status == PITH_MISMATCH)
    return MODELS_MISMATCH;
  return status == PITH_OK ? MODELS_FINE : MODELS_MEMORY;
}

/* Save, measure and store the learnt model; `changing` is held. The facts are
 * taken from the model itself, before its bytes are opened again. */
static models_state
learn(serve_models *models, pith_context *context, const char *name,
      pith_site_model *more, pith_site_model_facts *out)
{
  pith_slice bytes;
  if (pith_site_model_save(more, &bytes) != PITH_OK)
    return MODELS_MEMORY;
  if (bytes.len > SERVE_MODEL_MOST)
    return MODELS_FULL;
  char *copy = copy_bytes(bytes);
  if (!copy)
    return MODELS_MEMORY;
  out->size = sizeof *out;
  pith_site_model_describe(more, out);
  return set_model(models, context, name, copy, bytes.len);
}

/* `changing` is held from reading the old model to writing the new one:
 * otherwise two requests could both read the old one, and the pages of one
 * would be lost. */
models_state
serve_models_learn(serve_models *models, pith_context *context,
                   const char *name, pith_site_model *more, bool replace,
                   pith_site_model_facts *out)
{
  memset(out, 0, sizeof *out);
  if (!name_is_fine(name))
    return MODELS_NAME;
  pthread_mutex_lock(&models->changing);
  models_state state =
      replace ? MODELS_FINE : merge_old(models, context, name, more);
  if (state == MODELS_FINE)
    state = learn(models, context, name, more, out);
  pthread_mutex_unlock(&models->changing);
  return state;
}

/* Both locks, in the order changing, lock, which is the order everywhere. The
 * file goes while the list is locked, so that no thread can keep a model whose
 * file is gone: `changes` differs for whoever read it before. */
models_state
serve_models_delete(serve_models *models, const char *name)
{
  char file[NAME_MOST + sizeof ending];
  if (!name_is_fine(name))
    return MODELS_NAME;
  pthread_mutex_lock(&models->changing);
  bool there = exists(models, name);
  pthread_mutex_lock(&models->lock);
  serve_model *kept = find(models, name);
  if (kept)
    unlist(models, kept);
  snprintf(file, sizeof file, "%s%s", name, ending);
  bool gone = !models->folder || unlinkat(models->tree.directory, file, 0) == 0;
  models->changes++;
  pthread_mutex_unlock(&models->lock);
  pthread_mutex_unlock(&models->changing);
  if (!there)
    return MODELS_NONE;
  return gone ? MODELS_FINE : MODELS_DISK;
}

/* --- the names ----------------------------------------------------------- */

/* A list of names to sort; fixed sizes, so one block of memory holds them all.
 */
typedef struct name_list {
  char (*names)[NAME_MOST + 1];
  size_t count;
  size_t capacity;
} name_list;

static bool
add_name(name_list *list, const char *name, size_t len)
{
  if (!GROW(list->names, list->capacity, list->count + 1))
    return false;
  memcpy(list->names[list->count], name, len);
  list->names[list->count++][len] = '\0';
  return true;
}

/* Files that could not be models are passed over: people put notes beside them.
 */
static models_state
list_folder(const serve_models *models, name_list *list)
{
  DIR *folder = opendir(models->folder);
  models_state state = folder ? MODELS_FINE : MODELS_DISK;
  struct dirent *entry;
  while (folder && state == MODELS_FINE && list->count < LISTED_MOST &&
         (entry = readdir(folder))) {
    char name[NAME_MOST + 1];
    size_t len = strlen(entry->d_name);
    size_t last = sizeof ending - 1;
    if (len <= last || len - last > NAME_MOST ||
        strcmp(entry->d_name + len - last, ending) != 0)
      continue;
    memcpy(name, entry->d_name, len - last);
    name[len - last] = '\0';
    if (name_is_fine(name) && !add_name(list, name, len - last))
      state = MODELS_MEMORY;
  }
  if (folder)
    closedir(folder);
  return state;
}

/* Copied under the lock: a name belongs to a model, which may go at any moment.
 */
static models_state
list_kept(serve_models *models, name_list *list)
{
  bool fine = true;
  pthread_mutex_lock(&models->lock);
  for (serve_model *at = models->first; at && fine; at = at->next)
    fine = add_name(list, at->name, strlen(at->name));
  pthread_mutex_unlock(&models->lock);
  return fine ? MODELS_FINE : MODELS_MEMORY;
}

static int
compare_names(const void *a, const void *b)
{
  return strcmp(a, b);
}

/* Sorted, so that the answer does not depend on the file system. */
models_state
serve_models_list(serve_models *models, text_out *out)
{
  name_list list = {NULL, 0, 0};
  models_state state =
      models->folder ? list_folder(models, &list) : list_kept(models, &list);
  if (state == MODELS_FINE) {
    if (list.count > 0)
      qsort(list.names, list.count, sizeof *list.names, compare_names);
    text_out_text(out, "[");
    for (size_t i = 0; i < list.count; i++) {
      text_out_text(out, i > 0 ? "," : "");
      text_out_json(out, list.names[i], strlen(list.names[i]));
    }
    text_out_text(out, "]");
  }
  free(list.names);
  return state;
}
