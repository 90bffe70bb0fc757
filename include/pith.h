/*
 * pith.h - the content of a web page without its boilerplate.
 *
 * The public interface of libpith for one page. Sections, simplest first:
 *
 *   1. Versions and export marks
 *   2. Plain types: slices, spans, statuses, errors
 *   3. Options
 *   4. Formats, metadata, methods and verdicts: what can be asked for
 *   5. One call: from bytes to a result
 *   6. Contexts and parsing
 *   7. Classifying: content and boilerplate
 *   8. Rendering, metadata and records
 *   9. Walking the tree
 *  10. Attributes and doctypes
 *  11. Encodings
 *  12. Addresses: where a link leads
 *
 * Sections 1 to 5 are enough for most programs. Pages of one site are compared
 * by pith_site.h. Tokens, blocks and words are in pith_experimental.h, which
 * may change. docs/manual/compatibility.md has what is promised.
 *
 * Words used in every comment below, always in this sense:
 *
 *   borrows  the callee keeps the pointer; what it points to must outlive it
 *   copies   the callee keeps a copy; the caller's memory is free at return
 *   takes    the callee owns it from now on
 *   lends    the caller may look until the owner named in the comment ends
 *   gives    it is the caller's, who must release it as the comment says
 *
 * Threads: a context and the pages made with it belong to one thread at a
 * time. Different contexts share nothing; the library has no global state.
 *
 * Offsets: every pith_span is a byte range of the page as it arrived, before
 * any decoding, so it stays true to the file on disk or on the wire.
 *
 * A whole use:
 *
 *     pith_result *result;
 *     pith_error error;
 *
 *     if (pith_extract(bytes, len, NULL, &result, &error) == PITH_OK) {
 *       pith_slice text = pith_result_text(result);
 *       fwrite(text.data, 1, text.len, stdout);
 *       pith_result_free(result);
 *     } else {
 *       fprintf(stderr, "%s\n", error.message);
 *     }
 *
 * More of them are in the folder examples/ of the source.
 */
#ifndef PITH_H
#define PITH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------
 * 1. Versions and export marks
 * ------------------------------------------------------------------------ */

#define PITH_VERSION_MAJOR 0
#define PITH_VERSION_MINOR 1
#define PITH_VERSION_PATCH 0

#if defined(__GNUC__) || defined(__clang__)
#define PITH_API __attribute__((visibility("default")))
#else
#define PITH_API
#endif

/**
 * The version of the library that is running, such as "0.1.0". It may differ
 * from the PITH_VERSION_* of the header a program was built with. The string
 * is lent for the life of the program.
 */
PITH_API const char *pith_version(void);

/**
 * The name of a data table that the library was built with, such as
 * "entities", and which version it is: a digest of the data it was made from.
 * NULL when there is no table of this number; they count from 0. The strings
 * are lent for the life of the program.
 */
PITH_API const char *pith_table_version(uint32_t index, const char **version);

/* ------------------------------------------------------------------------
 * 2. Plain types: slices, spans, statuses, errors
 * ------------------------------------------------------------------------ */

/**
 * A run of bytes that somebody else owns. Not ended by NUL, and NUL may be
 * inside. `data` may be NULL only when `len` is 0.
 */
typedef struct pith_slice {
  const char *data; /* first byte */
  size_t len;       /* number of bytes */
} pith_slice;

/**
 * Half-open byte range [from, to) of the page as it arrived, before decoding.
 * Every token, node, block and verdict carries one; it is how a reviewer's
 * click finds its way back to the source. Empty (from == to) means "made by
 * the parser, not written by the author".
 */
typedef struct pith_span {
  uint32_t from; /* offset of the first byte */
  uint32_t to;   /* offset after the last byte */
} pith_span;

/** Every way a call can end. Numbers are never used again for something else.
 */
typedef enum pith_status {
  PITH_OK = 0,
  PITH_NOMEM = 1,     /* the allocator has no more memory */
  PITH_LIMIT = 2,     /* the input exceeds a limit of the options */
  PITH_FORMAT = 3,    /* damaged or foreign data, such as a site model */
  PITH_CHARSET = 4,   /* a character encoding that is not known */
  PITH_USAGE = 5,     /* the caller broke the contract of the function */
  PITH_CANCELLED = 6, /* options.cancel was set */
  PITH_REVISION = 7,  /* a site model of another revision of the library */
  PITH_MISMATCH = 8   /* models, or a model and a page, of other options */
} pith_status;

/**
 * The fixed English text of a status, "unknown status" for any other number.
 * Lent for the life of the program.
 */
