/*
 * Characters and addresses of safe HTML.
 *
 * Every '<', '>', '&' and '"' of the page is written as a reference, in text as
 * in attributes. Together with the allow-list, which has no element that the
 * tokenizer reads as raw text, this is the whole argument: a parser finds
 * exactly the tags that safe_html.c wrote, with scripting and without.
 */
#include "render/html/safe_html.h"

#include "base/slice.h"
#include "page/element/address.h"

/* Put before every `id` and every link to one: names of a page must not take
 * the place of names of a script in a document that takes it in. */
#define ID_PREFIX "user-content-"

/* By byte: 0 copied; 1 and more an index into `references`; PAIR may begin
 * U+00A0. NUL is no character of HTML, and a CR would come back as LF. */
enum { COPIED, AMP, LESS, MORE, QUOTE, RETURN, NOTHING, PAIR };
static const char *const references[] = {"",       "&amp;", "&lt;", "&gt;",
                                         "&quot;", "&#13;", "",     "&nbsp;"};
static const uint8_t kinds[256] = {
    ['\0'] = NOTHING, ['\r'] = RETURN, ['"'] = QUOTE, ['&'] = AMP,
    ['<'] = LESS,     ['>'] = MORE,    [0xC2] = PAIR};

void
pith__safe_text(pith_buffer *out, pith_slice text)
{
  const char *at = text.data, *end = at + text.len, *copied = at;
  while (at < end) {
    unsigned kind = kinds[(unsigned char)*at++];
    if (kind == COPIED)
      continue;
    if (kind == PAIR && (at == end || (unsigned char)*at != 0xA0))
      continue;
    pith__buffer_append(out, copied, (size_t)(at - 1 - copied));
    pith__buffer_append(out, references[kind], strlen(references[kind]));
    at += kind == PAIR;
    copied = at;
  }
  if (end > copied)
    pith__buffer_append(out, copied, (size_t)(end - copied));
}

/* ` name="` */
static void
begin_attribute(pith_buffer *out, const char *name)
{
  pith__buffer_append_char(out, ' ');
  pith__buffer_append(out, name, strlen(name));
  pith__buffer_append(out, "=\"", 2);
}

/* A name of the page with its prefix; once is enough. */
static void
write_name(pith_buffer *out, pith_slice name)
{
  if (!pith__slice_starts(name, ID_PREFIX))
    pith__buffer_append(out, ID_PREFIX, strlen(ID_PREFIX));
  pith__safe_text(out, name);
}

void
pith__safe_attribute(pith_buffer *out, const char *name, pith_slice value)
{
  begin_attribute(out, name);
  if (strcmp(name, "id") == 0)
    write_name(out, value);
  else
    pith__safe_text(out, value);
  pith__buffer_append_char(out, '"');
}

/* A list of what is allowed, never of what is not: schemes are invented. What
 * has no scheme leads to where the page is. Controls are refused, because
 * browsers drop some of them before they look for a scheme. */
static bool
is_allowed(pith_slice address)
{
  static const char *const schemes[] = {"http:", "https:", "mailto:", "tel:"};
  for (size_t i = 0; i < address.len; i++)
    if ((unsigned char)address.data[i] <= ' ' || address.data[i] == 0x7F)
      return false;
  for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
    if (pith__slice_starts(address, schemes[i]))
      return true;
  for (size_t i = 0; i < address.len; i++) {
    if (address.data[i] == ':')
      return false;
    if (strchr("/?#", address.data[i]))
      return true;
  }
  return true;
}

bool
pith__safe_leads(pith_safe_writer *writer, pith_slice address)
{
  pith_buffer *resolved = &writer->address;
  pith__buffer_clear(resolved);
  bool useful = pith__address_resolve(
      address, pith__buffer_slice(&writer->base), resolved);
  writer->failed |= resolved->failed;
  return useful && !resolved->failed &&
         is_allowed(pith__buffer_slice(resolved));
}

bool
pith__safe_address(pith_safe_writer *writer, const char *name,
                   pith_slice address)
{
  address = pith__slice_trim(address);
  if (address.len > 1 && address.data[0] == '#') {
    begin_attribute(writer->out, name);
    pith__buffer_append_char(writer->out, '#');
    write_name(writer->out, pith__slice(address.data + 1, address.len - 1));
    pith__buffer_append_char(writer->out, '"');
    return true;
  }
  if (!pith__safe_leads(writer, address))
    return false;
  pith__safe_attribute(writer->out, name, pith__buffer_slice(&writer->address));
  return true;
}
