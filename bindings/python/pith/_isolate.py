"""Chunks in a process beside this one, with a watchdog.

    worker ── chunk ──► child: parse, learn, classify     dies, hangs, grows:
           ◄── rows ──                                    killed, started again

After a chunk was lost its pages are done one by one; the page that loses the
child again is the culprit and costs its own record, nothing else. The child may
use `memory` bytes of address space and `timeout` seconds a chunk, then a page.

Messages are pickles behind their length, on the pipes of the child.
"""
from __future__ import annotations

import os
import pathlib
import pickle
import resource
import select
import struct
import subprocess
import sys
import time
from typing import Any

from . import _core, _fleet
from ._fleet import FleetPage, Options, Row
from ._site import Site

TIMEOUT = 10.0  # seconds a page; a page takes milliseconds
MEMORY = 2 << 30
START = 60.0  # seconds for the child to begin
_HEAD = struct.Struct("<Q")


class Lost(Exception):
    """The child died or was killed."""


def _send(file: int, what: Any) -> None:
    data = pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
    view = memoryview(_HEAD.pack(len(data)) + data)
    while view:
        view = view[os.write(file, view):]


def _receive(file: int, deadline: float | None = None) -> Any:
    """The next message; EOFError at the end, TimeoutError after the deadline."""
    def take(size: int) -> bytes:
        parts = []
        while size:
            if deadline is not None and not select.select([file], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise TimeoutError
            part = os.read(file, min(size, 1 << 20))
            if not part:
                raise EOFError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)
    return pickle.loads(take(*_HEAD.unpack(take(_HEAD.size))))


class Isolated:
    """As _fleet.Direct, in a child."""

    def __init__(self, options: Options, markdown: bool = True, timeout: float = TIMEOUT,
                 memory: int = MEMORY) -> None:
        self.options, self.markdown = dict(options), markdown
        self.timeout, self.memory = timeout, memory
        self.child: subprocess.Popen[bytes] | None = None
        self.model: bytes | None = None  # that the child has opened

    def parse(self, pages: list[FleetPage]) -> None:
        """Not here: a parsed page cannot be sent."""

    def learn(self, key: str, pages: list[FleetPage]) -> bytes:
        try:
            model: bytes = self._ask("learn", key, pages)
            return model
        except Lost:
            if len(pages) == 1:
                return bytes(Site(key=key))
        return _fleet.merge_models(self.learn(key, [page]) for page in pages)

    def apply(self, model: bytes, pages: list[FleetPage]) -> list[Row]:
        try:
            if self.model != model:
                self._ask("open", model)
                self.model = model
            rows: list[Row] = self._ask("apply", pages)
            return rows
        except Lost as lost:
            if len(pages) == 1:
                return [_fleet.failed(pages[0], str(lost))]
        return [row for page in pages for row in self.apply(model, [page])]

    def close(self) -> None:
        if self.child:
            self.child.kill()
            self.child.communicate()
        self.child = self.model = None

    def _start(self) -> subprocess.Popen[bytes]:
        places = [str(pathlib.Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        child = subprocess.Popen([sys.executable, "-m", "pith._isolate"], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, bufsize=0,
                                 env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places))})
        self.child, self.model = child, None
        self._talk(child, START, (self.options, self.markdown, self.memory))
        return child

    def _talk(self, child: subprocess.Popen[bytes], seconds: float, what: Any) -> Any:
        assert child.stdin and child.stdout
        try:
            _send(child.stdin.fileno(), what)
            done, value = _receive(child.stdout.fileno(), time.monotonic() + seconds)
        except TimeoutError:
            self.close()
            raise Lost(f"took more than {self.timeout:g} s") from None
        except (EOFError, OSError):
            code = child.wait()
            self.close()
            raise Lost(f"ended its process by signal {-code}" if code < 0 else
                       f"ended its process with exit code {code}") from None
        if not done:
            raise value
        return value

    def _ask(self, *what: Any) -> Any:
        child = self.child or self._start()
        return self._talk(child, self.timeout, what)


def _serve(requests: int, answers: int) -> None:
    """The child: until its standard input ends."""
    options, markdown, memory = _receive(requests)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    direct = _fleet.Direct(options, markdown)
    _send(answers, (True, None))
    while True:
        name, *given = _receive(requests)
        try:
            if name == "open":
                direct.model, direct.site = given[0], Site.from_bytes(given[0]).open()
                value: Any = None
            elif name == "learn":
                value = direct.learn(*given)
            else:
                assert direct.model is not None
                value = direct.apply(direct.model, *given)
            _send(answers, (True, value))
        except (_core.PithError, ValueError, TypeError, MemoryError) as error:
            _send(answers, (False, error))


if __name__ == "__main__":
    try:
        out = os.dup(1)
        os.dup2(2, 1)  # what a page makes a library print must not be taken for an answer
        _serve(0, out)
    except EOFError:
        pass
