/* extract_siblings.c: see the header.
 *
 *     news/2012-05-03.html ──► names in news/ that end alike, in order
 *                          ──► the nearest before and behind ──► its partners
 *
 * One folder is looked at, none below it, so that a page in a home directory
 * costs no walk through all of it. How many files are read has a ceiling.
 */
#include "pith/extract/extract_siblings.h"

#include "common/system/grow.h"
#include "common/input/page_read.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Names of a folder that are looked at, and files on either side that are
 * read. */
enum { NAMES_MOST = 100000, NEAR = 16 };

/* The folder of the page, and the names in it. */
typedef struct folder_names {
  char *path;       /* owned */
  const char *page; /* the page's own name in it; lent */
  char **names;     /* owned, as they are */
  size_t count;
  size_t capacity;
} folder_names;

static void
names_done(folder_names *in)
{
  for (size_t i = 0; i < in->count; i++)
    free(in->names[i]);
  free(in->names);
  free(in->path);
}

/* False: memory ended, and the count is unchanged. */
static bool
names_add(folder_names *in, const char *name)
{
  if (!GROW(in->names, in->capacity, in->count + 1))
    return false;
  in->names[in->count] = strdup(name);
  return in->names[in->count] && ++in->count;
}

/* Whether two names have the same ending, or none. */
static bool
ends_alike(const char *one, const char *two)
{
  const char *a = strrchr(one, '.');
  const char *b = strrchr(two, '.');
  return a && b ? strcmp(a, b) == 0 : !a && !b;
}

/* Links are not followed: a folder of a stranger must not choose files
 * elsewhere. */
static bool
is_file(DIR *folder, const char *name)
{
  struct stat about;
  return fstatat(dirfd(folder), name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISREG(about.st_mode);
}

static int
compare_names(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names beside a page, in order, its own among them. False: memory ended,
 * or the folder cannot be read. */
static bool
names_read(folder_names *in, const char *page)
{
  const char *slash = strrchr(page, '/');
  memset(in, 0, sizeof *in);
  in->page = slash ? slash + 1 : page;
  if (slash)
    in->path = strndup(page, slash > page ? (size_t)(slash - page) : 1);
  else
    in->path = strdup(".");
  DIR *folder = in->path ? opendir(in->path) : NULL;
  if (!folder)
    return false;
  bool fine = true;
  const struct dirent *entry;
  while (fine && in->count < NAMES_MOST && (entry = readdir(folder)))
    if (*entry->d_name != '.' && ends_alike(entry->d_name, in->page) &&
        is_file(folder, entry->d_name))
      fine = names_add(in, entry->d_name);
  closedir(folder);
  if (in->count > 0)
    qsort(in->names, in->count, sizeof(char *), compare_names);
  return fine;
}

/* Add a file to the layers; one that cannot be read is no partner. */
static void
add_page(const app_request *request, pith_context *context, const char *path,
         const char *name, pith_site_model *layers)
{
  input_bytes input;
  pith_page *page;
  pith_error error;
  if (page_read(path, request->page.max_bytes, &input) != EXIT_FINE)
    return;
  pith_slice html = {input.data, input.len};
  if (pith_page_parse(context, html, &request->page, &page, &error) ==
      PITH_OK) {
    pith_site_model_learn(layers, page, (pith_slice){name, strlen(name)});
    pith_page_free(page);
  }
  input_bytes_done(&input);
}

/* The names near the page: [*from, *to). */
static void
find_near(const folder_names *in, size_t *from, size_t *to)
{
  size_t self = 0;
  while (self < in->count && strcmp(in->names[self], in->page) != 0)
    self++;
  *from = self > NEAR ? self - NEAR : 0;
  *to = self + NEAR + 1 < in->count ? self + NEAR + 1 : in->count;
}

/* Add a partner to the request. */
static void
take_partner(app_request *request, const folder_names *in, pith_slice name,
             extract_fetched *out)
{
  for (size_t i = 0; i < in->count; i++) {
    if (strlen(in->names[i]) != name.len ||
        memcmp(in->names[i], name.data, name.len) != 0)
      continue;
    const char *path = extract_keep_path(out, in->path, in->names[i]);
    if (path)
      request->input.with.items[request->input.with.count++] = path;
    return;
  }
}

/* Let the layers choose among the files near the page; returns how many were
 * read. */
static size_t
choose(app_request *request, const folder_names *in, pith_context *context,
       pith_site_model *layers, extract_fetched *out)
{
  size_t from, to;
  find_near(in, &from, &to);
  for (size_t i = from; i < to; i++) {
    const char *path = extract_keep_path(out, in->path, in->names[i]);
    if (path)
      add_page(request, context, path, in->names[i], layers);
  }
  pith_slice names[PITH_PARTNERS_MOST];
  uint32_t count = 0;
  if (pith_site_model_finish(layers) == PITH_OK)
    count = pith_site_model_partners(layers,
                                     (pith_slice){in->page, strlen(in->page)},
                                     PITH_PARTNERS_MOST, names);
  for (uint32_t p = 0; p < count; p++)
    take_partner(request, in, names[p], out);
  return to > from ? to - from - 1 : 0;
}

/* The partners are added to the request as if the user had named them by
 * --with. Memory that ends on the way looks like a folder without partners: the
 * message names the remedy that helps in both cases. */
exit_code
extract_siblings(app_request *request, extract_fetched *out)
{
  folder_names in;
  pith_context *context = NULL;
  pith_site_model *layers = NULL;
  const char *page = request->inputs[0];
  size_t read = 0;
  pith_site_options options;
  pith_site_options_default(&options);
  options.evidence = PITH_EVIDENCE_LAYER;
  if (names_read(&in, page) && pith_context_new(NULL, &context) == PITH_OK &&
      pith_site_model_new(context, &options, &layers) == PITH_OK)
    read = choose(request, &in, context, layers, out);
  pith_site_model_free(layers);
  pith_context_free(context);
  names_done(&in);
  if (request->input.with.count == 0) {
    message("%s: no page of the same layer beside it; name some by --with FILE",
            page);
    return EXIT_INPUT;
  }
  if (request->output.verbose)
    message("%s: compared with %zu of %zu pages beside it", page,
            request->input.with.count, read);
  return EXIT_FINE;
}
