#!/usr/bin/env python3
"""A site on a public address that leads into private ones, without
--allow-private: the connection is never made, and the logs of the servers on
the private addresses are the proof.

A network of our own, in which this machine is public: a new network namespace
whose loopback also has the address 11.0.0.1. Skipped where the system gives no
such namespace.
"""
import ctypes
import fcntl
import os
import socket
import struct
import sys

import crawl_testing as t
from crawl_server import Server

PUBLIC = "11.0.0.1"
PRIVATE = ("127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.7.7",
           "100.64.0.1")
CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
SIOCSIFADDR, SIOCSIFFLAGS, IFF_UP = 0x8916, 0x8914, 1


def add_address(control, label, address):
    packed = struct.pack("16sHH4s8x", label.encode(), socket.AF_INET, 0,
                         socket.inet_aton(address))
    fcntl.ioctl(control, SIOCSIFADDR, packed)


def enter_network():
    """A network where PUBLIC and PRIVATE are ours; False: not possible."""
    libc = ctypes.CDLL(None, use_errno=True)
    user, group = os.getuid(), os.getgid()
    if libc.unshare(CLONE_NEWNET) != 0:
        if libc.unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0:
            return False
        with open("/proc/self/setgroups", "w", encoding="ascii") as out:
            out.write("deny")
        for name, number in (("uid_map", user), ("gid_map", group)):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as out:
                out.write(f"0 {number} 1")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", IFF_UP))
        for n, address in enumerate((PUBLIC,) + PRIVATE[1:]):
            add_address(control, f"lo:{n + 1}", address)
    return True


def private_forms(port):
    """Addresses that all lead to what is private."""
    hosts = PRIVATE + (
        "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "localhost", "0",
        "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
        "[::ffff:10.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "0xa000001",
        "012.0.0.1")
    return [f"http://{host}:{port}/secret" for host in hosts]


class Leading:
    """Public pages that lead into private places."""

    def __init__(self):
        self.port, self.robots = 0, b""

    def __call__(self, request):
        local = request.connection.getsockname()[0]
        number = request.path.rsplit("/", 1)[-1]
        if local != PUBLIC:
            request.say(b"<p>secret")
        elif request.path == "/robots.txt" and self.robots:
            request.redirect(self.robots)
        elif request.path == "/robots.txt":
            request.say(b"", 404)
        elif number.isdigit():
            request.redirect(private_forms(self.port)[int(number)])
        else:
            links = private_forms(self.port) + [
                f"/to/{n}" for n in range(len(private_forms(self.port)))]
            request.say("".join(f'<a href="{u}">{u} x</a>' for u in links).encode())


def reached(server):
    return [entry for entry in server.log if entry[0] != PUBLIC]


def fetch(pith, folder, url, code):
    return pith("fetch", url, "-o", folder, "--delay", "0", "--max-time", "3s",
                "-q").expect(code)


def with_server(check):
    leading = Leading()
    with Server(leading, "0.0.0.0") as server:
        leading.port = server.port
        check(server, leading)
        assert reached(server) == [], reached(server)


def links_and_redirects(pith, scratch):
    def check(server, _):
        fetch(pith, scratch / "d", server.url(host=PUBLIC), 0)
        assert ("11.0.0.1", "/to/0") in server.log, "the public part was fetched"
        assert len(t.kept(scratch / "d")) == 1
    with_server(check)


def redirect_of_the_first_page(pith, scratch):
    """The first page may lead to another host, but to a public one."""
    def check(server, leading):
        for n in range(len(private_forms(leading.port))):
            done = fetch(pith, scratch / "d", server.url(f"/to/{n}", PUBLIC), 1)
            assert "robots.txt" in done.err or "public" in done.err, done.err
    with_server(check)


def redirect_of_the_rules(pith, scratch):
    """Rules that are nowhere to be had forbid everything."""
    def check(server, leading):
        leading.robots = f"http://127.0.0.1:{server.port}/secret"
        fetch(pith, scratch / "d", server.url(host=PUBLIC), 1)
        assert server.paths == ["/robots.txt"]
    with_server(check)


def private_with_leave(pith, scratch):
    """The same with --allow-private does arrive: the test can fail."""
    leading = Leading()
    with Server(leading, "0.0.0.0") as server:
        leading.port = server.port
        pith("fetch", server.url("/to/1", PUBLIC), "-o", scratch / "d", "-q",
             "--delay", "0", "--allow-private").expect(0)
        assert reached(server), server.log


if __name__ == "__main__":
    try:
        READY = enter_network()
    except OSError as error:
        READY = False
        print(f"no network of our own: {error}")
    if not READY:
        sys.exit(77)
    t.main("crawl.addresses", t.when_built((
        links_and_redirects, redirect_of_the_first_page, redirect_of_the_rules,
        private_with_leave)))
