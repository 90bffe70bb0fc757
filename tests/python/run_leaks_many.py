#!/usr/bin/env python3
"""As run_leaks.py, over 200,000 pages.

    run_leaks_many.py --pith PROGRAM --module DIR
"""
# long: 200,000 pages
import sys

sys.argv += ["--pages", "200000"]
import run_leaks  # noqa: E402: the number of pages comes first

sys.exit(run_leaks.main())