PITH_API const char *pith_status_text(pith_status status);

/**
 * Details of a failure, in memory of the caller. Filled by the functions that
 * take one, only when they fail; `message` is always ended by NUL.
 */
typedef struct pith_error {
  pith_status status; /* the same that the function returned */
  uint32_t offset;    /* byte of the input it is about, or 0 */
  char message[160];  /* one line, lower case, without a final newline */
} pith_error;

/* ------------------------------------------------------------------------
 * 3. Options
 * ------------------------------------------------------------------------ */

/** What is worse: boilerplate that stays, or content that is lost. */
typedef enum pith_balance {
  PITH_BALANCED = 0,
  PITH_PRECISION = 1, /* rather lose some content */
  PITH_RECALL = 2     /* rather keep some boilerplate */
} pith_balance;

/** Whether the headline, the heading that the title of the page names, is
 * written. By default Markdown and TEI begin with it; in text the
 * method decides. */
typedef enum pith_title {
  PITH_TITLE_AUTO = 0,
  PITH_TITLE_ALWAYS = 1, /* also from metadata, where no heading is found */
  PITH_TITLE_NEVER = 2
} pith_title;

/** What comes before Markdown: the metadata of the page. */
typedef enum pith_front_matter {
  PITH_FRONT_MATTER_NONE = 0,
  PITH_FRONT_MATTER_YAML = 1
} pith_front_matter;

/**
 * Everything there is to choose about a page: how it is parsed, classified
 * and rendered. Fill it with pith_options_default(), change what you need and
 * hand the same struct to every call; each reads its own part. `size` lets
 * the struct grow in later versions: fields are only ever added at its end,
 * and a program built with a shorter struct gets the defaults of the others.
 *
 * Strings are borrowed: they must live as long as the struct is used.
 *
 * The limits are counted in work, never in seconds, so that a result does not
 * depend on the machine. Passing max_bytes or max_memory fails the call with
 * PITH_LIMIT; the others bend the tree a little, are reported by
 * pith_page_limits_hit(), and the page is usable. A limit out of range is
 * brought into it.
 */
typedef struct pith_options {
  size_t size; /* sizeof(pith_options), set by the default */

  /* Limits of parsing. */
  uint32_t max_bytes;      /* input size; default 20 MB, at most 1 GB */
  uint32_t max_nodes;      /* in the tree; default 1,000,000, at least 16 */
  uint32_t max_depth;      /* levels, html being 1; default 512, at least 16 */
  uint32_t max_attributes; /* per tag, the rest is dropped; default 256 */
  uint32_t max_formatting; /* active formatting elements; default 64 */
  uint64_t max_steps;      /* walks over open elements; 0: by input size */
  size_t max_memory;       /* bytes allocated for a page; default 512 MB */

  /* Parsing: a WHATWG label that decides the encoding, so that nothing is
   * sniffed but a byte order mark. NULL: detect it. */
  const char *encoding;

  /* Parsing: the label of the transport (HTTP Content-Type), believed before
   * the page and after a byte order mark, unless the bytes contradict it.
   * NULL: none. An unknown label is ignored. */
  const char *transport_encoding;

  /* Parsing: as a fragment inside this element: "td", "svg path", "math mi".
   * NULL: a whole document. */
  const char *fragment_context;

  /* Parsing: the scripting flag of the standard. It only changes what is
   * inside `noscript`: false (default) makes it elements, true text. */
  bool scripting;

  /* Classifying. */
  bool compat;          /* the method to the letter of its source */
  bool comments;        /* what readers wrote is content; default false */
  const char *method;   /* such as "auto"; NULL: pith_method_default() */
  pith_balance balance; /* default PITH_BALANCED */

  /* Rendering. Links and images only add to the output: the words are the
   * same without them. */
  bool links;           /* Markdown: [text](address); default true */
  bool images;          /* Markdown: ![text](address); default true */
  bool tables;          /* text, Markdown: data tables; default true */
  bool highlight;       /* marked: a style block that tints; default false */
  const char *base_url; /* makes addresses absolute; NULL: as written */

  /* The record: who the page is, left out where NULL. */
  const char *id;
  const char *path;
  const char *url;     /* where it came from; NULL: base_url, which NULL is
                          this one in turn */
  bool markdown;       /* also the page as Markdown; default false */
  double milliseconds; /* the work it took; 0 (default): left out */

  /* Looked at between the stages of a call (decoding, parsing, classifying,
   * rendering): not zero ends it with PITH_CANCELLED. Another thread may
   * write it at any time; NULL: never cancelled. */
  const volatile int *cancel;

  pith_title title; /* rendering: the headline; default PITH_TITLE_AUTO */
  /* Parsing, for extraction: what swallows a page, such as `<title/>` or a
   * comment that never ends, is opened again; see pith_page_repairs(). Default
   * true. False, and for fragments, the tree is the standard's. */
  bool recover;
  pith_front_matter front_matter; /* of Markdown; default none */
} pith_options;

