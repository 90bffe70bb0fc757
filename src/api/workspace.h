/*
 * What is behind the handles of pith.h.
 *
 *   pith_context ──► spare ──► pith_workspace: account, decoded text, tree
 *                                   │
 *                  pith_page ───────┤  the handles live inside a workspace and
 *                  pith_token_stream┘  point back to it
 *
 * A workspace serves one page or one token stream at a time. When the handle
 * is released the workspace goes back to its context with all its buffers,
 * which is why the second page of a context costs hardly any allocation. Any
 * number of workspaces may be in use at once; one is kept when idle.
 */
#ifndef PITH_API_WORKSPACE_H
#define PITH_API_WORKSPACE_H

#include "decode/decode.h"
#include "html/token/tokenizer.h"
#include "html/recover/recover.h"
#include "html/tree/tree.h"
#include "method/auto/auto_evidence.h"
#include "metadata/metadata.h"
#include "method/method.h"
#include "page/page_model.h"
#include "verdict/verdict.h"
#include "pith_experimental.h"

typedef struct pith_workspace pith_workspace;

/* Warnings that may be added to a page. */
#define PITH_WARNINGS_MOST 8

struct pith_context {
  pith_memory memory;    /* for the context and the workspaces themselves */
  pith_workspace *spare; /* owned; idle, or NULL */
};

/* The handle is const for most calls, while a look-up of an offset moves a
 * cursor; the pointer in between keeps both honest. */
struct pith_page {
  pith_workspace *work;
};

struct pith_token_stream {
  pith_workspace *work;
  pith_tokenizer tokenizer;
  pith_token token; /* the last one read */
  bool started;
};

/* What is rendered for a page that shows almost nothing; see shell.h. */
typedef struct pith_shell {
  pith_buffer html;   /* owned: prose of the page's data */
  const char *source; /* of that prose; NULL: the page itself is rendered */
  bool scripts;       /* a shell without prose */
  bool frameset;
} pith_shell;

struct pith_workspace {
  pith_context *context; /* borrowed */
  pith_memory memory;    /* the account of this page */
  uint64_t parsed_with;  /* digest of the options */
  pith_decoded decoded;
  pith_tree tree;
  pith_recovery recovery; /* of `tree`; offsets in bytes once it is parsed */
  pith_page_model model;  /* of `tree`, computed on request */
  pith_verdicts verdicts; /* in text offsets; settled */
  pith_verdicts
      byte_verdicts;         /* the same in bytes as it arrived: for callers */
  bool hidden_classified;    /* they speak of what the page hides, too */
  pith_visual_block *blocks; /* visual ones; what was cut last */
  uint32_t block_capacity;
  pith_buffer rendered; /* what was rendered last */
  pith_buffer record;   /* the record or metadata written last */
  pith_shell shell;
  bool marks_present; /* the page had marks when it was to be marked */
  bool emptied;       /* verdicts left no text; known after rendering it */
  bool empty;         /* it has none to begin with; likewise */
  const char *method; /* that classified it; NULL: none, or unknown */
  uint32_t cluster;   /* for the record; UINT32_MAX: none */
  const char *warnings[PITH_WARNINGS_MOST]; /* added; lent for ever */
  uint32_t warning_count;
  pith_metadata_reader metadata; /* what it said about itself, when asked */
  pith_page page;
  pith_token_stream stream;
};

/* Defaults for NULL; else a copy of what the caller's struct is known to hold,
 * with every limit brought into the range the library can keep. */
void pith__options_read(const pith_options *given, pith_options *out);

/* What of the options, read already, decides the tree of a page and so its
 * profile; never 0. Two pages go into one site model if it is the same. */
uint64_t pith__options_digest(const pith_options *options);

/* Forget how the page was classified: verdicts, method, warnings. */
void pith__workspace_unclassify(pith_workspace *work);

/* Whether the caller has cancelled; asked between stages. */
bool pith__is_cancelled(const pith_options *options);

/* A workspace with an account of at most `ceiling` bytes: the spare one, or a
 * new one. NULL when memory ends. */
pith_workspace *pith__workspace_take(pith_context *context, size_t ceiling);

/* Release the buffers, keep the workspace. */
void pith__workspace_empty(pith_workspace *work);

/* Hand a workspace back: it becomes the spare one or is released. */
void pith__workspace_return(pith_workspace *work);

/* Release a workspace and all that is in it. */
void pith__workspace_free(pith_workspace *work);

/* The encoding that the first `meta` of a finished tree changes to, by the
 * standard's rule for a `meta` start tag; false when none does. */
bool pith__late_meta(const pith_tree *tree, pith_encoding *out);

/* Release the visual blocks of the page. */
void pith__blocks_drop(pith_workspace *work);

/* An attribute record as the caller sees it, prefix empty; NULL gives an empty
 * one. */
pith_attribute pith__attribute_view(pith_workspace *work,
                                    const pith_attr *attr);

/* How a page is classified: its method, and what the method is called with. */
typedef struct pith_classify_call {
  const pith_method *method;
  pith_method_call call;
} pith_classify_call;

/* Both sides of calling a method, for a page alone and with its site: read the
 * options and clear the verdicts; bring what the method has added to
 * `verdicts` into order and make `byte_verdicts` of it. pith__classify_end()
 * passes on a `status` other than PITH_OK, and then the page has no verdicts.
 */
pith_status pith__classify_begin(pith_workspace *work,
                                 const pith_options *given,
                                 pith_classify_call *out);
pith_status pith__classify_end(pith_workspace *work,
                               const pith_classify_call *call,
                               pith_status status);

/* Look at a page through the model of a site; what is found is lent until the
 * site looks at another. PITH_USAGE without shared evidence, PITH_NOMEM,
 * PITH_LIMIT. */
pith_status pith__site_look(pith_site *site, pith_page_model *page,
                            pith_auto_site *out);

/* A span of the decoded text as a span of the bytes. The cursor of the map is
 * left at the beginning: callers ask in document order, where the beginnings
 * rise and the ends jump. */
static inline pith_span
pith__map_span(pith_workspace *work, uint32_t from, uint32_t to)
{
  pith_span span;
  span.from = span.to = pith__decode_offset(&work->decoded, from);
  if (from != to) {
    pith_checkpoint cursor = work->decoded.cursor;
    span.to = pith__decode_offset(&work->decoded, to);
    work->decoded.cursor = cursor;
  }
  return span;
}

#endif
