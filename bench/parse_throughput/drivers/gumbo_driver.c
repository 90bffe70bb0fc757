/* gumbo_driver.c: libgumbo as packaged, for the round protocol.
 * Parse and destroy with the default options, which is how it is called. */
#include "driver_rounds.h"

#include <gumbo.h>

static int
parse_page(const char *html, size_t len)
{
  GumboOutput *output =
      gumbo_parse_with_options(&kGumboDefaultOptions, html, len);
  if (!output)
    return -1;
  gumbo_destroy_output(&kGumboDefaultOptions, output);
  return 0;
}

int
main(int argc, char **argv)
{
  return driver_serve(argc, argv, GUMBO_VERSION, parse_page);
}
