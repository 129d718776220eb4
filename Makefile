# Latchkey: build, test, install. "make help" lists the targets.

PREFIX ?= /usr/local
DESTDIR ?=
SHELL := /bin/bash

# Warnings in the project's own sources are errors (see Package.swift), except with "make STRICT= build".
STRICT ?= 1
export LATCHKEY_STRICT := $(STRICT)

# The program that "make bench" compares Latchkey with in the same run; "make PEER= bench" measures Latchkey alone.
PEER ?= Benchmarks/Peers/keepassxc

# The purposes of Packaging/debian-packages that "make setup" installs. Other targets need only some of them.
PURPOSES := build run demo test

# The sources of the installed files.
SOURCES = $(shell find Package.swift Sources Packaging Extension/manifest.json Extension/_locales Extension/src Scripts/stage Scripts/make-manual Scripts/assemble-provider -type f)

.DEFAULT_GOAL := build
.PHONY: help setup build test quick check docs run fuzz bench extension release install uninstall clean

help:
	@echo "make [build]    builds the programs for debugging, in .build/debug"
	@echo "make test       runs all checks and all tests, as CI does"
	@echo "make quick      runs the tests of what changed since origin/main; BASE=COMMIT compares with that commit"
	@echo "make check      runs the checks only: imports, names, words, format, warnings, docs"
	@echo "make docs       writes the reference of the libraries into .build/docs"
	@echo "make run        starts a demonstration in its own folder; IN=firefox opens it in Firefox"
	@echo "make fuzz       fuzzes every decoder for 60 seconds"
	@echo "make bench      prints the measurements of a release build; BENCH=--quick omits the slow ones"
	@echo "make release    builds the programs and the extension for make install, in .build/stage"
	@echo "make extension  builds the browser extension's packages for the stores, in .build/extension"
	@echo "make install    installs into PREFIX=$(PREFIX), below DESTDIR if it is set"
	@echo "make uninstall  removes the installed files"
	@echo "make setup      installs the Debian packages and the Python packages that these targets need"
	@echo "make clean      removes .build"

setup:
	@Scripts/setup $(PURPOSES)

build: PURPOSES := build
build: setup
	swift build

test: setup
	Scripts/test

quick: setup
	Scripts/quick $(BASE)

check: setup
	Scripts/check

docs: PURPOSES := build
docs: build
	Scripts/make-docs

run: PURPOSES := build run demo
run: setup build
	Scripts/run-demo $(if $(IN),--in $(IN))

fuzz: setup
	Fuzz/run 60

bench: setup
	LATCHKEY_BENCHMARKS=1 Scripts/build-release
	"$$(Scripts/build-release --show-bin-path)/bench" $(PEER:%=--peer %) $(BENCH)

# Reproducible: the same sources give the same bytes.
extension:
	@Scripts/package-extension

# Builds the files to install, in the folders that they get below PREFIX.
release: .build/stage/complete

.build/stage/complete: $(SOURCES)
	@Scripts/setup build
	Scripts/stage

install: .build/stage/complete
	Scripts/install "$(PREFIX)" "$(DESTDIR)"

uninstall:
	Scripts/uninstall "$(PREFIX)" "$(DESTDIR)"

clean:
	rm -rf .build