/** Write the defaults named above into `options`. */
PITH_API void pith_options_default(pith_options *options);

/**
 * Set an option by the name it has on the command line, with or without its
 * two dashes: "max-bytes" to "20M", "method" to "sentence", "links" to
 * "false". A switch is set by "true", "1", "" or NULL, cleared by "false" or
 * "0"; "no-links" is "links" the other way round. "precision" and "recall"
 * are switches for the two values of "balance". "fragment" is the name of
 * fragment_context.
 *
 * `value` is borrowed, see above. PITH_USAGE for an unknown name or a bad
 * value, PITH_CHARSET for an unknown encoding; the options are then as they
 * were, and error->message (`error` may be NULL) names the remedy.
 */
PITH_API pith_status pith_options_set(pith_options *options, const char *name,
                                      const char *value, pith_error *error);

/** The name of an option, in the order of the struct; NULL: no such number. */
PITH_API const char *pith_option_name(uint32_t index);

/**
 * Read a count as options have it: 512, 64k, 20M, 1G (thousands, millions,
 * thousand millions), at most `most`. False, and *out as it was, otherwise.
 */
PITH_API bool pith_count_read(const char *text, uint64_t most, uint64_t *out);

/* ------------------------------------------------------------------------
 * 4. Formats, metadata, methods and verdicts: what can be asked for
 * ------------------------------------------------------------------------ */

/**
 * A form of a page. What its verdicts call navigation is left out, everything
 * else that a reader would see is kept.
 */
typedef enum pith_format {
  PITH_FORMAT_TEXT = 0,     /* plain text: docs/formats/text.md */
  PITH_FORMAT_MARKDOWN = 1, /* CommonMark and pipe tables */
  PITH_FORMAT_HTML = 2,     /* made from the tree by an allow-list, UTF-8,
                               safe to show: docs/formats/html.md */
  PITH_FORMAT_MARKED = 3,   /* all bytes, with marks around what was cut; a page
                               that has such marks already is passed through */
  PITH_FORMAT_JSON = 4,     /* the record of the page, one line of JSON:
                               docs/formats/json.md */
  PITH_FORMAT_CLEANED = 5,  /* the bytes of the page minus what was cut, and
                               as dangerous as the page was */
  PITH_FORMAT_TEI = 6,      /* TEI P5, XML: docs/formats/tei.md */
  PITH_FORMAT_XML = 7,      /* plain XML: docs/formats/xml.md */
  PITH_FORMAT_CSV = 8       /* a line with the names of columns and one with
                               the page: docs/formats/csv.md */
} pith_format;

/** A format in words. Fields may be added at the end; only the library makes
 * one. The strings are lent for the life of the program. */
typedef struct pith_format_facts {
  const char *name; /* of `--to`: "text", "md", "html", "cleaned", ... */
  pith_format format;
  const char *ending; /* of its files: ".txt"; "" keeps the page's own */
  const char *type;   /* media type; the charset where it is UTF-8, else the
                         output is in the encoding of the page */
} pith_format_facts;

/** The formats, in the order they are listed; NULL after the last. */
PITH_API const pith_format_facts *pith_format_describe(uint32_t index);

/** The format of that name, NULL when there is none. */
PITH_API const pith_format_facts *pith_format_find(const char *name);

/**
 * What a page declares about itself: in its title, `meta`, OpenGraph, JSON-LD,
 * microdata and plain elements. Keys may be added.
 */
typedef enum pith_meta {
  PITH_META_CANONICAL = 0, /* the address it declares */
  PITH_META_TITLE = 1,     /* without the site's name where that is certain */
  PITH_META_BYLINE = 2,    /* the authors: "A, B", or "A, X; B, Y" */
  PITH_META_DATE = 3,      /* 2024-05-01 or 2024-05-01T08:30:00Z */
  PITH_META_LANGUAGE = 4,  /* BCP 47: en, pt-BR */
  PITH_META_SITE_NAME = 5,
  PITH_META_DESCRIPTION = 6,     /* a summary, in one line */
  PITH_META_AUTHORS = 7,         /* a list */
  PITH_META_MODIFIED = 8,        /* the date of the last change */
  PITH_META_IMAGE = 9,           /* the address of its picture */
  PITH_META_TAGS = 10,           /* a list */
  PITH_META_SECTION = 11,        /* of the site */
  PITH_META_LICENSE = 12,        /* an address or a name */
  PITH_META_AMP = 13,            /* the address of its AMP version */
  PITH_META_FEEDS = 14,          /* a list of addresses */
  PITH_META_DATE_SOURCE = 15,    /* meta, json-ld, microdata, time, url, text */
  PITH_META_LANGUAGE_SOURCE = 16 /* declared, text */
} pith_meta;

