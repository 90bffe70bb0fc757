"""Count letters for the encoding detector: write data/encoding/frequency.txt.

    tools/measure/encoding_frequency.py DATA

DATA is the unpacked data directory (build/data). Pages whose bytes are valid
UTF-8 and the Big5 site are turned into text; in the text of each language the
neighbours of non-ASCII characters are counted. Half of the pages is used (by
a checksum of the path); tests/quality/encoding_guess.py measures on the other
half. Of Arabic, Thai and Korean there is so little that all of it is used.
Languages without pages have counts written by hand below, from common
letter frequency tables, rounded.

Classes of characters in the result: `_` ASCII that is no letter, `a` ASCII
letter, `!` punctuation and signs that every language uses, `?` anything that
the language does not use, and then letters, lower case.
"""
import collections
import html
import itertools
import json
import pathlib
import re
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PUNCTUATION = set("\u00a0\u00a9\u00ab\u00ad\u00ae\u00b0\u00b7\u00bb\u2013\u2014\u2018"
                  "\u2019\u201a\u201c\u201d\u201e\u2022\u2026\u2122\u20ac"
                  "\u00a7\u00b4\u00a3")

CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґў№"
GREEK = "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ"
ARABIC = "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگًٌٍَُِّْـ،؛؟"
HEBREW = "אבגדהוזחטיךכלםמןנסעףפץצקרשת"
THAI = "".join(chr(c) for c in range(0xE01, 0xE5C) if not 0xE3B <= c <= 0xE3E)
SIGNS = "¿¡ªº¢¤¥¦¨¬¯±²³µ¶¸¹¼½¾×÷"
LATIN = {
    "western": "àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿßœšž" + SIGNS,
    "german": "äöüßéèà" + SIGNS,
    "french": "àâæçèéêëîïôùûüÿœ" + SIGNS,
    "spanish": "áéíñóúüàç" + SIGNS,
    "italian": "àèéìíòóùú",
    "portuguese": "àáâãçéêíóôõúü",
    "nordic": "äåæéöø",
    "polish": "ąćęłńóśźż",
    "czech": "áčďéěíňóřšťúůýž",
    "slovak": "áäčďéíĺľňóôŕšťúýž",
    "hungarian": "áéíóöőúüű",
    "romanian": "ăâîşţ",
    "croatian": "čćđšž",
    "turkish": "âçğıîöşûü",
    "lithuanian": "ąčęėįšųūž",
    "latvian": "āčēģīķļņšūž",
    "estonian": "äõöšüž",
}

# Per thousand letters, ASCII ones not shown.
BY_HAND = {
    "czech": "á22 č9 ď1 é13 ě16 í33 ň1 ó1 ř12 š8 ť1 ú1 ů7 ý10 ž10",
    "hungarian": "á35 é34 í7 ó10 ö10 ő9 ú3 ü6 ű2",
    "romanian": "ă22 â6 î12 ş11 ţ10",
    "croatian": "č10 ć7 đ3 š8 ž6",
    "slovak": "á19 ä1 č12 ď1 é8 í10 ľ4 ĺ1 ň2 ó1 ô2 š9 ť6 ú10 ý10 ž8",
    "turkish": "ı51 ş18 ğ11 ç12 ö8 ü19 â1 î1",
    "lithuanian": "ė16 š12 ž8 č5 ų13 ū5 ą6 ę2 į6",
    "latvian": "ā40 ē18 ī19 š8 ū5 ž2 ļ3 ņ5 ķ2 ģ1 č1",
    "estonian": "ä12 õ10 ö2 ü7 š1 ž1",
    "nordic": "å12 ä16 ö13 æ8 ø9",
    "portuguese": "ã8 á7 ç5 é8 ê4 í4 ó4 õ3 ú2 à1 â1 ô1",
    "italian": "à6 è5 ò3 ù2 é1 ì1",
    "hebrew": "י110 ו105 ה109 ל74 א63 מ75 ם25 ר56 ת50 ב47 ש44 נ29 ן14 כ27 "
              "ך8 ד26 פ17 ף3 ק21 ע32 ח25 ט12 ס15 ז13 ג12 צ12 ץ1",
}

# Frequent characters that the pages at hand may lack.
KOREAN_BY_HAND = (
    "이다는에의을가하고로한사지은기도를대리어서나인자있해시아정들것그스라만수전일"
    "상부과주제보원장으동성여국게구적중관소라비조연경공화신선면미트산안세계물발모"
    "개생유무위회문방래금식용우오분야할년명월교학되니려진음마터재실행내민당체결")
TRADITIONAL_BY_HAND = (
    "們這個來時國說為對學過會後還發經動現實問當沒無從進機點電關開間樣種車長門東馬"
    "見頭題員業產將應運給讓總體結數區處設計請話語讀寫書師標準認識記錄號網頁資訊"
    "軟體連線場報導務團隊選舉議論觀點風險錢買賣輸贏愛戰爭與於參專達兩節單獨變")
