#!/bin/sh
# Runs the benchmarks of one-GPU kernels and appends their rows to benchmarks/results/NAME.csv.
#
# In:  a built ptcc (PTCC, default build/ptcc), nvcc, a GPU; names of benchmarks (default: all). With
#      BENCH_BINARIES=DIR binaries built before (with -b) are run instead. Out: rows, and a table on stderr.
# -b DIR: only build, into DIR. A name may have a choice behind a colon, with which it is compiled: the algorithm of the grid barrier, or
# how many steps there are between two halos (keep).
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
only_build=
if [ "${1:-}" = -b ]; then
    only_build=1
    BENCH_BINARIES=$2
    shift 2
fi
barriers="counter counter_flag two_level lock_free syncblocks clusters paced"
names=${*:-regular irregular longest noting mandelbrot memory heavy_blocks counted tasks collectives fuse leaving live order state steps loops keep keep:1 keep:2 keep:4 launch_cost split_barrier $(printf 'grid_barrier:%s ' $barriers)}
where=${BENCH_BINARIES:-$root/build/benchmarks}
ptcc=${PTCC:-$root/build/ptcc}
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
if [ -n "$only_build" ] || [ -z "${BENCH_BINARIES:-}" ]; then
    mkdir -p "$where"
    for source in "$root"/src/runtime/*.c; do
        ${CC:-cc} -std=gnu11 -O2 -D_GNU_SOURCE -I"$root/runtime-cuda" -c "$source" -o "$where/ptrt-$(basename "$source" .c).o"
    done
    for name in $names; do
        source=${name%%:*} with=
        case $name in
        keep:*) with=-DPT_KEEP_STEPS=${name#*:} ;;
        *:*) with=-DPT_GRID_BARRIER=${name#*:} ;;
        esac
        "$ptcc" "$root/benchmarks/$source.cu" -o "$where/$source.pt.cu"
        "$nvcc" -O3 -std=c++17 -arch="${BENCH_ARCH:-sm_90}" -I"$root/benchmarks" -I"$root/runtime-cuda" $with \
            "$where/$source.pt.cu" "$where"/ptrt-*.o -o "$where/$name"
    done
fi
[ -z "$only_build" ] || exit 0
BENCH_COMMIT=${BENCH_COMMIT:-$(git -C "$root" rev-parse --short HEAD 2>/dev/null || echo unknown)}
BENCH_DRIVER=${BENCH_DRIVER:-$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -1)}
export BENCH_COMMIT BENCH_DRIVER
results=${BENCH_RESULTS:-$root/benchmarks/results}
mkdir -p "$results"
for name in $names; do
    "$where/$name" >"$where/$name.rows"
    [ "$name" != regular ] || "$where/$name" 1000000 | tail -n +2 >>"$where/$name.rows" # its longest case
    table=$results/${name%%:*}.csv
    [ -s "$table" ] || head -1 "$where/$name.rows" >"$table"
    tail -n +2 "$where/$name.rows" >>"$table"
done