/** What a key is called in a record, such as "title"; NULL: no such key. Keys
 * count from 0, without gaps. The values of a list are separated by line
 * ends. Lent for the life of the program. */
PITH_API const char *pith_metadata_name(pith_meta key);

/** A method of separating content from boilerplate. */
typedef struct pith_method_facts {
  const char *name;   /* such as "sentence" */
  const char *source; /* the paper it comes from */
  bool one_page;      /* pith_page_classify() can use it */
  bool whole_sites;   /* it looks at the pages of a site together */
  bool compat;        /* it has a profile to the letter of its source */
} pith_method_facts;

/** The methods, in the order they are listed, from 0; NULL after the last. Lent
 * for the life of the program. */
PITH_API const pith_method_facts *pith_method_describe(uint32_t index);

/** The method of this name, for NULL the default one; NULL when there is none.
 * Lent for the life of the program. */
PITH_API const pith_method_facts *pith_method_find(const char *name);

/** The name of the method that classifies one page when none is named. */
PITH_API const char *pith_method_default(void);

/** What a range of a page is. */
typedef enum pith_label {
  PITH_CONTENT = 0,
  PITH_NAVIGATION = 1 /* boilerplate: menus, headers, footers, adverts */
} pith_label;

/**
 * The label of a range of the page as it arrived. Lists of verdicts are in
 * rising order and do not overlap. This struct never changes.
 */
typedef struct pith_verdict {
  pith_span span;
  pith_label label;
  float score;        /* how sure, 0..1 */
  const char *reason; /* [a-z0-9-]{1,32}, lent for the program's life */
} pith_verdict;

/** The reasons that methods have, in the order of the alphabet; NULL after the
 * last. Lent for the life of the program. */
PITH_API const char *pith_reason_name(uint32_t index);

/* ------------------------------------------------------------------------
 * 5. One call: from bytes to a result
 * ------------------------------------------------------------------------ */

/** A parsed page: decoded text, tree, and the way back to the bytes. */
typedef struct pith_page pith_page;

/** A page that was extracted; owns all that the functions below lend. Belongs
 * to one thread at a time. */
typedef struct pith_result pith_result;

/**
 * Parse and classify a page. `bytes` and the strings of `options` are copied;
 * `options` may be NULL for the defaults. On success gives a result: release
 * it with pith_result_free(). On failure writes NULL, and `error` (may be NULL)
 * says why; fails as pith_page_parse() and pith_page_classify() do.
 *
 * It makes a context for each page. Where many pages are extracted, one context
 * and pith_page_parse() save that.
 */
PITH_API pith_status pith_extract(const char *bytes, size_t len,
                                  const pith_options *options,
                                  pith_result **out, pith_error *error);

/** Release a result and all that it lent. NULL is allowed. */
PITH_API void pith_result_free(pith_result *result);

/** The page in a format; rendered at the first call, then kept. Fails as
 * pith_page_render() does, and *out is then empty. */
PITH_API pith_status pith_result_render(pith_result *result, pith_format format,
                                        pith_slice *out);

/** The page as text, Markdown, HTML or its record; empty when it is, or when
 * memory ended: pith_result_render() returns which. */
PITH_API pith_slice pith_result_text(pith_result *result);
PITH_API pith_slice pith_result_markdown(pith_result *result);
PITH_API pith_slice pith_result_html(pith_result *result);
PITH_API pith_slice pith_result_json(pith_result *result);

/** What the page declares about itself, as pith_page_metadata(). */
PITH_API pith_slice pith_result_metadata(pith_result *result, pith_meta key);

/**
 * What readers wrote below the page, one block a line, whatever the options
 * say of comments. Empty when there is nothing, or memory ended. It is what
 * the markup calls comments: names and buttons between them included.
 */
PITH_API pith_slice pith_result_comments(pith_result *result);

/** As pith_page_confidence(), pith_page_type(), pith_page_verdicts() and
 * pith_page_warning(). */
PITH_API float pith_result_confidence(const pith_result *result);
PITH_API const char *pith_result_page_type(const pith_result *result);
PITH_API const pith_verdict *pith_result_verdicts(const pith_result *result,
                                                  uint32_t *count);
