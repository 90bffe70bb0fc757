/* serve_models.h: site models by name, for many threads.
 *
 * A model is its file (docs/formats/site-model.md); it is opened when it is
 * first applied and kept, so many at once. With a folder the files in it,
 * NAME.pith, are what counts, and what is kept of them may be dropped; without
 * one, models live as long as the server and there is a bound to them all.
 *
 * Who uses a model holds it; one that is replaced or deleted meanwhile goes
 * when the last holder lets go.
 */
#ifndef SERVER_SERVE_MODELS_H
#define SERVER_SERVE_MODELS_H

#include "common/output/message.h"
#include "common/output/text_out.h"

#include "pith_site.h"

typedef struct serve_models serve_models;
typedef struct serve_model serve_model;

typedef enum models_state {
  MODELS_FINE,
  MODELS_CREATED,  /* fine, and there was none of this name */
  MODELS_NONE,     /* there is no such model */
  MODELS_NAME,     /* this can be no name */
  MODELS_DAMAGED,  /* this is no model of this version */
  MODELS_MISMATCH, /* it was learnt with other parse options */
  MODELS_FULL,     /* there are too many */
  MODELS_MEMORY,
  MODELS_DISK /* a message on stderr has said why */
} models_state;

enum { SERVE_MODEL_MOST = 64 << 20 }; /* bytes of a model */

/* `folder` is borrowed, NULL: keep them in memory. EXIT_ENVIRONMENT after a
 * message. */
exit_code serve_models_new(const char *folder, serve_models **out);
void serve_models_free(serve_models *models);

/* Hold a model. `context` of the calling thread is used to load it. */
models_state serve_models_hold(serve_models *models, pith_context *context,
                               const char *name, serve_model **out);
void serve_models_release(serve_models *models, serve_model *model);

/* The model to classify by, open; and its file. Lent while it is held. */
const pith_site_model *serve_model_open(const serve_model *model);
pith_slice serve_model_bytes(const serve_model *model);

/* Set a model; `bytes` is copied. */
models_state serve_models_put(serve_models *models, pith_context *context,
                              const char *name, pith_slice bytes);

/* Add what `more` has learnt, or put it in the place of the old one. Returns
 * the facts of the result. */
models_state serve_models_learn(serve_models *models, pith_context *context,
                                const char *name, pith_site_model *more,
                                bool replace, pith_site_model_facts *out);

models_state serve_models_delete(serve_models *models, const char *name);

/* Write the names there are, a JSON array in their order. */
models_state serve_models_list(serve_models *models, text_out *out);

#endif
