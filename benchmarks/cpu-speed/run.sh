#!/bin/sh
# Builds speed.cu for the CPU, and switch.c, and writes their rows to benchmarks/results/cpu-speed.csv.
#
# In:  a built ptcc (PTCC, default build/ptcc), a C++ and a C compiler. Out: the file, which is written anew.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
ptcc=${PTCC:-$root/build/ptcc}
where=$(mktemp -d)
trap 'rm -rf "$where"' EXIT
"$ptcc" --target=cpu --no-cuda "$root/benchmarks/cpu-speed/speed.cu" -o "$where/speed.cpp"
# The words of --cflags and --libs are separate arguments.
# shellcheck disable=SC2046
${CXX:-c++} -O2 "$where/speed.cpp" -o "$where/speed" $("$ptcc" --target=cpu --cflags) $("$ptcc" --target=cpu --libs)
cc=${CC:-cc}
# shellcheck disable=SC2046
$cc -std=gnu11 -O2 -I"$root/src/runtime" "$root/benchmarks/cpu-speed/switch.c" "$root/src/runtime/cpu/fiber.c" \
    -o "$where/switch" $("$ptcc" --target=cpu --libs)
"$where/speed" >"$where/rows"
"$where/switch" >>"$where/rows"
mv "$where/rows" "${BENCH_RESULTS:-$root/benchmarks/results}/cpu-speed.csv"
cat "${BENCH_RESULTS:-$root/benchmarks/results}/cpu-speed.csv"