PITH_API const char *pith_result_warning(pith_result *result, uint32_t index);

/** The page itself, lent by the result: to walk its tree, for instance. */
PITH_API pith_page *pith_result_page(pith_result *result);

/* ------------------------------------------------------------------------
 * 6. Contexts and parsing
 *
 * The same in steps, for many pages with one context, or for more than a
 * result shows:
 *
 *     pith_context_new()                  once for each thread
 *       pith_page_parse(), pith_page_classify(), pith_page_render() ...
 *       pith_page_free()                  for each page
 *     pith_context_free()
 * ------------------------------------------------------------------------ */

/**
 * Where the library gets its memory. One function does it all:
 *
 *   block == NULL   give `new_size` bytes, or NULL when there are none
 *   new_size == 0   release `block`, which had `old_size` bytes; the result
 *                   is not looked at
 *   otherwise       resize, moving the block if need be; NULL leaves it as
 *                   it was
 *
 * Blocks must be aligned as malloc's are. `state` is handed through.
 */
typedef struct pith_allocator {
  void *(*resize)(void *state, void *block, size_t old_size, size_t new_size);
  void *state;
} pith_allocator;

/**
 * A context owns what is kept between pages: buffers for the next page, the
 * choice of instruction set. Make one for each thread and reuse it.
 */
typedef struct pith_context pith_context;

/**
 * Make a context. `allocator` is copied (its `state` is borrowed for the life
 * of the context); NULL means malloc. Gives a context: release it with
 * pith_context_free(), after the pages made with it.
 *
 * Fails with PITH_NOMEM only, and then writes NULL.
 */
PITH_API pith_status pith_context_new(const pith_allocator *allocator,
                                      pith_context **out);

/** Release a context and everything kept in it. NULL is allowed. */
PITH_API void pith_context_free(pith_context *context);

/**
 * Parse one page into a tree with source positions.
 *
 * `html` is borrowed for the life of the page: text and spans point into it.
 * `options` may be NULL for the defaults; it is not kept.
 *
 * On success gives a page; release it with pith_page_free(), before its
 * context. On failure writes NULL, and `error` (may be NULL) says why:
 * PITH_LIMIT for input above max_bytes or memory above max_memory,
 * PITH_CHARSET for an unknown options->encoding, PITH_USAGE for a fragment
 * context that is no element name, PITH_CANCELLED, PITH_NOMEM. Bad markup is
 * not a failure.
 *
 * Linear in `html.len`. One thread at a time for each context.
 */
PITH_API pith_status pith_page_parse(pith_context *context, pith_slice html,
                                     const pith_options *options,
                                     pith_page **out, pith_error *error);

/** Release a page. Its memory is kept by the context. NULL is allowed. */
PITH_API void pith_page_free(pith_page *page);

/** Bits of pith_page_limits_hit(). */
typedef enum pith_limit_bit {
  PITH_LIMIT_NODES = 1 << 0,      /* the tree stops where the budget ended */
  PITH_LIMIT_DEPTH = 1 << 1,      /* deeper elements became siblings */
  PITH_LIMIT_ATTRIBUTES = 1 << 2, /* later attributes of a tag were dropped */
  PITH_LIMIT_FORMATTING = 1 << 3, /* oldest formatting elements forgotten */
  PITH_LIMIT_STEPS = 1 << 4       /* the tree stops where the budget ended */
} pith_limit_bit;

/** The limits that were hit on the way: an OR of PITH_LIMIT_*, 0 for none. */
PITH_API unsigned pith_page_limits_hit(const pith_page *page);

/**
 * The page as UTF-8, as the tokenizer saw it, without a byte order mark. Lent
 * for the life of the page; it is the input itself when that was valid UTF-8.
 */
PITH_API pith_slice pith_page_text(const pith_page *page);

/** Document mode by the doctype: 0 no quirks, 1 limited quirks, 2 quirks. */
PITH_API int pith_page_quirks(const pith_page *page);

/* ------------------------------------------------------------------------
 * 7. Classifying: content and boilerplate
 * ------------------------------------------------------------------------ */

/**
 * Label the boilerplate of a page: sets its verdicts. `options` may be NULL for
 * the defaults. Unless options->compat, a page with visible text never loses
 * all of it. PITH_USAGE for a method that is unknown, cannot classify one page,
 * or has no such profile; PITH_NOMEM, PITH_LIMIT, PITH_CANCELLED. After a
 * failure the page has no verdicts. Linear in the page.
 */
