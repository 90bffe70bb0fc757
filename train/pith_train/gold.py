"""The gold of the data sets: one record a page, from the unpacked sets under PITH_DATA."""
import json
import os

from .folds import domain

TRAIN = ["wcxb_dev", "daniel", "zh_xmu", "cleaneval", "trafilatura", "readability", "defuddle", "newspaper4k_tests", "goose3_tests"]
MEASURE = ["dragnet", "l3s_gn1", "big9", "chaos2017", "cleanportaleval"]


def folder(data, name):
    part = "measure" if name in MEASURE else "train"
    return os.path.join(data, "single", part, name)


def pages(data, name):
    """Records of one set, in the order of its gold file; `path` is the page's file and `owner` what folds go by."""
    place = folder(data, name)
    with open(os.path.join(place, "gold.jsonl"), encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            record["path"] = os.path.join(place, record["file"])
            record["owner"] = domain(record.get("url")) or record["id"]
            yield record
