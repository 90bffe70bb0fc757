/* libxml2_driver.c: libxml2's HTML parser as packaged, for the round protocol.
 *
 * The encoding is given, so that no parser here spends time on guessing;
 * HTML_PARSE_HUGE, because libxml2 otherwise gives up on long texts.
 */
#include "driver_rounds.h"

#include <libxml/HTMLparser.h>
#include <limits.h>

static int
parse_page(const char *html, size_t len)
{
  int options = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                HTML_PARSE_NONET | (int)XML_PARSE_HUGE;
  if (len > INT_MAX)
    return -1;
  htmlDocPtr document = htmlReadMemory(html, (int)len, NULL, "UTF-8", options);
  if (!document)
    return -1;
  xmlFreeDoc(document);
  return 0;
}

int
main(int argc, char **argv)
{
  return driver_serve(argc, argv, LIBXML_DOTTED_VERSION, parse_page);
}