PITH_API pith_status pith_page_classify(pith_page *page,
                                        const pith_options *options);

/**
 * The verdicts of a page, of the last call that classified it or of
 * pith_page_set_verdicts(). Writes how many there are to *count. Lent until
 * they are set anew or the page is released. A page that was not classified has
 * none, and is all content.
 */
PITH_API const pith_verdict *pith_page_verdicts(const pith_page *page,
                                                uint32_t *count);

/**
 * How right the verdicts of a page are, 0..1: the word F1 to expect of what
 * they keep. 0 where that is not known: only the method "auto" estimates it.
 */
PITH_API float pith_page_confidence(const pith_page *page);

/**
 * What kind of page it is: "article", "forum", "product", "collection",
 * "listing", "documentation", "service" or "other". Lent for the program's
 * life. NULL where that is not known: only the method "auto" finds it.
 */
PITH_API const char *pith_page_type(const pith_page *page);

/**
 * Set the verdicts of a page: those of a reviewer, a file, another program. The
 * list is copied, its reasons are borrowed for the life of the page. It is
 * brought into order; where two overlap the later one wins.
 *
 * PITH_USAGE, with the old ones kept, when a span passes the end of the page, a
 * score is not in 0..1, or a reason is not [a-z0-9-]{1,32}. PITH_NOMEM.
 */
PITH_API pith_status pith_page_set_verdicts(pith_page *page,
                                            const pith_verdict *verdicts,
                                            uint32_t count);

/* ------------------------------------------------------------------------
 * 8. Rendering, metadata and records
 * ------------------------------------------------------------------------ */

/**
 * Render a page by its verdicts. `options` may be NULL for the defaults.
 *
 * The output is lent until the next rendering of this page or its release. It
 * is UTF-8, but for cleaned and marked HTML, which are in the encoding of the
 * page. *out is empty after a failure: PITH_NOMEM, PITH_CANCELLED, or
 * PITH_LIMIT when it takes more than the max_memory of parsing. Linear in the
 * page.
 */
PITH_API pith_status pith_page_render(pith_page *page, pith_format format,
                                      const pith_options *options,
                                      pith_slice *out);

/**
 * Whether the page was passed through as it is when it was rendered as
 * PITH_FORMAT_MARKED, because it has marks already.
 */
PITH_API bool pith_page_marks_present(const pith_page *page);

/**
 * Read the metadata of a page. `url` (may be NULL) is where it came from; it
 * makes the canonical address absolute. PITH_NOMEM, PITH_LIMIT. Linear in the
 * page. Rendering as PITH_FORMAT_JSON or PITH_FORMAT_TEI reads them, too.
 */
PITH_API pith_status pith_page_read_metadata(pith_page *page, const char *url);

/**
 * One of them, UTF-8; empty when it is unknown, or nothing has been read. Lent
 * until the metadata of this page are read again or it is released.
 */
PITH_API pith_slice pith_page_metadata(const pith_page *page, pith_meta key);

/**
 * Read the metadata, as a JSON object with the keys of a record. *out is lent
 * until the next record or metadata of this page, and empty after a failure.
 */
PITH_API pith_status pith_page_metadata_json(pith_page *page, const char *url,
                                             pith_slice *out);

/**
 * A warning about a page, counted from 0; NULL after the last: "limit-hit",
 * "truncated" (it ends in a tag, or with elements open), "doubtful-encoding",
 * "repaired", "script-shell" (scripts would fill it, and no prose was found in
 * its data), "frameset", "marks-present" (after it was marked), "emptied" and
 * "empty" (after it was rendered: verdicts left no word, or there was none),
 * then those that were added. Lent for the life of the program.
 */
PITH_API const char *pith_page_warning(const pith_page *page, uint32_t index);

/**
 * Add a warning, a word as above, to be lent for the life of the page.
 * Classifying it anew forgets it. PITH_USAGE for an empty one or more than 8.
 */
PITH_API pith_status pith_page_add_warning(pith_page *page,
                                           const char *warning);

/**
 * Where the text of a classified page comes from when the page shows almost
 * none: "linked-data" (articleBody, text, description of JSON-LD) or "state"
 * (what a framework embeds for its scripts). NULL: from the page itself. Text,
 * Markdown and TEI are then that prose; spans and HTML are the page's. Lent for
 * the life of the program.
 */
PITH_API const char *pith_page_source(const pith_page *page);

/** What was wrong with a page and is mended in its tree. */
typedef struct pith_repair {
  const char *name; /* of the element: "iframe", "title", "noscript" ...; or
                       "comment", "quote", "cdata", "self-closed" (read as an
                       XML serialiser wrote it), "escaped-noscript" */
  uint32_t offset;  /* byte of the page as it arrived */
} pith_repair;

