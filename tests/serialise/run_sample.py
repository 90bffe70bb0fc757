#!/usr/bin/env python3
"""run_serialise.py on a few pages, by one serialiser.

Usage: run_sample.py --pith PROGRAM
"""
import sys

import run_serialise

if __name__ == "__main__":
    sys.argv += ["--pages", "40", "--only", "lxml_xml"]
    sys.exit(run_serialise.main())
