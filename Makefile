# Thin front of Meson: the build itself is described in meson.build.
#
#   make           build in build/, install nothing (needs what `make run` installs)
#   make run       install what is missing, build, transform an example, show the diff, run it: by default, and with PTRT_MODE=dynamic
#   make test      install what is missing, build, run the whole suite, list what was skipped and why
#   make test-all  the same, and what takes hours: every fault planted, every case under ThreadSanitizer
#   make faults    install what is missing, plant every fault that needs no GPU: does the suite catch it?
#   make install   install into PREFIX (default: /usr/local, DESTDIR is kept)

BUILD ?= build
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)

.PHONY: all tool run test test-all faults install clean

all: $(BUILD)/build.ninja
	ninja -C $(BUILD) -j $(JOBS)

tool: $(BUILD)/build.ninja
	ninja -C $(BUILD) -j $(JOBS) tool

$(BUILD)/build.ninja:
	meson setup --prefix "$(PREFIX)" $(BUILD)

run:
	@sh tools/setup run
	@$(MAKE) --no-print-directory tool
	@sh tools/run-example $(BUILD) examples/vector_add/vector_add.cu

test:
	@sh tools/setup test
	@python3 tools/test --jobs $(JOBS)

test-all:
	@sh tools/setup test
	@PTCC_TEST_ALL=1 python3 tools/test --jobs $(JOBS)

faults:
	@sh tools/setup test
	@python3 testsuite/faults/plant cpu

install: all
	meson configure $(BUILD) "-Dprefix=$(PREFIX)"
	meson install -C $(BUILD)

clean:
	rm -rf $(BUILD) build-*