/**
 * The repairs of a page, by rising offset, 32 at most; none without
 * options.recover. Lent for the life of the page, the names for that of the
 * program. A page with repairs has the warning "repaired".
 */
PITH_API const pith_repair *pith_page_repairs(const pith_page *page,
                                              uint32_t *count);

/** The cluster of pages it belongs to, for its record; UINT32_MAX for none.
 * Classifying it anew forgets it. */
PITH_API void pith_page_set_cluster(pith_page *page, uint32_t cluster);

/* ------------------------------------------------------------------------
 * 9. Walking the tree
 *
 * Nodes are numbered in document order: the document is 0, a parent comes
 * before its children, and the descendants of n are n + 1 up to, but not
 * including, pith_node_end(n). A walk over the whole tree is a counting loop:
 *
 *     for (pith_node n = 0; n < pith_page_node_count(page); n++) ...
 *
 * A number that the page does not have is safe: its links are PITH_NODE_NONE,
 * its names and texts are empty.
 * ------------------------------------------------------------------------ */

/** A node of one page, by its place in document order. */
typedef uint32_t pith_node;

/** No such node: the parent of the document, the sibling after the last. */
#define PITH_NODE_NONE UINT32_MAX

typedef enum pith_node_kind {
  PITH_NODE_DOCUMENT = 0, /* node 0, or the root of a fragment */
  PITH_NODE_DOCTYPE = 1,
  PITH_NODE_ELEMENT = 2,
  PITH_NODE_TEXT = 3,
  PITH_NODE_COMMENT = 4,
  PITH_NODE_CONTENT = 5 /* the contents of a `template`, its only child */
} pith_node_kind;

typedef enum pith_namespace {
  PITH_NAMESPACE_HTML = 0,
  PITH_NAMESPACE_SVG = 1,
  PITH_NAMESPACE_MATHML = 2
} pith_namespace;

/** How many nodes the page has; node numbers are below it. Never 0. */
PITH_API uint32_t pith_page_node_count(const pith_page *page);

/**
 * The depth of the deepest node; `html` is 1, an empty fragment 0. The contents
 * of a template are no level of their own. Linear in the number of nodes.
 */
PITH_API uint32_t pith_page_depth(const pith_page *page);

/** What kind of node it is. Constant time, as all below in this section. */
PITH_API pith_node_kind pith_node_get_kind(const pith_page *page,
                                           pith_node node);

/** The parent, PITH_NODE_NONE for the document. */
PITH_API pith_node pith_node_parent(const pith_page *page, pith_node node);

/** The first child, or PITH_NODE_NONE. */
PITH_API pith_node pith_node_first_child(const pith_page *page, pith_node node);

/** The next sibling, or PITH_NODE_NONE. */
PITH_API pith_node pith_node_next_sibling(const pith_page *page,
                                          pith_node node);

/** One past the last descendant in document order. */
PITH_API pith_node pith_node_end(const pith_page *page, pith_node node);

/** The namespace of an element; PITH_NAMESPACE_HTML for any other node. */
PITH_API pith_namespace pith_node_namespace(const pith_page *page,
                                            pith_node node);

/**
 * The name of an element or doctype as the tree has it ("div",
 * "foreignObject"), empty for other nodes. Lent for the life of the page.
 */
PITH_API pith_slice pith_node_name(const pith_page *page, pith_node node);

/**
 * The data of a text or comment node, character references resolved, empty
 * for other nodes. Valid UTF-8. Lent for the life of the page.
 */
PITH_API pith_slice pith_node_text(const pith_page *page, pith_node node);

/**
 * All bytes of a node: an element from its start tag to its end tag, or to
 * where the parser closed it. Lies inside the span of the parent. When text
 * was joined over a tag the parser ignored, that tag is inside.
 */
PITH_API pith_span pith_node_span(const pith_page *page, pith_node node);

/** The start tag; empty when the parser made the element, or no element. */
PITH_API pith_span pith_node_start_tag(const pith_page *page, pith_node node);

/** The end tag; empty when it was implied, or the node is no element. */
PITH_API pith_span pith_node_end_tag(const pith_page *page, pith_node node);

/** What is between start tag and end tag; all bytes for other nodes. */
PITH_API pith_span pith_node_content(const pith_page *page, pith_node node);

/* ------------------------------------------------------------------------
 * 10. Attributes and doctypes
 * ------------------------------------------------------------------------ */

