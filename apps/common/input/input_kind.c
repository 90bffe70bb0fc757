/* input_kind.c: see the header.
 *
 * First the signatures of files that are no text, then the first tag or bracket
 * of those that are, then whether it is text at all. A page is whatever is left
 * over: HTML needs no first tag.
 */
#include "common/input/input_kind.h"

#include "common/input/loose_markup.h"
#include "common/input/warc.h"
#include "common/json/json_scan.h"
#include "common/system/ascii_text.h"

#include <string.h>

#define DOCUMENT "; convert it to HTML or text first"
#define PICTURE  "; it has no text to extract"
#define ARCHIVE  "; unpack it and name the pages or their folder"
#define PROGRAM  "; it is no web page"

typedef struct signature {
  const char *bytes;
  uint8_t len;
  uint8_t at; /* offset in the file */
  input_kind kind;
  const char *what;
} signature;

#define ROW(text, at, kind, what)                                              \
  {                                                                            \
    text, sizeof text - 1, at, kind, what                                      \
  }

/* Longer ones before shorter ones that begin alike. */
static const signature signatures[] = {
    ROW("bplist00", 0, INPUT_WEBARCHIVE, NULL),
    ROW("PK\3\4", 0, INPUT_ZIP, NULL),
    ROW("%PDF-", 0, INPUT_REFUSED, "a PDF" DOCUMENT),
    ROW("%!PS-Adobe", 0, INPUT_REFUSED, "PostScript" DOCUMENT),
    ROW("{\\rtf", 0, INPUT_REFUSED, "an RTF document" DOCUMENT),
    ROW("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 0, INPUT_REFUSED,
        "an office document" DOCUMENT),
    ROW("AT&TFORM", 0, INPUT_REFUSED, "a DjVu document" DOCUMENT),
    ROW("\x89PNG\r\n\x1A\n", 0, INPUT_REFUSED, "a PNG image" PICTURE),
    ROW("\xFF\xD8\xFF", 0, INPUT_REFUSED, "a JPEG image" PICTURE),
    ROW("GIF87a", 0, INPUT_REFUSED, "a GIF image" PICTURE),
    ROW("GIF89a", 0, INPUT_REFUSED, "a GIF image" PICTURE),
    ROW("WEBP", 8, INPUT_REFUSED, "a WebP image" PICTURE),
    ROW("ftypavif", 4, INPUT_REFUSED, "an AVIF image" PICTURE),
    ROW("ftypheic", 4, INPUT_REFUSED, "a HEIC image" PICTURE),
    ROW("II*\0", 0, INPUT_REFUSED, "a TIFF image" PICTURE),
    ROW("MM\0*", 0, INPUT_REFUSED, "a TIFF image" PICTURE),
    ROW("\0\0\1\0", 0, INPUT_REFUSED, "an icon" PICTURE),
    ROW("8BPS", 0, INPUT_REFUSED, "a Photoshop image" PICTURE),
    ROW("ftyp", 4, INPUT_REFUSED, "a video" PICTURE),
    ROW("\x1A\x45\xDF\xA3", 0, INPUT_REFUSED, "a video" PICTURE),
    ROW("OggS", 0, INPUT_REFUSED, "an Ogg recording" PICTURE),
    ROW("RIFF", 0, INPUT_REFUSED, "a recording" PICTURE),
    ROW("ID3", 0, INPUT_REFUSED, "an MP3 recording" PICTURE),
    ROW("fLaC", 0, INPUT_REFUSED, "a FLAC recording" PICTURE),
    ROW("wOFF", 0, INPUT_REFUSED, "a font" PICTURE),
    ROW("wOF2", 0, INPUT_REFUSED, "a font" PICTURE),
    ROW("7z\xBC\xAF\x27\x1C", 0, INPUT_REFUSED, "a 7z archive" ARCHIVE),
    ROW("Rar!\x1A\7", 0, INPUT_REFUSED, "a RAR archive" ARCHIVE),
    ROW("PK\5\6", 0, INPUT_REFUSED, "an empty ZIP archive" ARCHIVE),
    ROW("!<arch>\n", 0, INPUT_REFUSED, "an ar archive" ARCHIVE),
    ROW("\x7F"
        "ELF",
        0, INPUT_REFUSED, "a program" PROGRAM),
    ROW("MZ\x90", 0, INPUT_REFUSED, "a program" PROGRAM),
    ROW("\xCA\xFE\xBA\xBE", 0, INPUT_REFUSED, "a program" PROGRAM),
    ROW("\0asm", 0, INPUT_REFUSED, "a program" PROGRAM),
    ROW("SQLite format 3", 0, INPUT_REFUSED, "an SQLite database" PROGRAM),
    ROW("PITHSITE", 0, INPUT_REFUSED, "a site model; use it with -s"),
};

/* The first row that matches; rows are few. */
static const signature *
find_signature(pith_slice front)
{
  for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
    const signature *row = &signatures[i];
    if (front.len >= (size_t)row->at + row->len &&
        memcmp(front.data + row->at, row->bytes, row->len) == 0)
      return row;
  }
  return NULL;
}

/* Its signature is behind the first name. */
static bool
is_tar(pith_slice front)
{
  return front.len >= 262 && memcmp(front.data + 257, "ustar", 5) == 0;
}

/* --- text ----------------------------------------------------------------- */

