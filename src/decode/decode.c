/*
 * The decode stage: bytes in; the encoding, the text and the map out.
 *
 * The order of evidence is that of WHATWG HTML, "Determining the character
 * encoding", with one change: labels lie. Many pages were converted to UTF-8
 * by people who left the old `meta` in place, and some claim UTF-8 and were
 * never converted. No other encoding gives UTF-8 by accident for more than a
 * few characters, so the bytes themselves overrule every label but the
 * caller's own:
 *
 *   UTF-8 reads well   any label    it is UTF-8
 *   UTF-8 reads badly  UTF-8        the label is dropped, and we guess
 *   every other byte 0 any label    it is UTF-16
 */
#include "decode/decode.h"

#include "base/slice.h"
#include "base/utf8_validate.h"
#include "decode/bulk.h"
#include "decode/guess.h"
#include "decode/label.h"
#include "decode/prescan.h"
#include "decode/step.h"

/* Above this, text offsets could pass 32 bits: one byte can become three. */
#define BYTES_CEILING (UINT32_C(1) << 30)

/* A page with so many good characters for each malformed sequence is UTF-8
 * that somebody cut or pasted carelessly. */
#define GOOD_FOR_ONE_BAD 8

/* After the first malformed sequence so many characters are enough, or so
 * many more malformed ones. */
#define SURVEY_CHARACTERS 4096
#define SURVEY_BAD        1024

/* Characters that could not be read: so many are no matter, and one in so many
 * bytes of text is none either. */
#define REPLACED_MOST  3
#define REPLACED_SHARE 2000

/* What one look at the bytes shows about UTF-8. */
typedef struct byte_survey {
  size_t valid; /* length of the prefix that is valid UTF-8 */
  bool ascii;   /* there is nothing but ASCII */
  size_t good;  /* characters above ASCII that read as UTF-8; only whether
                   there are any, when nothing is malformed */
  size_t bad;   /* malformed sequences; one cut off by the end is not counted */
} byte_survey;

/* In valid UTF-8 each character above ASCII has one byte from C0 on. */
static size_t
count_lead_bytes(const char *data, size_t len)
{
  size_t count = 0;
  for (size_t i = 0; i < len; i++)
    count += (unsigned char)data[i] >= 0xC0;
  return count;
}

/* Go on behind the first malformed sequence. */
static void
look_behind(byte_survey *survey, pith_slice bytes)
{
  const unsigned char *at = (const unsigned char *)bytes.data + survey->valid;
  const unsigned char *end = (const unsigned char *)bytes.data + bytes.len;
  size_t most = survey->good + SURVEY_CHARACTERS;
  while (at < end && survey->bad < SURVEY_BAD &&
         survey->good + survey->bad < most) {
    size_t left = (size_t)(end - at);
    if (*at < 0x80) {
      at += pith__ascii_prefix((const char *)at, left);
      continue;
    }
    pith_step_input input = {at, end};
    uint32_t length = pith__utf8_length(input);
    if (pith__utf8_sequence((const char *)at, left))
      survey->good++;
    else if (length < left)
      survey->bad++;
    at += length;
  }
}

/* The fast path for most pages: all ASCII, or all valid UTF-8. */
static byte_survey
look_over(pith_slice bytes)
{
  byte_survey survey = {0, false, 0, 0};
  size_t ascii = pith__ascii_prefix(bytes.data, bytes.len);
  survey.ascii = ascii == bytes.len;
  survey.valid =
      ascii + pith__utf8_valid_prefix(bytes.data + ascii, bytes.len - ascii);
  if (survey.valid == bytes.len) {
    survey.good = !survey.ascii; /* one is as good as many: none is bad */
    return survey;
  }
  survey.good = count_lead_bytes(bytes.data + ascii, survey.valid - ascii);
  look_behind(&survey, bytes);
  return survey;
}

/* A label of UTF-16 on bytes without a NUL: every page has markup, and that
 * would be full of them. */
static bool
is_false_utf16(pith_encoding encoding, pith_slice bytes)
{
  size_t len = bytes.len < 1024 ? bytes.len : 1024;
  return (encoding == PITH_DECODE_UTF_16BE ||
          encoding == PITH_DECODE_UTF_16LE) &&
         memchr(bytes.data, '\0', len) == NULL;
}

/* NULL and unknown labels are no labels. */
static bool
find_label(const char *label, pith_encoding *out)
{
  return label && pith__encoding_find(pith__slice_of(label), out);
}

/* The first label that can be believed, by the order of evidence. */
static bool
believe_label(pith_decoded *decoded, const pith_decode_hints *hints)
{
  pith_encoding *out = &decoded->encoding;
  decoded->source = PITH_ENCODING_TRANSPORT;
  if (find_label(hints->transport, out) &&
      !is_false_utf16(*out, decoded->bytes))
    return true;
  decoded->source = PITH_ENCODING_META;
  if (pith__prescan(decoded->bytes, out))
    return true;
  if (!find_label(hints->late_meta, out))
    return false;
  *out = pith__encoding_for_meta(*out);
  return true;
}

/* UTF-8 that is more right than wrong beats any guess; without any evidence
 * the default is windows-1252, as in browsers. */
static void
guess_encoding(pith_decoded *decoded, const byte_survey *survey)
{
  decoded->source = PITH_ENCODING_GUESS;
  if (survey->good > survey->bad) {
    decoded->encoding = PITH_DECODE_UTF_8;
  } else if (!pith__guess(decoded->bytes, &decoded->encoding,
                          &decoded->doubtful)) {
    decoded->source = PITH_ENCODING_DEFAULT;
    decoded->encoding = PITH_DECODE_WINDOWS_1252;
  }
}

