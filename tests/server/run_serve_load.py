#!/usr/bin/env python3
"""`pith serve` under load: a full queue says so, slow clients hold up nobody, a
stop loses no request, threads and models do not mix up answers."""
import http.client
import json
import signal
import sys
import threading
import time

import serve_testing as testing
from serve_testing import (HTML, LINES, lines, serving, site_testing,
                           together, when_built)

SLOW_CLIENTS = 100 if testing.SMALL else 1000
LONG = "".join(f"<div><p>Paragraph {n} has <b>some</b> words.</p></div>"
               for n in range(5000 if testing.SMALL else 50000)).encode()


def page(number):
    return f"<p>This is a text that only the page of number {number} has.</p>"


def says(number):
    return f"This is a text that only the page of number {number} has.\n"


def full_queue_says_so(pith, scratch):
    """One thread, one place to wait: of many at once most are sent away, with a
    word when to come again, and those that are let in are answered right."""
    with serving(pith, "-j", "1", "--queue", "1") as server:
        wanted = server.extract(LONG).expect(200).body
        busy = answers = []
        for _ in range(20):  # until they come fast enough
            answers = together(16, lambda _: server.extract(LONG))
            assert not [a for a in answers if isinstance(a, Exception)], answers
            busy = [a for a in answers if a.status == 503]
            if busy:
                break
        assert busy and len(busy) < 16, [a.status for a in answers]
        for answer in answers:
            if answer.status == 503:
                assert answer.headers["Retry-After"] == "1"
                assert answer.error() == "busy"
            else:
                assert answer.expect(200).body == wanted
        assert server.metric("pith_http_rejected_total", "queue") == len(busy)
        assert server.extract(LONG).expect(200).body == wanted


def answers_do_not_mix(pith, scratch):
    """Many clients, each with pages of its own, on connections they keep."""
    def client(number):
        connection = server.connect()
        for turn in range(20 if testing.SMALL else 100):
            mine = number * 1000 + turn
            got = server.ask("POST", "/v1/extract", page(mine), HTML,
                             connection).expect(200).body.decode()
            assert got == says(mine), got
        connection.close()
        return "done"
    with serving(pith, "-j", "4") as server:
        assert together(16, client) == ["done"] * 16


def slow_clients_hold_up_nobody(pith, scratch):
    """A thousand connections with half a request each, held while others are
    served; then the halves are completed and answered, too."""
    whole = (b"POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
             b"Content-Type: text/html\r\nContent-Length: 11\r\n\r\n"
             b"<p>words</p")
    with serving(pith, "--slow-time", "60s", "--queue", "2000") as server:
        text = whole % server.port
        held = []
        try:
            for number in range(SLOW_CLIENTS):
                wire = server.dial()
                wire.sendall(text[:20 + number % (len(text) - 21)])
                held.append((wire, 20 + number % (len(text) - 21)))
            took = []
            for number in range(200):
                began = time.monotonic()
                got = server.extract(page(number)).expect(200)
                took.append(time.monotonic() - began)
                assert got.body.decode() == says(number)
            assert server.metric("pith_http_requests_in_flight") > 0
            for wire, sent in held:
                wire.sendall(text[sent:])
            for wire, _ in held:
                assert testing.status_of(wire) == 200
        finally:
            for wire, _ in held:
                wire.close()


def begin_request(server, body):
    """A connection whose request has begun and is not complete."""
    connection = server.connect()
    connection.putrequest("POST", "/v1/extract")
    connection.putheader("Content-Type", "text/html")
    connection.putheader("Content-Length", str(len(body)))
    connection.endheaders()
    connection.send(body[:5])
    return connection


def wait_for_requests(server, count):
    """Until so many are in flight, the one that asks included."""
    until = time.monotonic() + 30
    while server.metric("pith_http_requests_in_flight") != count + 1:
        assert time.monotonic() < until, "requests do not arrive"


def stop_loses_no_request(pith, scratch):
    """Requests that were begun before the signal are answered after it."""
    body = page(7).encode()
    for number in (signal.SIGTERM, signal.SIGINT):
        with serving(pith) as server:
            begun = [begin_request(server, body) for _ in range(20)]
            wait_for_requests(server, len(begun))
            server.process.send_signal(number)
            time.sleep(0.2)
            try:
                server.ask("GET", "/healthz")
                raise AssertionError("takes connections after the signal")
            except (ConnectionError, http.client.HTTPException):
                pass
            for connection in begun:
                connection.send(body[5:])
            for connection in begun:
                answer = connection.getresponse()
                assert answer.status == 200
                assert answer.headers["Connection"] == "close"
                assert answer.read().decode() == says(7)
            code, said = server.end()
            assert code == 0 and "all requests were answered" in said, said


