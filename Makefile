# Two commands do everything: `make run` and `make test`. Both set up what is missing first.
JOBS ?= $(shell nproc)
.PHONY: setup build run test python thorough threads browser bench bench-full format lint install clean

setup:
	@scripts/setup

build: setup
	@cmake --preset release > /dev/null
	@cmake --build build -j $(JOBS)

run: setup
	@cmake --preset release > /dev/null
	@cmake --build build -j $(JOBS) --target trammel_cli
	@build/src/cli/trammel simulate models/pendulum/model.mo

test: setup
	@scripts/test

python: setup
	@scripts/setup --python
	@cmake --preset release -DTRAMMEL_PYTHON=ON > /dev/null
	@cmake --build build -j $(JOBS) --target _trammel
	@echo "built: PYTHONPATH=build/python python3, or pip install ."

thorough: setup
	@scripts/thorough

threads: setup
	@scripts/threads

browser: build
	@scripts/browser

bench: setup
	@scripts/setup --bench
	@cmake --preset bench > /dev/null
	@cmake --build build-bench -j $(JOBS)
	@build-bench/bench/trammel_bench | tee build-bench/printed.txt; bench/instructions
	@scripts/peers build-bench/printed.txt > /dev/null
	@tail -n 1 build-bench/printed.txt | grep -qx "0 missed"

bench-full: build
	@scripts/setup --bench
	@cmake --preset bench > /dev/null
	@cmake --build build-bench -j $(JOBS)
	@build-bench/bench/trammel_bench all
	@scripts/regret --count instructions
	@scripts/digits
	@scripts/work_precision

format: setup
	@git ls-files '*.cpp' '*.hpp' | grep -v /tableaus/ | xargs clang-format -i

lint: build
	@tools/lint

install: build
	@cmake --install build

clean:
	@rm -rf build build-*
