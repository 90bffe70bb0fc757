/*
 * Statuses as text, and the version.
 */
#include "pith.h"

/* No default in the switch: the compiler reports a status without a text.
 * Numbers from elsewhere get the last line. */
const char *
pith_status_text(pith_status status)
{
  switch (status) {
  case PITH_OK:
    return "ok";
  case PITH_NOMEM:
    return "out of memory";
  case PITH_LIMIT:
    return "input exceeds a configured limit";
  case PITH_FORMAT:
    return "data is damaged or of another format";
  case PITH_CHARSET:
    return "character encoding is not known";
  case PITH_USAGE:
    return "caller broke the contract of the function";
  case PITH_CANCELLED:
    return "cancelled";
  case PITH_REVISION:
    return "the site model is of another revision of pith; learn it anew, or "
           "use the pith that made it";
  case PITH_MISMATCH:
    return "learnt with other parse options (max-nodes, max-depth, "
           "max-attributes, max-formatting, max-steps, fragment, scripting, "
           "recover); use the same ones, or learn the site anew";
  }
  return "unknown status";
}

const char *
pith_version(void)
{
  return PITH_BUILD_VERSION;
}
