"""How often the encoding detector is right, beside uchardet.

    tests/quality/encoding_guess.py [--library build/libpith.so] [DATA]

Real pages (those that tools/measure/encoding_frequency.py did not count) are
written in the encodings of their language, their labels are taken out, and
the detector has to find the encoding again: for the whole page, and for
pieces of 200 bytes of its text. An answer is right when it decodes to the same
text, but for one non-ASCII character in a thousand: a page can have a stray
byte that only means something in another encoding. Languages marked * have too
few pages to keep any from the counting.
"""
import argparse
import collections
import ctypes
import ctypes.util
import html
import json
import pathlib
import random
import re
import sys
import zlib

CODECS = {"gb18030": "gb18030", "gbk": "gb18030", "big5": "big5hkscs",
          "shift_jis": "cp932", "euc-kr": "cp949", "x-mac-cyrillic":
          "mac_cyrillic", "ibm866": "cp866", "windows-874": "cp874",
          "macintosh": "mac_roman", "iso-8859-8-i": "iso8859_8",
          "utf-16le": "utf-16-le", "utf-16be": "utf-16-be"}
LANGUAGES = {
    "Russian": (["daniel:ru", "sites/kuzmina", "sites/amina_by",
                 "sites/tarmolov"],
                ["windows-1251", "koi8-r", "ibm866", "iso-8859-5",
                 "x-mac-cyrillic", "utf-16le", "utf-16be"]),
    "Chinese": (["daniel:zh", "single/train/zh_xmu"], ["gb18030"]),
    "Traditional": (["sites/mudtw_void"], ["big5"]),
    "Japanese": (["sites/hnakamur"], ["shift_jis", "euc-jp", "iso-2022-jp"]),
    "Korean*": (["single/train/goose3_tests", "single/train/wcxb_dev"],
                ["euc-kr"]),
    "Greek": (["daniel:el"], ["windows-1253", "iso-8859-7"]),
    "Polish": (["daniel:pl"], ["windows-1250", "iso-8859-2"]),
    "German": (["sites/120minuten"], ["windows-1252"]),
    "Spanish": (["sites/macedonia"], ["windows-1252"]),
    "mixed": (["single/train/trafilatura"], ["windows-1252"]),
}
SCRIPTS = {"Korean*": ("\uac00", "\ud7a3", 200), "Japanese": ("\u3041",
                                                             "\u30fe", 100)}


class Slice(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("len", ctypes.c_size_t)]