/* The first element, behind declarations and comments. A namespace is not
 * looked at: feeds get theirs wrong. */
static input_kind
find_markup_kind(pith_slice front)
{
  static const struct {
    const char *name;
    input_kind kind;
  } roots[] = {{"rss", INPUT_FEED},
               {"feed", INPUT_FEED},
               {"rdf", INPUT_FEED},
               {"urlset", INPUT_SITEMAP},
               {"sitemapindex", INPUT_SITEMAP},
               {"dataset", INPUT_ROMIP}};
  loose_markup in = {front.data, front.len, 0, false};
  loose_tag tag;
  if (!loose_markup_next(&in, &tag) || tag.end)
    return INPUT_PAGE;
  for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
    if (loose_tag_is(&tag, roots[i].name))
      return roots[i].kind;
  return INPUT_PAGE;
}

/* Whether a key is somewhere in the first bytes: in what order the keys of an
 * object come, nobody knows. A string that happens to be equal does no harm. */
static bool
has_key(pith_slice front, const char *key)
{
  size_t len = strlen(key);
  for (const char *at = front.data, *end = at + front.len;
       (at = memchr(at, '"', (size_t)(end - at)));) {
    at++;
    if ((size_t)(end - at) > len && memcmp(at, key, len) == 0 && at[len] == '"')
      return true;
  }
  return false;
}

/* An object: a feed and an archive are known by their first keys, and lines by
 * being whole objects, which an object over several lines is not. */
static input_kind
find_json_kind(pith_slice front)
{
  json_scan in = {front.data, front.data + front.len};
  json_member member = {.kind = JSON_WORD};
  if (!json_open(&in, '{'))
    return INPUT_PAGE;
  json_step step = json_next_member(&in, &member);
  if (step == JSON_FOUND && json_text_is(member.key, "version") &&
      has_key(front, "items"))
    return INPUT_JSON_FEED;
  pith_slice text = front;
  if (has_key(text, "log") && has_key(text, "entries"))
    return INPUT_HAR;
  if (has_key(text, "log") && has_key(text, "creator"))
    return INPUT_HAR;
  return has_key(text, "id") || has_key(text, "url") || has_key(text, "html") ||
                 has_key(text, "html_b64") || has_key(text, "v")
             ? INPUT_LINES
             : INPUT_PAGE;
}

/* A message of mail whose parts are one page. Only a few fields come first in
 * such files; a text that begins with another word is none. */
static bool
is_mhtml(pith_slice front)
{
  if (!text_begins(front, "from:") && !text_begins(front, "mime-version:") &&
      !text_begins(front, "subject:") && !text_begins(front, "date:") &&
      !text_begins(front, "snapshot-content-location:") &&
      !text_begins(front, "content-type: multipart/related"))
    return false;
  return text_begins(warc_field(front, "content-type"), "multipart/related") ||
         warc_field(front, "snapshot-content-location").len > 0;
}

/* Text has no control characters but for line ends, tabs and what old
 * encodings use (ESC, SO, SI). UTF-16 and UTF-32 are known by their mark or
 * their zeros at every second place; every byte may be in them: a Cyrillic
 * letter has a 4. */
static bool
is_binary(pith_slice front)
{
  enum { SHORT_TEXT = 64 }; /* too short for a verdict */
  size_t odd = 0, zeros[2] = {0, 0};
  for (size_t i = 0; i < front.len; i++) {
    unsigned char c = (unsigned char)front.data[i];
    zeros[i & 1] += c == 0;
    odd += c < 0x20 && c != 0 && !text_is_space((char)c) && c != 0x1B &&
           c != 0x0E && c != 0x0F && c != 0x1A;
  }
  size_t half = front.len / 2;
  bool marked = front.len >= 2 && (memcmp(front.data, "\xFF\xFE", 2) == 0 ||
                                   memcmp(front.data, "\xFE\xFF", 2) == 0);
  bool wide = marked || zeros[0] > half / 2 || zeros[1] > half / 2;
  if (front.len < SHORT_TEXT)
    return false;
  return !wide && odd + zeros[0] + zeros[1] > front.len / 16;
}

/* A byte order mark and blanks say nothing. */
static pith_slice
skip_mark(pith_slice front)
{
  if (front.len >= 3 && memcmp(front.data, "\xEF\xBB\xBF", 3) == 0)
    front = (pith_slice){front.data + 3, front.len - 3};
  return text_trim(front);
}

/* Markup is never taken for binary data, whatever else is in it. */
input_kind
input_kind_find(pith_slice front, const char **what)
{
  const signature *row = find_signature(front);
  pith_slice text = skip_mark(front);
  *what = row ? row->what : NULL;
  if (row)
    return row->kind;
  if (is_tar(front)) {
    *what = "a tar archive" ARCHIVE;
    return INPUT_REFUSED;
  }
  if (warc_looks_like(front))
    return INPUT_WARC;
  if (text.len > 0 && text.data[0] == '<')
    return find_markup_kind(text);
  if (is_binary(front)) {
    *what = "no text and of no kind that is known" PROGRAM;
    return INPUT_REFUSED;
  }
  if (text.len > 0 && text.data[0] == '{')
    return find_json_kind(text);
  return is_mhtml(text) ? INPUT_MHTML : INPUT_PAGE;
}