/* Choose the encoding of bytes that have no mark and no label that decides. */
static void
choose_encoding(pith_decoded *decoded, const pith_decode_hints *hints,
                const byte_survey *survey)
{
  pith_encoding utf16;
  bool labelled = believe_label(decoded, hints);
  bool as_utf8 = labelled && decoded->encoding == PITH_DECODE_UTF_8;
  if (pith__guess_utf16(decoded->bytes, &utf16)) {
    if (!labelled || decoded->encoding != utf16)
      decoded->source = PITH_ENCODING_GUESS;
    decoded->encoding = utf16;
  } else if (survey->good > survey->bad * GOOD_FOR_ONE_BAD) {
    if (!as_utf8)
      decoded->source = PITH_ENCODING_UTF8;
    decoded->encoding = PITH_DECODE_UTF_8;
  } else if (!labelled || (as_utf8 && survey->bad > survey->good)) {
    guess_encoding(decoded, survey);
  }
}

/* True when the bytes after the mark are the text: valid UTF-8, pure ASCII in
 * an encoding that agrees with it, or nothing. */
static bool
is_text_already(const pith_decoded *decoded, const byte_survey *survey)
{
  if (decoded->mark == decoded->bytes.len)
    return true;
  return decoded->encoding == PITH_DECODE_UTF_8
             ? survey->valid == decoded->bytes.len
             : survey->ascii && pith__encoding_is_ascii(decoded->encoding);
}

/* Whether more than a few bytes became U+FFFD: REPLACED_MOST of them can be an
 * accident, one in REPLACED_SHARE bytes cannot. The text is scanned from one
 * EF byte to the next, and only when it was decoded anyway. */
static bool
reads_badly(pith_slice text)
{
  size_t count = 0;
  const char *at = text.data;
  const char *end = at + text.len;
  while ((at = memchr(at, 0xEF, (size_t)(end - at))) && end - at >= 3) {
    count += memcmp(at, "\xEF\xBF\xBD", 3) == 0;
    at++;
  }
  return count > REPLACED_MOST && count * REPLACED_SHARE > text.len;
}

/* Pages that are UTF-8 already are lent, not copied. */
static pith_status
make_text(pith_decoded *decoded, const byte_survey *survey)
{
  if (!is_text_already(decoded, survey)) {
    pith_status status = pith__bulk_decode(decoded);
    if (status == PITH_OK && reads_badly(decoded->text))
      decoded->doubtful = true;
    return status;
  }
  decoded->identity = true;
  decoded->text = pith__slice(decoded->bytes.data + decoded->mark,
                              decoded->bytes.len - decoded->mark);
  return PITH_OK;
}

static void
forget_page(pith_decoded *decoded, pith_slice bytes)
{
  pith_checkpoint start = {0, 0, 0};
  if (bytes.len == 0)
    bytes.data = ""; /* so that nobody has to test for NULL */
  decoded->bytes = bytes;
  decoded->text = pith__slice(bytes.data, 0);
  decoded->encoding = PITH_DECODE_WINDOWS_1252;
  decoded->source = PITH_ENCODING_DEFAULT;
  decoded->doubtful = false;
  decoded->identity = false;
  decoded->mark = 0;
  decoded->checkpoint_count = 0;
  decoded->cursor = start;
}

void
pith__decode_init(pith_decoded *decoded, pith_memory *memory)
{
  decoded->checkpoints = NULL;
  decoded->checkpoint_capacity = 0;
  pith__buffer_init(&decoded->buffer, memory);
  forget_page(decoded, pith__slice("", 0));
  decoded->identity = true;
}

void
pith__decode_done(pith_decoded *decoded)
{
  pith_memory *memory = decoded->buffer.memory;
  pith__memory_free(memory, decoded->checkpoints,
                    decoded->checkpoint_capacity * sizeof(pith_checkpoint));
  pith__buffer_done(&decoded->buffer);
  pith__decode_init(decoded, memory);
}

/* HTML, "Determining the character encoding": a byte order mark decides,
 * then the caller's own choice, then the evidence. */
pith_status
pith__decode(pith_decoded *decoded, pith_slice bytes,
             const pith_decode_hints *hints)
{
  static const pith_decode_hints no_hints = {NULL, NULL, NULL};
  if (!hints)
    hints = &no_hints;
  forget_page(decoded, bytes);
  bytes = decoded->bytes;
  pith_encoding option = PITH_DECODE_UTF_8;
  if (hints->encoding && !find_label(hints->encoding, &option))
    return PITH_CHARSET;
  if (bytes.len > BYTES_CEILING)
    return PITH_LIMIT;

  byte_survey survey = look_over(bytes);
  decoded->mark = pith__prescan_mark(bytes, &decoded->encoding);
  if (decoded->mark) {
    decoded->source = PITH_ENCODING_BOM;
  } else if (hints->encoding) {
    decoded->encoding = option;
    decoded->source = PITH_ENCODING_OPTION;
  } else {
    choose_encoding(decoded, hints, &survey);
  }
  pith_status status = make_text(decoded, &survey);
  if (status != PITH_OK)
    forget_page(decoded, pith__slice("", 0));
  return status;
}

bool
pith__decode_is_tentative(const pith_decoded *decoded)
{
  return decoded->source == PITH_ENCODING_GUESS ||
         decoded->source == PITH_ENCODING_DEFAULT;
}

bool
pith__decode_declared(pith_slice bytes, pith_encoding *out)
{
  return bytes.len > 0 &&
         (pith__prescan_mark(bytes, out) > 0 || pith__prescan(bytes, out));
}
