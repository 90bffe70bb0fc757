"""How far a Spark job is: accumulators, and a line on standard error.

    1,204 pages of 37 sites, 2 failed; stage 4: 12 of 64 tasks
"""
from __future__ import annotations

import sys
import threading
from typing import Any

NAMES = ("pages", "failed", "sites")


def counters_of(session: Any) -> dict[str, Any]:
    """Accumulators by name; none where there is no context, as with Spark Connect."""
    try:
        context = session.sparkContext
    except Exception:  # its own kind of error, which differs by version
        return {}
    return {name: context.accumulator(0) for name in NAMES}


class Progress:
    """While it is entered, a line that is written again every second; on what is no
    terminal a line a minute. Spark sends counts when a task ends."""

    def __init__(self, session: Any, counters: dict[str, Any], file: Any = None) -> None:
        self.tracker = session.sparkContext.statusTracker() if counters else None
        self.counters = counters
        self.file = file or sys.stderr
        self.terminal = self.file.isatty()
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def line(self) -> str:
        pages, failed, sites = (self.counters[name].value for name in NAMES)
        stages = [self.tracker.getStageInfo(number) for number in self.tracker.getActiveStageIds()] \
            if self.tracker else []
        active = "".join(f"; stage {stage.stageId}: {stage.numCompletedTasks:,} of {stage.numTasks:,} tasks"
                         for stage in stages[:1] if stage)
        return f"{pages:,} pages of {sites:,} sites, {failed:,} failed{active}"

    def _run(self) -> None:
        while not self.stop.wait(1 if self.terminal else 60):
            self._write()

    def _write(self) -> None:
        self.file.write(f"\r\033[K{self.line()}" if self.terminal else f"{self.line()}\n")
        self.file.flush()

    def __enter__(self) -> Progress:
        if self.counters:
            self.thread.start()
        return self

    def __exit__(self, *given: object) -> None:
        self.stop.set()
        if self.counters:
            self.thread.join()
            self._write()
            self.file.write("\n" if self.terminal else "")
