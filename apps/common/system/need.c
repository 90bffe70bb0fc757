/* need.c: see the header. Ends without atexit(): other threads may still run,
 * and nothing that they hold must be released first. */
#include "common/system/need.h"

#include "common/output/message.h"

#include <stdlib.h>
#include <unistd.h>

/* The message is that of every command; what it was needed for is of no use to
 * the reader. */
void
need_all(bool fine)
{
  if (!fine)
    _exit((int)report_out_of_memory());
}

void *
needed(void *block)
{
  need_all(block != NULL);
  return block;
}

/* A text that is short of a byte would look right and be wrong. */
char *
need_text(text_out *out)
{
  text_out_bytes(out, "", 1);
  need_all(!out->error);
  out->len--;
  return out->data;
}

/* One byte at least: calloc() may return NULL for none. */
void *
need(size_t count, size_t size)
{
  return needed(calloc(count > 0 ? count : 1, size));
}
