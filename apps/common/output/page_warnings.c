/* page_warnings.c: see the header. A crawl can have thousands of pages built by
 * scripts; SAID_MOST of each kind are named, the others are a sum at the end.
 */
#include "common/output/page_warnings.h"

#include "common/output/message.h"

#include <string.h>

enum { SAID_MOST = 10 };

/* Loud: text is missing or wrong, so it is said without --strict. */
typedef struct warning_row {
  const char *name;
  const char *remedy;
  bool loud;
} warning_row;

static const warning_row rows[] = {
    {"limit-hit", "a limit of the parser was hit", true},
    {"truncated", "the page ends in the middle; fetch it again", true},
    {"doubtful-encoding",
     "the encoding is a poor guess; name it with --encoding", true},
    {"script-shell",
     "scripts would fill the page; save it from a browser and extract that",
     true},
    {"frameset", "its text is in other pages; see frames in -t json", true},
    {"emptied", "everything was cut; leave out --compat to keep the content",
     true},
    {"empty", "the page shows no text", true},
    {"repaired", "the page swallowed a part of itself, which was opened again",
     false},
    {"marks-present", "it has marks already and was copied unchanged", true},
    {"duplicate", "nearly the same text as an earlier page", true},
    {"alone", "it resembles too few pages of the site", false},
    {"spared", "all of it repeats on the site, nothing was cut", false},
    {"match-limit", "it would take too many comparisons, some were left out",
     false},
};

/* The bits of page_warnings_print() are places in this table. Only a manifest
 * stores them, for the very same program: report.json has the names. */
_Static_assert(sizeof rows / sizeof rows[0] < PAGE_WARNING_KINDS,
               "a kind of its own for every row, and one for others");

enum { KIND_OTHER = sizeof rows / sizeof rows[0] };

/* A warning that this table lacks is still a warning. */
static unsigned
find_kind(const char *name)
{
  for (unsigned i = 0; i < KIND_OTHER; i++)
    if (strcmp(rows[i].name, name) == 0)
      return i;
  return KIND_OTHER;
}

/* Others have no name that holds for all of them, so they end the list. */
const char *
page_warning_name(unsigned kind)
{
  return kind < KIND_OTHER ? rows[kind].name : NULL;
}

/* Which limit it was, and how to raise it. The other limits lose no text. */
static void
print_limits(const page_warnings *report, const char *name, unsigned hit)
{
  if (hit & PITH_LIMIT_NODES)
    message("%s: warning: limit-hit: the page ends after %u nodes; raise "
            "--max-nodes to read on",
            name, (unsigned)report->limits->max_nodes);
  if (hit & PITH_LIMIT_DEPTH)
    message("%s: warning: limit-hit: elements nested deeper than %u became "
            "siblings; raise --max-depth",
            name, (unsigned)report->limits->max_depth);
  if (hit & PITH_LIMIT_STEPS)
    message("%s: warning: limit-hit: the page ends where its markup took too "
            "much work",
            name);
}

/* --strict is asked for the messages, so it is stronger than -q. */
static bool
is_said(const page_warnings *report, unsigned kind)
{
  if (report->quiet && !report->strict)
    return false;
  return report->strict || kind == KIND_OTHER || rows[kind].loud;
}

/* limit-hit is the one kind with several reasons; a limit that loses no text
 * has no reason to be named. */
static void
print_warning(const page_warnings *report, const char *name,
              const pith_page *page, const char *warning)
{
  unsigned kind = find_kind(warning);
  unsigned hit = pith_page_limits_hit(page) &
                 (PITH_LIMIT_NODES | PITH_LIMIT_DEPTH | PITH_LIMIT_STEPS);
  if (strcmp(warning, "limit-hit") == 0 && hit)
    print_limits(report, name, hit);
  else if (strcmp(warning, "limit-hit") == 0 && !report->strict)
    return; /* one that loses no text */
  else if (kind == KIND_OTHER)
    message("%s: warning: %s", name, warning);
  else
    message("%s: warning: %s: %s", name, warning, rows[kind].remedy);
}

/* Any thread: the counters are all that is shared. Which pages are among the
 * first SAID_MOST depends on the threads, the sums do not. */
unsigned
page_warnings_print(page_warnings *report, const char *name,
                    const pith_page *page)
{
  unsigned found = 0;
  const char *warning;
  for (uint32_t i = 0; (warning = pith_page_warning(page, i)); i++) {
    unsigned kind = find_kind(warning);
    size_t before = atomic_fetch_add(&report->pages[kind], 1);
    found |= 1u << kind;
    if (is_said(report, kind) && before < SAID_MOST)
      print_warning(report, name, page, warning);
  }
  return found;
}

/* Which limit was hit is not among the bits, so the table's words are used. */
void
page_warnings_repeat(page_warnings *report, const char *name, unsigned found)
{
  for (unsigned kind = 0; kind <= KIND_OTHER; kind++) {
    if (!(found >> kind & 1))
      continue;
    size_t before = atomic_fetch_add(&report->pages[kind], 1);
    if (is_said(report, kind) && before < SAID_MOST)
      message("%s: warning: %s: %s", name,
              kind == KIND_OTHER ? "others" : rows[kind].name,
              kind == KIND_OTHER ? "see its record" : rows[kind].remedy);
  }
}

/* The one warning whose message names another page. */
unsigned
page_warnings_duplicate(page_warnings *report, const char *name,
                        const char *original)
{
  unsigned kind = find_kind("duplicate");
  size_t before = atomic_fetch_add(&report->pages[kind], 1);
  if (is_said(report, kind) && before < SAID_MOST)
    message("%s: warning: duplicate: nearly the same text as %s", name,
            original);
  return 1u << kind;
}

/* Kinds that are not printed still count for --strict. */
bool
page_warnings_end(page_warnings *report)
{
  bool any = false;
  for (unsigned kind = 0; kind <= KIND_OTHER; kind++) {
    size_t pages = atomic_load(&report->pages[kind]);
    any = any || pages > 0;
    if (pages > SAID_MOST && is_said(report, kind))
      message("%zu more pages: warning: %s", pages - SAID_MOST,
              kind == KIND_OTHER ? "others" : rows[kind].name);
  }
  return any;
}
