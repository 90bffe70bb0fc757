#!/usr/bin/env python3
"""run_recover.py with pages of PITH_DATA.

Usage: run_data.py --pith PROGRAM
"""
# long: more than a thousand pages as they are on the web
import sys

import run_recover

if __name__ == "__main__":
    sys.argv.append("--data")
    sys.exit(run_recover.main())
