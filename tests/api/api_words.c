/* Words and lower case through the public interface. */
#include <pith_experimental.h>

#include <stdio.h>
#include <stdlib.h>
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
check_lower(const char *text, const char *wanted)
{
  char *room = (char *)malloc(PITH_LOWER_ROOM(strlen(text)));
  size_t len = pith_text_lower(slice(text), room);
  if (len != strlen(wanted) || memcmp(room, wanted, len) != 0) {
    failures++;
    printf("%s: %.*s, wanted %s\n", text, (int)len, room, wanted);
  }
  free(room);
}

/* Words of a text, each with a bar behind it. */
static void
check_words(const char *text, const char *wanted)
{
  char joined[256] = "";
  size_t at = 0, len = 0;
  pith_slice word;
  while (pith_word_next(slice(text), &at, &word)) {
    memcpy(joined + len, word.data, word.len);
    len += word.len;
    joined[len++] = '|';
  }
  if (len != strlen(wanted) || memcmp(joined, wanted, len) != 0) {
    failures++;
    printf("%s: %.*s, wanted %s\n", text, (int)len, joined, wanted);
  }
}

int
main(void)
{
  check_lower("", "");
  check_lower("Don't STOP_9", "don't stop_9");
  check_lower("\xD0\x96\xC3\x89\xC2\xA9", "\xD0\xB6\xC3\xA9\xC2\xA9");
  check_lower("\xC8\xBA\xC8\xBE", "\xE2\xB1\xA5\xE2\xB1\xA6"); /* grow */
  check_lower("\xC4\xB0", "i\xCC\x87");
  check_lower("\xCE\x9F\xCE\xA3 \xCE\xA3\xCE\x9F", /* sigma: final, not final */
              "\xCE\xBF\xCF\x82 \xCF\x83\xCE\xBF");
  check_lower("\xFF\xC3\x28\xE4\xBD", "\xFF\xC3\x28\xE4\xBD"); /* no UTF-8 */
  check_words("", "");
  check_words("--", "");
  check_words("don't stop_9.", "don|t|stop_9|");
  check_words("a\xC2\xA0\xC3\xA9t\xC3\xA9", "a|\xC3\xA9t\xC3\xA9|");
  check_words("\xE4\xB8\xAD\xE6\x96\x87\xE3\x80\x82x", /* Chinese, a stop */
              "\xE4\xB8\xAD\xE6\x96\x87|x|");
  check_words("a\xFF"
              "b\xC3",
              "a|b|");
  return failures > 0;
}