class Pith:
    """The public interface of libpith, as far as it is needed."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.pith_page_encoding.restype = ctypes.c_char_p
        self.context = ctypes.c_void_p()
        assert self.library.pith_context_new(
            None, ctypes.byref(self.context)) == 0

    def guess(self, data):
        page = ctypes.c_void_p()
        status = self.library.pith_page_parse(
            self.context, Slice(data, len(data)), None, ctypes.byref(page),
            None)
        assert status == 0
        name = self.library.pith_page_encoding(page, None).decode()
        self.library.pith_page_free(page)
        return name


class Uchardet:
    def __init__(self):
        name = ctypes.util.find_library("uchardet")
        if not name:
            raise OSError("no uchardet")
        self.library = ctypes.CDLL(name)
        for function in ("uchardet_new", "uchardet_get_charset"):
            kind = (ctypes.c_void_p if function.endswith("new")
                    else ctypes.c_char_p)
            getattr(self.library, function).restype = kind
        self.detector = ctypes.c_void_p(self.library.uchardet_new())

    def guess(self, data):
        self.library.uchardet_reset(self.detector)
        self.library.uchardet_handle_data(
            self.detector, data[:1 << 17],
            ctypes.c_size_t(min(len(data), 1 << 17)))
        self.library.uchardet_data_end(self.detector)
        name = self.library.uchardet_get_charset(self.detector).decode()
        return name.lower() or "windows-1252"


def is_held_out(path):
    return zlib.crc32(str(path).encode()) % 2 == 1


def pages_of(data, place):
    if place.startswith("daniel:"):
        folder = data / "single/train/daniel"
        for line in (folder / "gold.jsonl").read_text().splitlines():
            row = json.loads(line)
            if row["lang"] == place[7:]:
                yield folder / row["file"]
    else:
        yield from sorted((data / place).rglob("*.htm*"))


def read_page(path):
    for codec in ("utf-8", "big5hkscs"):
        try:
            return path.read_bytes().decode(codec)
        except UnicodeDecodeError:
            continue
    return None


def load(data, name, most):
    places, _ = LANGUAGES[name]
    first, last, least = SCRIPTS.get(name, ("\x80", "\uffff", 40))
    texts = []
    for place in places:
        taken = 0
        for path in pages_of(data, place):
            if not name.endswith("*") and not is_held_out(
                    path.relative_to(data)):
                continue
            text = read_page(path)
            if text and sum(first <= c <= last for c in text) >= least:
                texts.append(text)
                taken += 1
                if taken >= most:
                    break
    return texts


def without_label(page):
    page = re.sub(r"(?i)charset\s*=\s*[\"']?[\w:.-]+", "x=y", page)
    return re.sub(r"(?i)(<\?xml[^>]*)encoding", r"\1x", page.lstrip("\ufeff"))


def codec_of(name):
    return CODECS.get(name, name)


def is_right(guess, truth, data):
    if guess == truth:
        return True
    try:
        got = data.decode(codec_of(guess), "replace")
    except LookupError:
        return False
    text = data.decode(codec_of(truth), "replace")
    if len(got) != len(text):
        return False
    wrong = sum(a != b for a, b in zip(got, text))
    return wrong * 1000 <= sum(c > "\x7f" for c in text)


def pieces(text, truth, source):
    """Up to three pieces of about 200 bytes of the page's text."""
    text = re.sub(r"(?is)<script.*?</script>|<style.*?</style>|<[^>]*>", " ",
                  text)
    codec = codec_of(truth)
    text = re.sub(r"\s+", " ", html.unescape(text))
    text = text.encode(codec, "ignore").decode(codec)
    latin = truth in ("windows-1252", "windows-1250", "iso-8859-2")
    found = 0
    for _ in range(30):
        start = source.randrange(max(len(text) - 200, 1))
        piece = text[start:start + 200]
        while len(piece.encode(codec)) > 200:
            piece = piece[:-1]
        if found < 3 and sum(c > "\x7f" for c in piece) >= (1 if latin else 20):
            found += 1
            yield piece.encode(codec)


def measure(detectors, texts, truth, show):
    source = random.Random(1)
    right = {name: [0, 0] for name in detectors}
    total = [0, 0]
    wrong = collections.Counter()
    for text in texts:
        page = without_label(text).encode(codec_of(truth), "xmlcharrefreplace")
        samples = [(0, page)] + [(1, p) for p in pieces(text, truth, source)]
        for kind, data in samples:
            total[kind] += 1
            for name, detector in detectors.items():
                guess = detector.guess(data)
                good = is_right(guess, truth, data)
                right[name][kind] += good
                if not good and name == "pith":
                    wrong[kind, guess] += 1
                    if show:
                        print(kind, truth, guess, data[:100], file=sys.stderr)
    return total, right, wrong


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", default=str(root / "build/libpith.so"))
    parser.add_argument("--most", type=int, default=100,
                        help="pages of a place")
    parser.add_argument("--show", action="store_true", help="wrong answers")
    parser.add_argument("data", nargs="?", type=pathlib.Path,
                        default=root / "build/data")
    arguments = parser.parse_args()
    if not arguments.data.exists():
        print(f"{arguments.data} is not there; skipped")
        return 77
    detectors = {"pith": Pith(arguments.library)}
    try:
        detectors["uchardet"] = Uchardet()
    except OSError:
        pass
    print("| language | encoding | pages | " + " | ".join(detectors)
          + " | pieces | " + " | ".join(detectors) + " | wrong answers |")
    print("|---" * (5 + 2 * len(detectors)) + "|")
    for name, (_, encodings) in LANGUAGES.items():
        texts = load(arguments.data, name, arguments.most)
        for truth in encodings:
            total, right, wrong = measure(detectors, texts, truth,
                                          arguments.show)
            cells = [name, truth]
            for kind in (0, 1):
                cells.append(str(total[kind]))
                cells += [f"{right[d][kind] / max(total[kind], 1):.1%}"
                          for d in detectors]
            cells.append(", ".join(
                f"{guess} {count}" for (_, guess), count
                in wrong.most_common(4)))
            print("| " + " | ".join(cells) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