JAPANESE_BY_HAND = (
    "\u3000日本人大年一国会中事自社者地業方新場員立開手力問代明動京目通言理体田主題意不"
    "作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使品計死特私始"
    "朝運終台広住無真有口少町料工建空急止送切転研足究楽起着店病質待試族銀早映親験")


def chosen(path):
    return zlib.crc32(str(path).encode()) % 2 == 0


def page_text(path, encoding):
    """The text of a page, or None when it is not in that encoding."""
    try:
        text = path.read_bytes().decode(encoding)
    except UnicodeDecodeError:
        return None
    text = re.sub(r"(?is)<script.*?</script>|<style.*?</style>|<[^>]*>", " ",
                  text)
    return re.sub(r"\s+", " ", html.unescape(text))


def texts(data, places, encoding="utf-8", every=False):
    for place in places:
        for path in sorted((data / place).rglob("*.htm*")):
            if every or chosen(path.relative_to(data)):
                text = page_text(path, encoding)
                if text:
                    yield text


def daniel(data, language):
    folder = data / "single/train/daniel"
    for line in (folder / "gold.jsonl").read_text().splitlines():
        row = json.loads(line)
        path = folder / row["file"]
        if row["lang"] == language and chosen(path.relative_to(data)):
            text = page_text(path, "utf-8")
            if text:
                yield text


def with_script(pages, first, last, least):
    """Pages where at least so many characters are of a script."""
    for text in pages:
        if sum(first <= c <= last for c in text) >= least:
            yield text


def classify(character, letters):
    if character < "\x80":
        return "a" if character.isalpha() else "_"
    if character in PUNCTUATION:
        return "!"
    folded = character.lower()
    return folded if len(folded) == 1 and folded in letters else "?"


def count_pairs(pages, letters):
    pairs = collections.Counter()
    for text in pages:
        classes = [classify(c, letters) for c in text]
        pairs.update(zip(classes, classes[1:]))
    return pairs


def read_shares(words, letters):
    shares = {w[0]: int(w[1:]) for w in words.split()}
    assert all(letter in letters for letter in shares)
    return shares


def latin_by_hand(words, letters):
    """Pairs of a Latin language for which only the frequencies of its own
    letters are known: words of six letters, these anywhere among ASCII."""
    pairs = collections.Counter()
    shares = read_shares(words, letters)
    ascii_share = 1 - sum(shares.values()) / 1000
    for letter, share in shares.items():
        pairs["_", letter] += share * 0.17
        pairs["a", letter] += share * 0.83 * ascii_share
        pairs[letter, "_"] += share * 0.17
        pairs[letter, "a"] += share * 0.83 * ascii_share
        for other, also in shares.items():
            pairs[letter, other] += share * also / 1000 * 0.83
    pairs.update({("_", "a"): 170, ("a", "a"): 660, ("a", "_"): 170,
                  ("_", "_"): 30, ("_", "!"): 2, ("!", "_"): 2})
    return pairs


def script_by_hand(words, letters):
    """The same for a script of its own: words of five letters, few of ASCII."""
    pairs = collections.Counter()
    shares = read_shares(words, letters)
    total = sum(shares.values())
    for letter, share in shares.items():
        pairs["_", letter] += share * 0.2
        pairs["a", letter] += share * 0.001
        pairs[letter, "_"] += share * 0.199
        pairs[letter, "a"] += share * 0.001
        for other, also in shares.items():
            pairs[letter, other] += share * also / total * 0.8
    pairs.update({("_", "a"): 30, ("a", "a"): 120, ("a", "_"): 30,
                  ("_", "_"): 100, ("_", "!"): 2, ("!", "_"): 2})
    return pairs


def scaled(pairs, total=1000000):
    """Counts that add up to `total`, so that languages weigh the same."""
    factor = total / sum(pairs.values())
    return collections.Counter({p: n * factor for p, n in pairs.items()})


def without_history(pairs, letters):
    """Forget which letter came before: all letters are one row, `@`."""
    less = collections.Counter()
    for (before, after), count in pairs.items():
        less["@" if before in letters else before, after] += count
    return less


def write_pairs(out, name, letters, pairs):
    out.append(f"model {name}")
    out.append(f"letters {letters}")
    rows = collections.defaultdict(list)
    for (before, after), count in pairs.items():
        if round(count):
            rows[before].append((-round(count), after))
    for before in sorted(rows):
        cells = [f"{after}{-count}" for count, after in sorted(rows[before])]
        line = f"{before}:"
        for cell in cells:
            if len(line) + len(cell) > 78:
                out.append(line)
                line = f"{before}:"
            line += " " + cell
        out.append(line)
    out.append("")


def is_east_asian(character):
    code = ord(character)
    return code >= 0x3000 and not 0xE000 <= code < 0xF900 and code < 0x10000


def count_characters(pages, extra="", weight=0.0):
    counts = collections.Counter()
    for text in pages:
        counts.update(c for c in text
                      if c >= "\x80" and (is_east_asian(c) or c in PUNCTUATION))
    total = sum(counts.values())
    for character in extra:
        counts[character] += total * weight / len(extra)
    return counts


