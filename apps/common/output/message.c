/* message.c: a format and its arguments in, one line on stderr out.
 *
 * The shape of every message is `pith: WHAT: WHY (WHERE)`, in lower case, with
 * the remedy named where there is one. The line is built first and written by
 * one call, so that lines of several programs do not mix in a log.
 */
#include "common/output/message.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 1024 }; /* bytes of a line, its NUL included */

/* Longer messages are cut: file names may be of any length. */
void
message(const char *format, ...)
{
  char line[LONGEST];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  /* Names of files and texts of pages may hold anything: a message is one line
   * and cannot move the cursor. */
  for (char *at = line; *at; at++)
    if ((unsigned char)*at < ' ' || *at == '\x7F')
      *at = '?';
  fprintf(stderr, "pith: %s\n", line);
}

/* strerror() begins with a capital; our messages do not. */
const char *
system_text(int error, char room[128])
{
  snprintf(room, 128, "%s", strerror(error));
  room[0] = (char)tolower((unsigned char)room[0]);
  return room;
}

/* The old file is still there: nothing is written in place. */
const char *
write_error_text(int error, char room[128])
{
  const char *remedy = "";
  system_text(error, room);
  if (error == ENOSPC || error == EDQUOT)
    remedy = "; free some space, then run it again";
  else if (error == EIO)
    remedy = "; check the disk, then run it again";
  else if (error == EACCES || error == EROFS || error == EPERM)
    remedy = "; choose another place with -o";
  size_t len = strlen(room);
  snprintf(room + len, 128 - len, "%s", remedy);
  return room;
}
