#!/usr/bin/env python3
"""Pages over TLS, on loopback: a server whose certificate we made, named by
SSL_CERT_FILE. One that nobody trusts and one for another name are refused, and no
request arrives. Skipped without `openssl`.
"""
import os
import shutil
import ssl
import subprocess
import sys

import crawl_testing as t
from crawl_server import Server


def certificate(folder, name="IP:127.0.0.1", days=2):
    """Make a certificate that vouches for itself; its file, and the server's
    side of it."""
    key, file = folder / "key.pem", folder / "certificate.pem"
    folder.mkdir(parents=True)
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                    "-nodes", "-keyout", key, "-out", file, "-days", str(days), "-subj", "/CN=pith test",
                    "-addext", f"subjectAltName={name}"], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file, key)
    return file, context


def fetch(pith, server, folder, trusted=None):
    """Fetch the first page, with the file of certificates to trust."""
    environment = {k: v for k, v in os.environ.items() if k != "SSL_CERT_FILE"}
    if trusted:
        environment["SSL_CERT_FILE"] = str(trusted)
    return pith("fetch", server.url("/"), "-o", folder, "-q", *t.QUICK, "--depth", "0", env=environment)


def trusted_server(pith, scratch):
    file, context = certificate(scratch / "c")
    with Server(tls=context) as server:
        fetch(pith, server, scratch / "d", file).expect(0)
        assert "/" in server.paths, server.paths
    assert t.kept(scratch / "d"), "nothing was kept"


def unknown_server(pith, scratch):
    _, context = certificate(scratch / "c")
    with Server(tls=context) as server:
        fetch(pith, server, scratch / "d").expect(1)
        assert not server.paths, server.paths


def another_certificate(pith, scratch):
    _, context = certificate(scratch / "c")
    other, _ = certificate(scratch / "other")
    with Server(tls=context) as server:
        fetch(pith, server, scratch / "d", other).expect(1)
        assert not server.paths, server.paths


def another_name(pith, scratch):
    file, context = certificate(scratch / "c", name="DNS:elsewhere.example")
    with Server(tls=context) as server:
        fetch(pith, server, scratch / "d", file).expect(1)
        assert not server.paths, server.paths


if __name__ == "__main__":
    if not shutil.which("openssl"):
        print("no openssl to make a certificate with; skipped")
        sys.exit(77)
    t.main("crawl.tls", t.when_built((
        trusted_server, unknown_server, another_certificate, another_name)))
