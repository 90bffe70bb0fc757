/* transfer_reason.c: see the header. One row a code, so that no two failures
 * read alike: "no such host" is for the list of addresses, "the connection was
 * refused" for the server's owner. What a server will answer to the next run
 * as well (no HTTP, a body that nobody can unpack, too many bytes) is not
 * requested again; what time, a restart or a new certificate mends is.
 *
 * docs/manual/fetch.md has the table for users; tests/crawl/run_curl_codes.py
 * has a server for each row that a server can provoke with our options.
 */
#include "common/web/transfer_reason.h"

#ifdef PITH_HAVE_CURL

#include <curl/curl.h>
#include <stddef.h>

#define AGAIN true
#define STOP  false

static const transfer_rule rows[] = {
    {CURLE_UNSUPPORTED_PROTOCOL, TRANSFER_FAILED, STOP,
     "the answer is not HTTP/1 or HTTP/2"},
    {CURLE_URL_MALFORMAT, TRANSFER_FAILED, STOP, "the address cannot be read"},
    {CURLE_NOT_BUILT_IN, TRANSFER_FAILED, STOP,
     "libcurl was built without what this needs"},
    {CURLE_COULDNT_RESOLVE_PROXY, TRANSFER_FAILED, AGAIN,
     "the proxy has no address"},
    {CURLE_COULDNT_RESOLVE_HOST, TRANSFER_FAILED, AGAIN,
     "there is no such host; is the name right?"},
    {CURLE_COULDNT_CONNECT, TRANSFER_FAILED, AGAIN,
     "the connection was refused, or the host is down"},
    {CURLE_WEIRD_SERVER_REPLY, TRANSFER_FAILED, STOP, "the answer is not HTTP"},
    {CURLE_REMOTE_ACCESS_DENIED, TRANSFER_FAILED, STOP,
     "the server denies access"},
    {CURLE_HTTP2, TRANSFER_FAILED, AGAIN,
     "the answer breaks the rules of HTTP/2"},
    {CURLE_HTTP2_STREAM, TRANSFER_FAILED, AGAIN,
     "the server ended a stream of HTTP/2"},
    {CURLE_HTTP3, TRANSFER_FAILED, AGAIN,
     "the answer breaks the rules of HTTP/3"},
    {CURLE_PARTIAL_FILE, TRANSFER_TRUNCATED, AGAIN,
     "the connection ended before the page did"},
    {CURLE_HTTP_RETURNED_ERROR, TRANSFER_FAILED, AGAIN,
     "the server answers with an error"},
    {CURLE_WRITE_ERROR, TRANSFER_FAILED, STOP, "the answer was not taken"},
    {CURLE_READ_ERROR, TRANSFER_FAILED, AGAIN, "the request could not be read"},
    {CURLE_OUT_OF_MEMORY, TRANSFER_NO_MEMORY, AGAIN, "out of memory"},
    {CURLE_OPERATION_TIMEDOUT, TRANSFER_TOO_SLOW, AGAIN,
     "it took too long; see --max-time"},
    {CURLE_RANGE_ERROR, TRANSFER_FAILED, AGAIN,
     "the server answers another part than was asked"},
    {CURLE_HTTP_POST_ERROR, TRANSFER_FAILED, AGAIN,
     "the request could not be made"},
    {CURLE_SSL_CONNECT_ERROR, TRANSFER_FAILED, AGAIN,
     "the encrypted connection could not be made"},
    {CURLE_ABORTED_BY_CALLBACK, TRANSFER_INTERRUPTED, STOP, "it was given up"},
    {CURLE_BAD_FUNCTION_ARGUMENT, TRANSFER_FAILED, STOP,
     "libcurl refuses the request"},
    {CURLE_INTERFACE_FAILED, TRANSFER_FAILED, AGAIN,
     "the network interface cannot be used"},
    {CURLE_TOO_MANY_REDIRECTS, TRANSFER_FAILED, STOP, "too many redirects"},
    {CURLE_GOT_NOTHING, TRANSFER_TRUNCATED, AGAIN,
     "the server closed the connection without a word"},
    {CURLE_SSL_ENGINE_NOTFOUND, TRANSFER_FAILED, AGAIN,
     "the TLS library lacks an engine"},
    {CURLE_SEND_ERROR, TRANSFER_FAILED, AGAIN, "the request could not be sent"},
    {CURLE_RECV_ERROR, TRANSFER_FAILED, AGAIN,
     "the connection broke while the answer came"},
    {CURLE_SSL_CERTPROBLEM, TRANSFER_FAILED, AGAIN,
     "our own certificate cannot be used"},
    {CURLE_SSL_CIPHER, TRANSFER_FAILED, STOP,
     "no cipher is known to both sides"},
    {CURLE_PEER_FAILED_VERIFICATION, TRANSFER_FAILED, AGAIN,
     "its certificate is not valid for this host; see SSL_CERT_FILE"},
    {CURLE_BAD_CONTENT_ENCODING, TRANSFER_ENCODING, STOP,
     "it is compressed in a way that is not read"},
    {CURLE_FILESIZE_EXCEEDED, TRANSFER_TOO_LARGE, STOP,
     "it is larger than allowed; see --max-bytes"},
    {CURLE_SSL_CACERT_BADFILE, TRANSFER_FAILED, AGAIN,
     "the file of certificates cannot be read"},
    {CURLE_AGAIN, TRANSFER_FAILED, AGAIN, "the socket was not ready"},
    {CURLE_SSL_ISSUER_ERROR, TRANSFER_FAILED, AGAIN,
     "the issuer of its certificate is another"},
    {CURLE_CHUNK_FAILED, TRANSFER_FAILED, AGAIN,
     "a chunk of the answer was not taken"},
    {CURLE_NO_CONNECTION_AVAILABLE, TRANSFER_FAILED, AGAIN,
     "no connection was free"},
    {CURLE_SSL_PINNEDPUBKEYNOTMATCH, TRANSFER_FAILED, STOP,
     "its key is not the pinned one"},
    {CURLE_SSL_INVALIDCERTSTATUS, TRANSFER_FAILED, AGAIN,
     "its certificate was revoked"},
};

const transfer_rule *
transfer_rule_of(int code)
{
  static const transfer_rule other = {0, TRANSFER_FAILED, AGAIN, NULL};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (rows[i].code == code)
      return &rows[i];
  return &other;
}

#else

const transfer_rule *
transfer_rule_of(int code)
{
  static const transfer_rule none = {0, TRANSFER_FAILED, false, NULL};
  (void)code;
  return &none;
}

#endif
