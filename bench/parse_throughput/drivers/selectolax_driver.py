"""selectolax (lexbor) for the round protocol of driver_rounds.h.

Arguments: LIST MODE [HELPER]. Modes: `object` makes a LexborHTMLParser for each
page, as its users do; `quiet` the same without mutation events; `create`,
`reuse` and `reuse-quiet` call lexbor's C functions through HELPER
(lexbor_rounds.c), with a new document for each page or with one for all.
"""
import ctypes
import gc
import importlib.metadata
import json
import pathlib
import sys
import time

from selectolax import lexbor


def status_kb(field):
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field):
            return int(line.split()[1])
    return 0


def forget_peak():
    """Give free memory back, then make the kernel forget the peak so far."""
    ctypes.CDLL(None).malloc_trim(0)
    try:
        pathlib.Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        pass


def object_pass(pages, options):
    parser = lexbor.LexborHTMLParser
    start = time.thread_time()
    for html in pages:
        parser(html, options=options)
    return time.thread_time() - start


def helper_pass(pages, helper, reuse, quiet):
    """A function without arguments that runs one pass in C."""
    # RTLD_GLOBAL lets the helper find lexbor's functions in the module.
    ctypes.CDLL(lexbor.__file__, mode=ctypes.RTLD_GLOBAL)
    call = ctypes.CDLL(helper).lexbor_pass
    call.restype = ctypes.c_double
    call.argtypes = [
        ctypes.POINTER(ctypes.c_char_p),
        ctypes.POINTER(ctypes.c_size_t),
        ctypes.c_size_t,
        ctypes.c_int,
        ctypes.c_int,
    ]
    array = (ctypes.c_char_p * len(pages))(*pages)
    sizes = (ctypes.c_size_t * len(pages))(*map(len, pages))
    return lambda: call(array, sizes, len(pages), reuse, quiet)


def choose_pass(pages, mode, rest):
    if mode in ("object", "quiet"):
        quiet = lexbor.LexborDocumentOptions.WO_EVENTS if mode == "quiet" else 0
        return lambda: object_pass(pages, int(quiet))
    return helper_pass(pages, rest[0], mode != "create", mode == "reuse-quiet")


def main():
    list_path, mode, *rest = sys.argv[1:]
    paths = pathlib.Path(list_path).read_text().splitlines()
    pages = [pathlib.Path(p).read_bytes() for p in paths]
    run = choose_pass(pages, mode, rest)
    version = "selectolax {} (lexbor {}.{})".format(
        importlib.metadata.version("selectolax"),
        lexbor.LEXBOR_VERSION_MAJOR,
        lexbor.LEXBOR_VERSION_MINOR,
    )
    greeting = {"version": version, "pages": len(pages), "bytes": sum(map(len, pages))}
    print(json.dumps(greeting), flush=True)
    gc.disable()  # nothing here makes cycles; a collection would only be noise
    for line in sys.stdin:
        forget_peak()
        before = status_kb("VmRSS:")
        times = [run() for _ in range(int(line))]
        if min(times) < 0:
            sys.exit("driver: lexbor refused a page")
        peak = status_kb("VmHWM:") - before
        print(json.dumps({"seconds": min(times), "peak_kb": peak}), flush=True)


if __name__ == "__main__":
    main()
