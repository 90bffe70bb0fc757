/* fail_memory.c: a library to be preloaded, under which the N-th allocation of
 * a program fails, and every one after it if PITH_FAIL_ALL is set. N comes from
 * PITH_FAIL_AT. Counting begins with main(), whose first deed is to ignore
 * SIGPIPE: what other libraries do when they are loaded is their business.
 */
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

int __sigaction(int number, const struct sigaction *act, struct sigaction *old);
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static atomic_int begun;
static atomic_long asked;
static atomic_long fail_at = -1; /* -1: not read yet */

static int
fails(void)
{
  if (!atomic_load(&begun))
    return 0;
  long at = atomic_load(&fail_at);
  if (at < 0) {
    const char *text = getenv("PITH_FAIL_AT");
    at = text ? strtol(text, NULL, 10) : 0;
    atomic_store(&fail_at, at);
  }
  long here = atomic_fetch_add(&asked, 1) + 1;
  return at > 0 && (here == at || (here > at && getenv("PITH_FAIL_ALL")));
}

int
sigaction(int number, const struct sigaction *act, struct sigaction *old)
{
  if (number == SIGPIPE)
    atomic_store(&begun, 1);
  return __sigaction(number, act, old);
}

void *
malloc(size_t size)
{
  return fails() ? NULL : __libc_malloc(size);
}

void *
calloc(size_t count, size_t size)
{
  return fails() ? NULL : __libc_calloc(count, size);
}

void *
realloc(void *block, size_t size)
{
  return fails() ? NULL : __libc_realloc(block, size);
}
