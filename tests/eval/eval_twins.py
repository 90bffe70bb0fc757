"""The measures of `pith eval` once more, as plainly as they can be written."""
import collections
import json
import re
import subprocess

WORD = re.compile(r"\w+")


def words(text):
    return WORD.findall(text.lower())


def shingles(text):
    found = WORD.findall(text)
    if len(found) < 4:
        return [tuple(found)] if found else []
    return [tuple(found[i:i + 4]) for i in range(len(found) - 3)]


def overlap(both, found, gold):
    precision = both / found if found else 0.0
    recall = both / gold if gold else 0.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return precision, recall, f1


def bag_score(found, gold):
    common = sum((collections.Counter(found) & collections.Counter(gold)).values())
    return overlap(common, len(found), len(gold))


def common_places(reference, candidate):
    """Places in `reference` of a longest common subsequence: the table, and the
    way back that prefers to give up words of the reference."""
    rows, columns = len(reference), len(candidate)
    table = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(1, rows + 1):
        for j in range(1, columns + 1):
            table[i][j] = table[i - 1][j - 1] + 1 if reference[i - 1] == candidate[j - 1] \
                else max(table[i - 1][j], table[i][j - 1])
    places, i, j = [], rows, columns
    while i > 0 and j > 0:
        if reference[i - 1] == candidate[j - 1]:
            places.append(i - 1)
            i, j = i - 1, j - 1
        elif table[i][j - 1] > table[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return places


def rouge_score(text, gold):
    """ROUGE-LSum: for each line of the gold the union of its common
    subsequences with all lines of the text; hits use words up."""
    gold_lines = [words(line) for line in gold.split("\n")]
    text_lines = [words(line) for line in text.split("\n")]
    left = [collections.Counter(w for line in lines for w in line) for lines in (gold_lines, text_lines)]
    sizes = [sum(bag.values()) for bag in left]
    hits = 0
    for line in gold_lines:
        union = set()
        for other in text_lines:
            union.update(common_places(line, other))
        for place in sorted(union):
            if left[0][line[place]] > 0 and left[1][line[place]] > 0:
                hits += 1
                left[0][line[place]] -= 1
                left[1][line[place]] -= 1
    return overlap(hits, sizes[1], sizes[0])


def levenshtein(text, gold):
    """1 - the edits of words that make one text of the other / the longer."""
    found, wanted = words(text), words(gold)
    row = list(range(len(found) + 1))
    for i, word in enumerate(wanted, 1):
        corner, row[0] = row[0], i
        for j, other in enumerate(found, 1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (word != other))
    return 1 - row[-1] / max(len(found), len(wanted)) if found or wanted else 1.0


def snippet_share(text, wanted):
    if not wanted:
        return None
    low = " ".join(text.lower().split())
    return sum(" ".join(piece.lower().split()) in low for piece in wanted) / len(wanted)


def write_lines(path, records):
    with open(path, "w", encoding="utf-8") as out:
        for record in records:
            out.write(json.dumps(record, ensure_ascii=record.get("id", "").endswith("7")) + "\n")


def run_pith(pith, *arguments, code=0):
    """Standard output and standard error of a run that must end with `code`."""
    done = subprocess.run([pith, "eval", *map(str, arguments)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=300, check=False)
    assert done.returncode == code, f"exit {done.returncode}, wanted {code}: {arguments}\n{done.stderr.decode()}"
    return done.stdout.decode(), done.stderr.decode()
