# Latchkey: build, test, install. "make help" lists what there is to type.

PREFIX ?= /usr/local
DESTDIR ?=
SHELL := /bin/bash

# Warnings in our own sources are errors (see Package.swift); "make STRICT= build" lets them pass.
STRICT ?= 1
export LATCHKEY_STRICT := $(STRICT)

# Whom "make bench" holds itself against, in the same run; "make PEER= bench" does without.
PEER ?= Benchmarks/Peers/keepassxc

# What "make setup" sees to; each target needs only its own part of Packaging/debian-packages.
PURPOSES := build run demo test

# What the installed files are made from.
SOURCES = $(shell find Package.swift Sources Packaging Extension/manifest.json Extension/_locales Extension/src Scripts/stage Scripts/make-manual Scripts/assemble-provider -type f)

.DEFAULT_GOAL := build
.PHONY: help setup build test check run fuzz bench extension release install uninstall clean

help:
	@echo "make [build]    the programs, for debugging, in .build/debug"
	@echo "make test       everything that must hold; CI runs exactly this"
	@echo "make check      what is checked beside the tests: imports, sizes, format, warnings"
	@echo "make run        a demonstration in a folder of its own; IN=firefox ends it in Firefox"
	@echo "make fuzz       every decoder against made-up bytes, for 60 seconds"
	@echo "make bench      the figures, from a release build; BENCH=--quick leaves out the slow ones"
	@echo "make extension  the browser extension's packages for the stores, in .build/extension"
	@echo "make install    into PREFIX=$(PREFIX), below DESTDIR when it is set"
	@echo "make uninstall  removes what install put there"
	@echo "make setup      sees that what all of these need is installed"
	@echo "make clean      removes .build"

setup:
	@Scripts/setup $(PURPOSES)

build: PURPOSES := build
build: setup
	swift build

test: setup
	Scripts/test

check: setup
	Scripts/check

run: PURPOSES := build run demo
run: setup build
	Scripts/run-demo $(if $(IN),--in $(IN))

fuzz: setup
	Fuzz/run 60

bench: setup
	LATCHKEY_BENCHMARKS=1 Scripts/build-release
	"$$(Scripts/build-release --show-bin-path)/bench" $(PEER:%=--peer %) $(BENCH)

# The same bytes from the same sources.
extension:
	@Scripts/package-extension

# The files to install, in the folders that they have below PREFIX.
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
