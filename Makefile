# Convenience targets. The work itself is in CMakeLists.txt, tools/ and tests/;
# `make help` lists the targets.

JOBS         ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX       ?= /usr/local
DESTDIR      ?=
FUZZ_SECONDS ?= 60
CHECKS       ?=
# ON in CI: a warning ends the build.
export PITH_WERROR ?= OFF

# Tests read these two. Named by the caller, or the usual places; what is not
# there is skipped.
export PITH_DATA_GIVEN  := $(PITH_DATA)
export PITH_DATA        := $(if $(PITH_DATA),$(PITH_DATA),$(CURDIR)/build/data)
export PITH_CONFORMANCE := $(if $(PITH_CONFORMANCE),$(PITH_CONFORMANCE),$(abspath ../shared/conformance/html5lib-tests))

CONFIGURE = tools/configure.sh
# Inner builds choose their own number of jobs.
BUILD = MAKEFLAGS=--no-print-directory cmake --build --parallel $(JOBS) --preset
CTEST = ctest --no-label-summary --parallel $(JOBS) --output-on-failure --no-tests=error

.PHONY: all demo test test-all test-long test-asan test-tsan test-portable
.PHONY: check quality bench fuzz fuzz-smoke tables
.PHONY: install uninstall format coverage golden-accept help clean

all: ## build pith, pith-lab, pith-watch, pith-bench and the libraries
	@tools/setup.sh build
	@$(CONFIGURE) release
	@$(BUILD) release --target programs

demo: all ## build, then extract a page and clean a small site
	@tools/demo.sh build/pith

test: ## one build and its tests, a few minutes
	@tools/setup.sh test
	@tools/data.sh
	@$(CONFIGURE) release
	@$(BUILD) release
	$(CTEST) --test-dir build/release -LE long

test-all: test test-long test-asan test-portable coverage test-tsan ## all tests, in every build, all checks
test-all: check fuzz-smoke

test-long: ## the tests that `make test` leaves out
	@tools/setup.sh test
	@tools/data.sh
	@$(CONFIGURE) release
	@$(BUILD) release
	$(CTEST) --test-dir build/release -L long

test-asan: ## unit, api, cli, fuzz, conformance ... tests under ASan+UBSan
	@tools/setup.sh test
	@tools/data.sh
	@$(CONFIGURE) asan
	@$(BUILD) asan
	PITH_TEST_SIZE=small $(CTEST) --test-dir build/asan -L 'unit|api|cli|fuzz|conformance|property|site|crawl|eval|search'

test-tsan: ## the tests that start threads, under TSan
	@tools/setup.sh test
	@tools/data.sh
	@$(CONFIGURE) tsan
	@$(BUILD) tsan --target thread-tests
	PITH_TEST_SIZE=small $(CTEST) --test-dir build/tsan -L threads -LE quality

test-portable: ## unit, api and conformance tests by clang, without SIMD
	@tools/setup.sh test fuzz
	@$(CONFIGURE) portable
	@$(BUILD) portable
	$(CTEST) --test-dir build/portable -L 'unit|api|fuzz|conformance'

quality: all ## score pages and sites of the data; fails below a floor
	@tools/data.sh
	@for part in single layer sites hosts; do \
	  python3 tests/quality/run_$$part.py --pith build/pith || [ $$? = 77 ] || \
	    exit 1; done

check: all ## format, layers, sizes, words, comments, tables, symbols, clang-tidy
	@tools/setup.sh check
	@python3 tools/check/run.py $(CHECKS)

bench: all ## the benchmarks, one folder of bench/ each
	@for run in bench/*/run; do \
	  if [ -x "$$run" ]; then echo "$$run"; "$$run" || exit 1; fi; done

fuzz: ## every fuzz target for FUZZ_SECONDS (60)
	@tools/setup.sh fuzz
	@$(CONFIGURE) fuzz
	@$(BUILD) fuzz --target fuzz-programs
	@tools/fuzz.sh $(FUZZ_SECONDS)

fuzz-smoke: ## every fuzz target for 10 seconds, two at a time
	@FUZZ_SEED=1 $(MAKE) --no-print-directory fuzz FUZZ_SECONDS=10

tables: ## generate src/tables, the help texts and docs/figures.md again
	@for script in tools/gen/gen_*.py; do \
	  if [ -e "$$script" ]; then python3 "$$script" || exit 1; fi; done

install: all ## install below PREFIX (/usr/local), staged in DESTDIR if given
	@DESTDIR=$(DESTDIR) cmake --install build/release --prefix $(PREFIX)

uninstall: ## remove what the last `make install` from this folder wrote
	@test -s build/release/install_manifest.txt || { echo "make: nothing was installed from this folder"; exit 3; }
	@sed 's|^|$(DESTDIR)|' build/release/install_manifest.txt | xargs -d '\n' rm -f

format: ## reformat the C files by .clang-format
	@tools/setup.sh check
	@python3 tools/check/format.py --fix

coverage: ## line coverage of src/; fails below 90 %
	@tools/setup.sh coverage
	@tools/data.sh
	@tools/coverage.sh $(JOBS)

golden-accept: all ## re-record the golden outputs; read the diff before commit
	@python3 tests/cli/run.py --pith build/pith --accept
	@$(BUILD) release --target golden-render-page
	@python3 tests/golden/run_golden.py --tools build/release/tests --accept
	@$(BUILD) release --target unit.method.chain_golden
	@PITH_GOLDEN_ACCEPT=1 build/release/tests/unit.method.chain_golden
	@$(BUILD) release --target unit.method.auto.auto_answers
	@PITH_GOLDEN_ACCEPT=1 build/release/tests/unit.method.auto.auto_answers
	@git --no-pager diff --stat -- tests

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | \
	  expand -t 22

clean: ## remove what was built (build/data stays)
	@find build -mindepth 1 -maxdepth 1 ! -name data -exec rm -rf {} + \
	  2>/dev/null || true
