/* Addresses through the public interface: absolute, in the caller's memory. */
#include <pith.h>

#include <stdio.h>
#include <string.h>

static int failures;

static pith_slice
slice(const char *text)
{
  pith_slice made;
  made.data = text;
  made.len = strlen(text);
  return made;
}

static void
check(const char *address, const char *base, const char *wanted)
{
  char room[PITH_URL_ROOM];
  pith_slice out;
  pith_status status =
      pith_url_resolve(slice(address), slice(base), room, sizeof room, &out);
  if (status == PITH_OK && out.len == strlen(wanted) &&
      memcmp(out.data, wanted, out.len) == 0)
    return;
  failures++;
  printf("%s from %s: status %d, %.*s, wanted %s\n", address, base, (int)status,
         (int)out.len, out.data, wanted);
}

static void
check_limits(void)
{
  char small[8], longest[8193], room[PITH_URL_ROOM];
  pith_slice out, most;
  if (pith_url_resolve(slice("/abc"), slice("http://h/"), small, sizeof small,
                       &out) != PITH_LIMIT ||
      out.len != 0)
    failures++;
  memset(longest, 'a', sizeof longest);
  most.data = longest;
  most.len = 8192;
  if (pith_url_resolve(most, slice("http://h/"), room, sizeof room, &out) !=
          PITH_OK ||
      out.len != 8192 + 9)
    failures++;
  most.len = 8193; /* leads nowhere */
  if (pith_url_resolve(most, slice("http://h/"), room, sizeof room, &out) !=
          PITH_OK ||
      out.len != 0)
    failures++;
}

int
main(void)
{
  check("c", "http://h/a/b", "http://h/a/c");
  check("../c?d#e", "http://h/a/b", "http://h/c?d#e");
  check("//g/x", "https://h/a", "https://g/x");
  check("https://g/", "http://h/", "https://g/");
  check(" a\nb ", "http://h/", "http://h/ab");
  check("x", "", "x");
  check("", "http://h/", "");
  check("javascript:go()", "http://h/", "");
  check("data:,x", "http://h/", "");
  check_limits();
  printf("urls: %d failures\n", failures);
  return failures > 0;
}
