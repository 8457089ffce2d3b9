#!/bin/sh
# Tests of the runtime on a GPU, without ptcc: hand-written twins (runtime_twins.cuh).
#
# In:  nvcc and a GPU; optionally a folder to build in (default build/gpu-runtime) and -q for a short run.
# Out: a table on stdout; exit status 0 all passed, 1 something failed, 77 skipped (no nvcc or no GPU).
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
quick=
if [ "${1:-}" = -q ]; then
    quick=1
    shift
fi
build=${1:-$root/build/gpu-runtime}
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
if [ ! -x "$nvcc" ]; then
    echo "skipped: no nvcc"
    exit 77
fi
if ! nvidia-smi >/dev/null 2>&1; then
    echo "skipped: no GPU"
    exit 77
fi
mkdir -p "$build"
cd "$build"
objects=
for source in "$root"/src/runtime/*.c; do
    objects="$objects $(basename "$source" .c).o"
    ${CC:-cc} -std=gnu11 -O2 -D_GNU_SOURCE -Wall -Wextra -Werror -I"$root/runtime-cuda" -c "$source"
done
rm -f libptrt.a
ar rcs libptrt.a $objects
flags="-O3 -Werror all-warnings -Xcompiler -Wall,-Wextra,-Werror -I$root/runtime-cuda"
tests=$root/testsuite/gpu
compile() { # name standard flags...
    name=$1 standard=$2
    shift 2
    "$nvcc" $flags -std="$standard" "$@" -c "$tests/runtime_test.cu" -o "$name-1.o" &
    "$nvcc" $flags -std="$standard" "$@" -default-stream per-thread -c "$tests/runtime_streams.cu" -o "$name-2.o"
    wait
    "$nvcc" "$@" "$name-1.o" "$name-2.o" libptrt.a -o "$name"
}
compile whole c++14 -arch=native
status=0
run() {
    echo "== $*"
    "$@" || status=1
}
if [ -n "$quick" ]; then
    run ./whole --quick
    exit $status
fi
compile relocatable c++17 -arch=native -rdc=true
compile steals c++17 -arch=native -DRUNTIME_STEALS
run ./whole
run ./relocatable
run ./steals
if command -v compute-sanitizer >/dev/null 2>&1; then
    for tool in memcheck racecheck synccheck initcheck; do
        run compute-sanitizer --tool "$tool" --error-exitcode 1 ./whole --quick
        run compute-sanitizer --tool "$tool" --error-exitcode 1 ./steals --quick
    done
else
    echo "skipped: compute-sanitizer is not installed"
fi
exit $status
