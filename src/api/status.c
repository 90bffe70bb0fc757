/*
 * Statuses as text, and the version: both straight from the lists of pith.h.
 */
#include "pith.h"

const char *
pith_status_text(pith_status status)
{
  switch (status) {
#define PITH_STATUS_CASE(name, value, text)                                    \
  case PITH_##name:                                                            \
    return text;
    PITH_STATUS_MAP(PITH_STATUS_CASE)
#undef PITH_STATUS_CASE
  }
  return "unknown status";
}

const char *
pith_version(void)
{
  return PITH_BUILD_VERSION;
}
