/* message_print.c: messages of message.h that many places print. */
#include "common/output/message.h"

/* The one message about it, so that logs can be searched. */
exit_code
report_out_of_memory(void)
{
  message("out of memory");
  return EXIT_ENVIRONMENT;
}

exit_code
report_out_of_memory_for(const char *what)
{
  message("%s: out of memory", what);
  return EXIT_ENVIRONMENT;
}

exit_code
report_built_without(const char *what, const char *library, const char *package)
{
  message("%s: this program was built without %s; install %s and build it anew",
          what, library, package);
  return EXIT_ENVIRONMENT;
}
