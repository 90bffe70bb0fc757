/* Encodings through pith.h: what decides, what is declared, late elements. */
#include <pith.h>

#include <stdio.h>
#include <string.h>

static int failures;
static pith_context *context;

static void
expect(bool good, int line)
{
  if (!good) {
    printf("failed: line %d\n", line);
    failures++;
  }
}

static pith_slice
slice_of(const char *text)
{
  pith_slice slice = {text, strlen(text)};
  return slice;
}

/* Whether a page comes out in this encoding for this reason, and whether its
 * text holds `wanted`. */
static bool
decodes(const char *html, const pith_options *options, const char *encoding,
        pith_encoding_source source, const char *wanted)
{
  pith_page *page;
  pith_encoding_source got_source;
  bool found = false;
  if (pith_page_parse(context, slice_of(html), options, &page, NULL) != PITH_OK)
    return false;
  const char *got = pith_page_encoding(page, &got_source);
  for (pith_node node = 0; node < pith_page_node_count(page); node++) {
    pith_slice text = pith_node_text(page, node);
    size_t len = strlen(wanted);
    for (size_t i = 0; i + len <= text.len; i++)
      found |= memcmp(text.data + i, wanted, len) == 0;
  }
  bool good = strcmp(got, encoding) == 0 && got_source == source && found;
  if (!good)
    printf("got %s, source %d, text %s\n", got, (int)got_source,
           found ? "found" : "not found");
  pith_page_free(page);
  return good;
}

static bool
declares(const char *html, const char *encoding)
{
  const char *name;
  return pith_encoding_declared(context, slice_of(html), &name) == PITH_OK &&
         strcmp(name, encoding) == 0;
}

/* A page whose `meta` is behind the 1,024 bytes that are looked at first;
 * lent until the next call. */
static const char *
late(const char *meta, const char *text)
{
  static char page[4096];
  memset(page, ' ', 1500);
  snprintf(page + 1500, sizeof page - 1500, "%s%s", meta, text);
  return page;
}

static void
what_decides(void)
{
  pith_options options;
  expect(decodes("\xEF\xBB\xBF<p>\xC3\xA9", NULL, "utf-8", PITH_ENCODING_BOM,
                 "\xC3\xA9"),
         __LINE__);
  expect(decodes("<meta charset=cp1251><p>\xCF\xF0\xE8", NULL, "windows-1251",
                 PITH_ENCODING_META, "\xD0\x9F\xD1\x80\xD0\xB8"),
         __LINE__);
  expect(decodes("<meta charset=koi8-r><p>\xD0\x9F\xD1\x80", NULL, "utf-8",
                 PITH_ENCODING_UTF8, "\xD0\x9F\xD1\x80"),
         __LINE__);
  expect(decodes("<p>x", NULL, "windows-1252", PITH_ENCODING_DEFAULT, "x"),
         __LINE__);
  pith_options_default(&options);
  options.encoding = "iso-8859-2";
  expect(decodes("<meta charset=koi8-r><p>\xB1", &options, "iso-8859-2",
                 PITH_ENCODING_OPTION, "\xC4\x85"),
         __LINE__);
  pith_options_default(&options);
  options.transport_encoding = "KOI8-R";
  expect(decodes("<meta charset=iso-8859-2><p>\xD0", &options, "koi8-r",
                 PITH_ENCODING_TRANSPORT, "\xD0\xBF"),
         __LINE__);
}

static void
late_elements(void)
{
  expect(decodes(late("<meta charset=koi8-r>", "<p>\xF0\xD2\xC9"), NULL,
                 "koi8-r", PITH_ENCODING_META, "\xD0\x9F\xD1\x80\xD0\xB8"),
         __LINE__);
  expect(decodes(late("<meta http-equiv=Content-Type content='text/html; "
                      "charset=koi8-r'>",
                      "<p>\xF0\xD2\xC9"),
                 NULL, "koi8-r", PITH_ENCODING_META,
                 "\xD0\x9F\xD1\x80\xD0\xB8"),
         __LINE__);
  /* A label nobody knows changes nothing; the next element does. */
  expect(decodes(late("<meta charset=none><meta charset=koi8-r>", "<p>\xF0"),
                 NULL, "koi8-r", PITH_ENCODING_META, "\xD0\x9F"),
         __LINE__);
  expect(decodes(late("<meta charset=windows-1252>", "<p>x"), NULL,
                 "windows-1252", PITH_ENCODING_META, "x"),
         __LINE__);
  expect(decodes(late("<meta charset=utf-16>", "<p>x"), NULL, "utf-8",
                 PITH_ENCODING_META, "x"),
         __LINE__);
}

static void
what_is_declared(void)
{
  expect(declares("", "windows-1252"), __LINE__);
  expect(declares("<p>\xC3\xA9", "windows-1252"), __LINE__);
  expect(declares("\xFF\xFE<\0", "utf-16le"), __LINE__);
  expect(declares("<meta charset=Shift-JIS>", "shift_jis"), __LINE__);
  expect(declares("<meta charset=utf-16>", "utf-8"), __LINE__);
  expect(declares(late("<meta charset=big5>", ""), "big5"), __LINE__);
  expect(declares(late("<p><meta charset=big5>", ""), "big5"), __LINE__);
  expect(declares(late("<!--<meta charset=big5>-->", ""), "windows-1252"),
         __LINE__);
  expect(declares(late("<meta content='charset=big5'>", ""), "windows-1252"),
         __LINE__);
}

static void
labels(void)
{
  expect(strcmp(pith_encoding_for_label(slice_of(" CP1251\n")),
                "windows-1251") == 0,
         __LINE__);
  expect(strcmp(pith_encoding_for_label(slice_of("latin1")), "windows-1252") ==
             0,
         __LINE__);
  expect(!pith_encoding_for_label(slice_of("")), __LINE__);
  expect(!pith_encoding_for_label(slice_of("utf-7")), __LINE__);
}

int
main(void)
{
  if (pith_context_new(NULL, &context) != PITH_OK)
    return 1;
  what_decides();
  late_elements();
  what_is_declared();
  labels();
  pith_context_free(context);
  return failures > 0;
}
