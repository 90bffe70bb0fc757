#!/usr/bin/env python3
"""Every WHATWG encoding, there and back, through `pith parse --tokens`.

    run_round_trip.py --pith PROGRAM

All characters of an encoding are written in it, by Python's codec where there
is one and by the indexes in data/encoding where there is not or where it
differs from the standard, and the command has to give the same text. Then the
same bytes without their last one, two and three: what is left must come back
unchanged, followed by at most one U+FFFD.
"""
import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "gen"))
import gen_encoding_index as index  # noqa: E402
import gen_encoding_labels as labels  # noqa: E402
import gen_encoding_single as single  # noqa: E402

DATA = ROOT / "data" / "encoding"
UTF = {"utf-8": "utf-8", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be"}
ASCII = "".join(chr(c) for c in range(0x20, 0x7F) if chr(c) not in "<&")


def by_codec(codec, characters):
    """Those of the characters that Python writes in an encoding."""
    written = {}
    for character in characters:
        try:
            written[character] = character.encode(codec)
        except UnicodeEncodeError:
            pass
    return written


def by_pairs(name, columns, spell):
    """All characters of an index; `spell` makes bytes of row and column."""
    characters = {}
    for pointer, code in index.read_index(DATA / f"index-{name}.txt").items():
        spelt = spell(*divmod(pointer, columns))
        if spelt:
            characters.setdefault(chr(code), spelt)
    return characters


def spell_gbk(row, column):
    return bytes([row + 0x81, column + (0x40 if column < 0x3F else 0x41)])


def spell_big5(row, column):
    return bytes([row + 0x81, column + (0x40 if column < 0x3F else 0x62)])


def spell_euc(row, column):
    return bytes([row + 0xA1, column + 0xA1]) if row < 94 else None


def spell_seven_bits(row, column):
    return bytes([row + 0x21, column + 0x21]) if row < 94 else None


def spell_euc_three(row, column):
    return bytes([0x8F, row + 0xA1, column + 0xA1])


def spell_shift_jis(row, column):
    pointer = row * 94 + column
    lead, trail = divmod(pointer, 188)
    return bytes([lead + (0x81 if lead < 0x1F else 0xC1),
                  trail + (0x40 if trail < 0x3F else 0x41)])


def spell_euc_kr(row, column):
    return bytes([row + 0x81, column + 0x41])


def gb18030_ranges():
    """One character of each range of four-byte sequences, and the ends."""
    characters = {}
    ranges = index.read_ranges(DATA / "gb18030-ranges.txt")
    for pointer, code in ranges + [(1237575, 0x10FFFF), (7457, 0xE7C7)]:
        first, rest = divmod(pointer, 12600)
        second, rest = divmod(rest, 1260)
        third, fourth = divmod(rest, 10)
        characters[chr(code)] = bytes([first + 0x81, second + 0x30,
                                       third + 0x81, fourth + 0x30])
    return characters


def by_table(name):
    rows = single.read_tables(DATA / "single-byte.txt")
    table = rows[single.SAME_TABLE.get(name, name)]
    return {chr(code): bytes([0x80 + i]) for i, code in enumerate(table)
            if code}


def characters_of(name):
    if name.startswith("utf-"):
        codes = (*range(0x80, 0xD800), *range(0xE000, 0x10000),
                 *range(0x10000, 0x110000, 0xFFF))
        return by_codec(UTF[name], map(chr, codes))
    if name in ("gbk", "gb18030"):
        return {**gb18030_ranges(), **by_pairs("gb18030", 190, spell_gbk)}
    if name == "big5":
        return by_pairs("big5", 157, spell_big5)
    if name == "euc-jp":
        return {**by_pairs("jis0212", 94, spell_euc_three),
                **by_pairs("jis0208", 94, spell_euc)}
    if name == "shift_jis":
        half = {chr(0xFF61 + i): bytes([0xA1 + i]) for i in range(63)}
        return {**by_pairs("jis0208", 94, spell_shift_jis), **half}
    if name == "iso-2022-jp":
        return by_pairs("jis0208", 94, spell_seven_bits)
    if name == "euc-kr":
        return by_pairs("euc-kr", 190, spell_euc_kr)
    if name == "x-user-defined":
        return {chr(0xF780 + i): bytes([0x80 + i]) for i in range(128)}
    return by_table(name)


# Python's codecs that agree with the standard for all that they can write.
CODECS = {"ibm866": "cp866", "koi8-r": "koi8_r", "windows-1251": "cp1251",
          "windows-1250": "cp1250", "windows-1253": "cp1253",
          "windows-1257": "cp1257", "iso-8859-2": "iso8859_2",
          "iso-8859-5": "iso8859_5", "iso-8859-7": "iso8859_7",
          "iso-8859-16": "iso8859_16", "macintosh": "mac_roman",
          "x-mac-cyrillic": "mac_cyrillic", "euc-kr": "cp949",
          "gbk": "gbk", "gb18030": "gb18030"}
# Where it does not: characters that Unicode or the standard moved since.
DIFFERENT = {"gb18030": "\u1e3f\ue7c7"}


def parse(pith, label, data):
    """What the tokenizer says the text is."""
    run = subprocess.run([pith, "parse", "--tokens", "--encoding", label, "-"],
                         input=data, capture_output=True, check=True)
    tokens = json.loads(run.stdout)
    assert all(token[0] == "Character" for token in tokens), tokens[:3]
    return "".join(token[1] for token in tokens)


def check_text(pith, name, text, data):
    got = parse(pith, name, data)
    if got == text:
        return 0
    at = next(i for i in range(len(text)) if got[i:i + 1] != text[i])
    print(f"{name}: character {at} is {got[at:at + 1]!a}, not {text[at]!a}")
    return 1


def check_cut(pith, name, text, data, units):
    """Without its last bytes, the text ends early or with one U+FFFD."""
    bad = 0
    for cut in (1, 2, 3):
        got = parse(pith, name, data[:-cut])
        kept = got.removesuffix("\ufffd")
        if not text.startswith(kept) or len(text) - len(kept) > units:
            print(f"{name}: cut by {cut}: ends in {got[-4:]!a}")
            bad += 1
    return bad


def check_encoding(pith, name):
    characters = characters_of(name)
    if name == "iso-2022-jp":
        data = (ASCII.encode() + b"\x1b$B" + b"".join(characters.values())
                + b"\x1b(B" + ASCII.encode())
        return check_text(pith, name, ASCII + "".join(characters) + ASCII, data)
    spelt = dict(characters)
    for c in ASCII:
        spelt[c] = c.encode(UTF.get(name, "ascii"))
    text = ASCII + "".join(sorted(characters)).replace("\ufeff", "") + ASCII[:4]
    if name == "shift_jis":
        text = text.replace("\x80", "")
    data = b"".join(spelt[c] for c in text)
    bad = check_text(pith, name, text, data)
    bad += check_cut(pith, name, text, data, 4)
    last = sorted(characters)[-1]
    bad += check_cut(pith, name, "ab" + last, spelt["a"] + spelt["b"]
                     + spelt[last], 3)
    return bad


def check_codec(pith, name, codec):
    characters = by_codec(codec, sorted(characters_of(name)))
    text = "".join(c for c in characters if c not in DIFFERENT.get(name, ""))
    assert len(text) > 100
    return check_text(pith, name, text, text.encode(codec))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pith", required=True)
    pith = parser.parse_args().pith
    names = [name for name, _ in labels.read_labels(DATA / "labels.txt")]
    bad = 0
    for name in names:
        if name != "replacement":
            bad += check_encoding(pith, name)
    for name, codec in CODECS.items():
        bad += check_codec(pith, name, codec)
    bad += parse(pith, "replacement", b"anything") != "\ufffd"
    print(f"round trip: {len(names)} encodings, {len(CODECS)} codecs, "
          f"{bad} failures")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
