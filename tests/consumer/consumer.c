/* The smallest program against an installed pith: header found, library
 * linked, and both of the same version. */
#include <pith.h>

#include <stdio.h>
#include <string.h>

int
main(void)
{
  char built_with[32];

  snprintf(built_with, sizeof built_with, "%d.%d.%d", PITH_VERSION_MAJOR,
           PITH_VERSION_MINOR, PITH_VERSION_PATCH);
  printf("header %s, library %s\n", built_with, pith_version());
  return strcmp(built_with, pith_version()) == 0 ? 0 : 1;
}
