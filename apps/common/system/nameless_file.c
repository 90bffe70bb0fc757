/* nameless_file.c: see the header. The name is removed at once, so nothing is
 * left behind however the process ends. */
#include "common/system/nameless_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* mkstemp() makes it readable for this user only; other programs that are
 * started do not inherit it. */
int
nameless_file(void)
{
  const char *folder = getenv("TMPDIR");
  char path[4096];
  int len = snprintf(path, sizeof path, "%s/pith-XXXXXX",
                     folder && *folder ? folder : "/tmp");
  if (len < 0 || (size_t)len >= sizeof path)
    return -1;
  int file = mkstemp(path);
  if (file >= 0) {
    unlink(path);
    fcntl(file, F_SETFD, FD_CLOEXEC);
  }
  return file;
}