def stop_has_an_end(pith, scratch):
    """A client that never completes its request does not keep it alive."""
    server = testing.Server(pith, "--stop-time", "500ms")
    held = begin_request(server, b"x" * 100)
    wait_for_requests(server, 1)
    began = time.monotonic()
    code, said = server.stop()
    assert code == 0 and "1 requests were not finished" in said, said
    assert time.monotonic() - began < 20
    held.close()


def stop_under_load(pith, scratch):
    """Clients that ask again and again on connections they keep: each gets
    whole answers until an answer closes the connection."""
    ready = threading.Barrier(9)

    def client(number):
        connection = server.connect()
        ready.wait()
        for turn in range(1000000):
            connection.request("POST", "/v1/extract", page(turn), HTML)
            answer = connection.getresponse()
            said = answer.read().decode()
            assert answer.status in (200, 503), answer.status
            assert answer.status == 503 or said == says(turn)
            if answer.headers["Connection"] == "close":
                return turn
        return None
    for _ in range(3):
        server = testing.Server(pith)
        stopper = threading.Thread(target=lambda: (
            ready.wait(), time.sleep(0.3),
            server.process.send_signal(signal.SIGTERM)))
        stopper.start()
        turns = together(8, client)
        stopper.join()
        code, said = server.end()
        assert all(isinstance(t, int) for t in turns), turns
        assert code == 0 and "all requests were answered" in said, (code, said)


def stop_at_the_door(pith, scratch):
    """Clients with a new connection each time: one that gets through the door
    is answered, the others learn at once that it is closed."""
    def client(_):
        while True:
            try:
                server.extract(page(1)).expect(200)
            except ConnectionRefusedError:
                return "refused"
    for _ in range(3):
        server = testing.Server(pith, "--queue", "100")
        stopper = threading.Timer(0.3, server.process.send_signal,
                                  [signal.SIGTERM])
        stopper.start()
        assert together(8, client) == ["refused"] * 8
        stopper.join()
        assert server.end()[0] == 0


def learners_do_not_lose_pages(pith, scratch):
    """Parts of a site learnt at once give the model of the whole."""
    folder = site_testing.write_site(scratch / "site", 24)
    pith("learn", folder, "-o", scratch / "m.pith").expect(0)
    parts = [{f"p{n}.html": site_testing.page(n)
              for n in range(first, 24, 8)} for first in range(8)]
    for arguments in ((), ("--models", scratch / "models")):
        with serving(pith, "-j", "4", *arguments) as server:
            answers = together(8, lambda n: server.ask(
                "POST", "/v1/models/all/learn", lines(parts[n]), LINES))
            assert sorted(a.status for a in answers) == [200] * 7 + [201]
            assert server.ask("GET", "/v1/models/all").body == \
                (scratch / "m.pith").read_bytes()


def models_change_while_used(pith, scratch):
    """Extracting by a model that is replaced and deleted all the time."""
    pages = [{f"p{n}": site_testing.page(n + 100 * k) for n in range(6)}
             for k in range(2)]

    def client(number):
        for turn in range(15):
            if number == 0:
                server.ask("POST", "/v1/models/m/learn?replace=1",
                           lines(pages[turn % 2]), LINES)
            elif number == 1:
                server.ask("DELETE", "/v1/models/m")
            else:
                got = server.extract(site_testing.page(3), "?model=m&to=json")
                assert got.status in (200, 404), got.body
                if got.status == 200:
                    assert "word3x5" in json.loads(got.body)["text"]
        return "done"
    for arguments in ((), ("--models", scratch / "models")):
        with serving(pith, "-j", "4", *arguments) as server:
            assert together(6, client) == ["done"] * 6


def memory_stays(pith, scratch):
    """After a warm-up, many requests of all kinds leave nothing behind. The
    long run is bench/server."""
    def round_of(count):
        connection = server.connect()
        for number in range(count):
            server.ask("POST", "/v1/extract?to=json", page(number), HTML,
                       connection).expect(200)
            server.ask("POST", "/v1/extract", "{", testing.JSON,
                       connection).expect(400)
            server.ask("GET", "/nothing", connection=connection).expect(404)
        connection.close()
    if testing.SMALL:
        return "skipped"  # a sanitizer keeps what was freed
    with serving(pith, "-j", "1") as server:
        round_of(500)
        before = server.rss()
        round_of(3000)
        assert server.rss() - before < 2000, f"{before} -> {server.rss()} KB"
    return None


CASES = [full_queue_says_so, answers_do_not_mix, slow_clients_hold_up_nobody,
         stop_loses_no_request, stop_has_an_end, stop_under_load,
         stop_at_the_door, learners_do_not_lose_pages,
         models_change_while_used, memory_stays]

if __name__ == "__main__":
    sys.exit(testing.main("serve load", when_built(CASES)))  # threads
