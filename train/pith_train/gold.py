"""The gold of the data sets: one record a page, from the unpacked sets under PITH_DATA."""
import json
import os

from .folds import domain

TRAIN = ["wcxb_dev", "daniel", "zh_xmu", "cleaneval", "trafilatura", "readability", "defuddle", "newspaper4k_tests", "goose3_tests",
         "gh_shops", "gh_sites", "gh_forums", "gh_docs", "fundus_tests", "recipes", "postlight_fixtures", "wcxb_early"]
SITES = "sites"
TAILS = "tails"  # pages made by tails.py
SITE_PAGES = 60  # of each site, evenly taken
HOST_PAGES = 4   # of one owner in a set make a site of their own
HOST_SETS = ["wcxb_dev", "daniel", "zh_xmu", "cleaneval", "readability", "defuddle"]  # in these; with those of all sets, hosts would outweigh whole sites
MEASURE = ["dragnet", "l3s_gn1", "big9", "chaos2017", "cleanportaleval", "llmwebkit_bench"]  # figures on these are out of fold where they teach


def folder(data, name):
    if name == TAILS:
        return os.path.join("build", "train", TAILS)
    part = "measure" if name in MEASURE else "train"
    return os.path.join(data, "single", part, name)


def owner(record):
    """What folds go by: the domain, or the account of the repository where the address is made up from its name."""
    meta = record.get("meta") or {}
    if meta.get("url_src") == "repo" and meta.get("repo"):
        return "repository " + meta["repo"].split("/")[0]
    return domain(record.get("url")) or record["id"]


def pages(data, name):
    """Records of one set, in the order of its gold file; `path` is the page's file and `owner` what folds go by."""
    place = folder(data, name)
    with open(os.path.join(place, "gold.jsonl"), encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            record["path"] = os.path.join(place, record["file"])
            record["owner"] = record.get("owner") or owner(record)
            yield record


def site_pages(data, site):
    """Labelled pages of one site by their names below it, at most SITE_PAGES."""
    with open(os.path.join(data, "sites", site, "gold.jsonl"), encoding="utf-8") as lines:
        records = [record for record in map(json.loads, lines) if (record.get("gold_text") or "").strip()]
    records = records[::-(-len(records) // SITE_PAGES) or 1]
    return {record["file"].split("/", 1)[1]: {**record, "owner": "site " + site} for record in records}


def sites(data):
    """Sites with gold, without those that are there for their size, or are another one in another encoding."""
    folder_ = os.path.join(data, "sites")
    names = sorted(name for name in os.listdir(folder_) if not name.endswith(("_big", "_koi8r")))
    return [name for name in names if os.path.exists(os.path.join(folder_, name, "gold.jsonl")) and site_pages(data, name)]


def hosts(data, name):
    """{owner: records} of the owners with several labelled pages in a set."""
    found = {}
    for record in pages(data, name) if name in HOST_SETS else ():
        if (record.get("gold_text") or "").strip():
            found.setdefault(record["owner"], []).append(record)
    return {owner: records for owner, records in sorted(found.items()) if len(records) >= HOST_PAGES}


def groups(data, blocks_folder, name):
    """(folder of blocks, records by the page's id there) of a set, or of each site."""
    if name != SITES:
        yield os.path.join(blocks_folder, name), {os.path.basename(record["file"]): record for record in pages(data, name)}
        return
    for site in sites(data):
        yield os.path.join(blocks_folder, SITES, site), site_pages(data, site)