def write_characters(out, name, counts, most):
    total = sum(counts.values())
    common = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]
    out.append(f"model {name}")
    out.append("# Per 100,000 characters; a line holds those with one count.")
    groups = collections.defaultdict(list)
    for character, count in common:
        share = count / total * 100000
        # Two leading digits are more than the model needs.
        digits = max(len(str(int(share))) - 2, 0)
        groups[max(int(round(share, -digits)), 1)].append(character)
    for share in sorted(groups, reverse=True):
        characters = "".join(sorted(groups[share]))
        for i in range(0, len(characters), 36):
            out.append(f"{share}: {characters[i:i + 36]}")
    out.append("")


def alphabets(data, out):
    russian = count_pairs(
        list(daniel(data, "ru")) + list(texts(data, [
            "sites/kuzmina", "sites/antibiotic_news", "sites/amina_by",
            "sites/tarmolov", "sites/popstas", "sites/abulimov"])), CYRILLIC)
    write_pairs(out, "cyrillic", CYRILLIC, scaled(russian))
    greek = count_pairs(daniel(data, "el"), GREEK)
    write_pairs(out, "greek", GREEK, scaled(greek))
    arabic = count_pairs(with_script(texts(data, [
        "single/train/trafilatura", "single/train/goose3_tests",
        "single/train/newspaper4k_tests"], every=True),
        "\u0620", "\u064a", 500), ARABIC)
    write_pairs(out, "arabic", ARABIC,
                without_history(scaled(arabic), ARABIC))
    thai = count_pairs(with_script(texts(data, [
        "single/train/newspaper4k_tests"], every=True), "\u0e01", "\u0e5b", 500), THAI)
    write_pairs(out, "thai", THAI, without_history(scaled(thai), THAI))
    write_pairs(out, "hebrew", HEBREW, without_history(
        scaled(script_by_hand(BY_HAND["hebrew"], HEBREW)), HEBREW))


def pages_in(data, language):
    """Latin pages that say they are in a language."""
    mark = re.compile(r"(?i)<html[^>]*\blang=[\"']?" + language)
    for path in sorted((data / "single/train/trafilatura").rglob("*.htm*")):
        if chosen(path.relative_to(data)):
            head = path.read_bytes()[:4096].decode("utf-8", "replace")
            text = page_text(path, "utf-8") if mark.search(head) else None
            if text:
                yield text


def latin_alphabets(data, out):
    counted = {
        "western": texts(data, ["single/train/trafilatura",
                                "sites/wiki18xx"]),
        "german": itertools.chain(pages_in(data, "de"),
                                  texts(data, ["sites/120minuten"])),
        "french": pages_in(data, "fr"),
        "spanish": itertools.chain(pages_in(data, "es"),
                                   texts(data, ["sites/macedonia"])),
        "polish": daniel(data, "pl"),
    }
    for name, letters in LATIN.items():
        pairs = (count_pairs(counted[name], letters) if name in counted
                 else latin_by_hand(BY_HAND[name], letters))
        write_pairs(out, name, letters,
                    without_history(scaled(pairs), letters))


def east_asian(data, out):
    chinese = count_characters(list(daniel(data, "zh")) + list(texts(
        data, ["single/train/zh_xmu", "sites/54chen", "sites/aka_cn"])))
    write_characters(out, "simplified", chinese, 1000)
    traditional = count_characters(
        texts(data, ["sites/mudtw_void"], "big5hkscs"))
    shared = collections.Counter()
    for character, count in chinese.items():
        try:
            character.encode("big5")
        except UnicodeEncodeError:
            continue
        shared[character] = count
    joined = scaled(traditional) + scaled(shared)
    for character in TRADITIONAL_BY_HAND:
        joined[character] += 2000
    write_characters(out, "traditional", joined, 1000)
    japanese = count_characters(
        with_script(texts(data, ["sites/hnakamur", "sites/titech"]),
                    "\u3041", "\u30ff", 50), JAPANESE_BY_HAND, 0.1)
    write_characters(out, "japanese", japanese, 800)
    korean = count_characters(
        with_script(texts(data, ["single/train/goose3_tests",
                                 "single/train/wcxb_dev"], every=True),
                    "\uac00", "\ud7a3", 100), KOREAN_BY_HAND, 1.0)
    write_characters(out, "korean", korean, 700)


def main():
    data = pathlib.Path(sys.argv[1])
    out = ["# How often characters follow each other, for the encoding "
           "detector. Written by", "# tools/measure/encoding_frequency.py, "
           "which says what the classes mean. A line:", "# a class, then "
           "classes that come after it, each with its count.", ""]
    alphabets(data, out)
    latin_alphabets(data, out)
    east_asian(data, out)
    (ROOT / "data/encoding/frequency.txt").write_text("\n".join(out))


if __name__ == "__main__":
    main()