/** An attribute of an element. The slices are lent for the page's life. */
typedef struct pith_attribute {
  pith_slice prefix;    /* "xlink", "xml", "xmlns" in foreign elements, or "" */
  pith_slice name;      /* lower case, or as the foreign element wants it */
  pith_slice value;     /* character references resolved; valid UTF-8 */
  pith_span name_span;  /* where the name is in the page */
  pith_span value_span; /* its value, without the quotes; may be empty */
} pith_attribute;

/** How many attributes an element has; 0 for other nodes. */
PITH_API uint32_t pith_node_attribute_count(const pith_page *page,
                                            pith_node node);

/**
 * The attribute at `index`, in source order. `index` must be below
 * pith_node_attribute_count(); otherwise all fields come back empty.
 */
PITH_API pith_attribute pith_node_attribute(const pith_page *page,
                                            pith_node node, uint32_t index);

/**
 * Find an attribute by its name (lower case, without prefix). Returns false,
 * and an empty `value`, when the element does not have it. The value is lent
 * for the life of the page. Linear in the number of attributes.
 */
PITH_API bool pith_node_attribute_find(const pith_page *page, pith_node node,
                                       const char *name, pith_slice *value);

/** The parts of a doctype. `has_*` distinguishes a missing one from an empty
 * one. */
typedef struct pith_doctype {
  pith_slice name;      /* lower case */
  pith_slice public_id; /* without the quotes */
  pith_slice system_id; /* without the quotes */
  bool has_name;
  bool has_public_id;
  bool has_system_id;
  bool force_quirks; /* the standard's flag: the doctype was malformed */
} pith_doctype;

/** The parts of a doctype node; all empty for other nodes. Slices lent. */
PITH_API pith_doctype pith_node_doctype(const pith_page *page, pith_node node);

/* ------------------------------------------------------------------------
 * 11. Encodings
 * ------------------------------------------------------------------------ */

/** What decided the encoding of a page. */
typedef enum pith_encoding_source {
  PITH_ENCODING_BOM = 0,       /* a byte order mark */
  PITH_ENCODING_OPTION = 1,    /* options->encoding */
  PITH_ENCODING_TRANSPORT = 2, /* options->transport_encoding */
  PITH_ENCODING_META = 3,      /* a `meta` element of the page */
  PITH_ENCODING_UTF8 = 4,      /* the bytes are valid UTF-8, not only ASCII */
  PITH_ENCODING_GUESS = 5,     /* a detector looked at the bytes */
  PITH_ENCODING_DEFAULT = 6    /* nothing to go by: windows-1252 */
} pith_encoding_source;

/**
 * The lower-case WHATWG name of the page's encoding ("utf-8",
 * "windows-1251"). `source` (may be NULL) is what decided it. Lent for the
 * life of the program.
 */
PITH_API const char *pith_page_encoding(const pith_page *page,
                                        pith_encoding_source *source);

/**
 * The WHATWG name for a label ("cp1251" -> "windows-1251"), NULL when the
 * label is unknown. White space around it and case do not matter. Lent for
 * the life of the program.
 */
PITH_API const char *pith_encoding_for_label(pith_slice label);

/**
 * The encoding that the page declares: byte order mark, else the prescan of
 * the first 1,024 bytes, else the first `meta` met while parsing, else
 * "windows-1252". Nothing is guessed from the bytes. Writes the lower-case
 * WHATWG name, lent for the life of the program. Fails like
 * pith_page_parse().
 */
PITH_API pith_status pith_encoding_declared(pith_context *context,
                                            pith_slice html, const char **name);

/* ------------------------------------------------------------------------
 * 12. Addresses: where a link leads
 * ------------------------------------------------------------------------ */

/** Room that is enough for every address pith_url_resolve() can write. */
#define PITH_URL_ROOM 16400

/**
 * An address as a link has it, made absolute: seen from `base`, the address of
 * the page or of its `base` element (RFC 3986, "Reference Resolution"; white
 * space is taken out as browsers do). Nothing is encoded or decoded. Without a
 * base, or with one that is not absolute itself, it stays as it is.
 *
 * Written to `room`, which has `size` bytes and is the caller's; *out is lent
 * by it and has no NUL at its end. *out is empty when the address leads
 * nowhere: it has no bytes or more than 8,192, or begins with javascript:,
 * vbscript:, data:, about: or blob:. PITH_LIMIT when it does not fit. Asks for
 * no memory.
 */
PITH_API pith_status pith_url_resolve(pith_slice address, pith_slice base,
                                      char *room, size_t size, pith_slice *out);

#ifdef __cplusplus
}
#endif

#endif /* PITH_H */
