/*
 * See explain.h.
 */
#include "api/explain.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Returns the status, so that a caller can fail and explain in one statement. A
 * message that is too long is cut, and always ends with NUL. */
pith_status
pith__explain(pith_error *error, pith_status status, const char *format, ...)
{
  if (error) {
    va_list arguments;
    error->status = status;
    error->offset = 0;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
  }
  return status;
}

/* For messages whose length is not known beforehand. Once the room is full,
 * more has no effect. */
void
pith__explain_more(pith_error *error, const char *format, ...)
{
  if (error) {
    size_t used = strlen(error->message);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message + used, sizeof error->message - used, format,
              arguments);
    va_end(arguments);
  }
}
