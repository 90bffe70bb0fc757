/* warc_write.c: see the header; ISO 28500:2017. */
#include "common/warc/warc_write.h"

#include "common/system/digest.h"
#include "common/system/fnv.h"

#include <stdio.h>
#include <string.h>

/* Ids are made of what the record says, so that equal runs are equal bytes. */
void
warc_make_id(const char *one, const char *two, pith_slice bytes,
             char out[WARC_ID_ROOM])
{
  uint64_t high = fnv_add(FNV_START, one, strlen(one));
  high = fnv_add(high, two, strlen(two));
  uint64_t low = fnv_add(high, bytes.data, bytes.len);
  snprintf(out, WARC_ID_ROOM, "<urn:uuid:%08lx-%04lx-8%03lx-%04lx-%012llx>",
           (unsigned long)(high >> 32), (unsigned long)(high >> 16 & 0xFFFF),
           (unsigned long)(high & 0xFFF),
           (unsigned long)(low >> 48 & 0x3FFF) | 0x8000ul,
           (unsigned long long)(low & 0xFFFFFFFFFFFFull));
}

/* Control characters would end a field and begin another; blanks are in no
 * value but a Content-Type. */
static void
write_field(const char *name, const char *value, text_out *out)
{
  if (!value || !*value)
    return;
  text_out_print(out, "%s: ", name);
  for (; *value; value++)
    if ((unsigned char)*value > ' ' && *value != 0x7F)
      text_out_bytes(out, value, 1);
  text_out_text(out, "\r\n");
}

static void
write_digest(const char *name, pith_slice bytes, text_out *out)
{
  char digest[DIGEST_TEXT];
  digest_sha1_text(bytes, digest);
  write_field(name, digest, out);
}

void
warc_write(const warc_out *record, text_out *out)
{
  text_out_print(out, "WARC/%s\r\n", record->version);
  write_field("WARC-Type", record->type, out);
  write_field("WARC-Target-URI", record->url, out);
  write_field("WARC-Date", record->date, out);
  write_field("WARC-Record-ID", record->id, out);
  write_field("WARC-Refers-To", record->refers_to, out);
  write_field("WARC-Concurrent-To", record->concurrent_to, out);
  write_field("WARC-IP-Address", record->address, out);
  write_field("WARC-Truncated", record->truncated, out);
  if (strcmp(record->type, "warcinfo") != 0)
    write_digest("WARC-Block-Digest", record->block, out);
  if (record->payload.data)
    write_digest("WARC-Payload-Digest", record->payload, out);
  write_field("Content-Type", record->content_type, out);
  text_out_print(out, "Content-Length: %zu\r\n\r\n", record->block.len);
  text_out_bytes(out, record->block.data, record->block.len);
  text_out_text(out, "\r\n\r\n");
}
