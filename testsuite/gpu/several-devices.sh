#!/bin/sh
# Cases about devices, threads and streams on a machine with several GPUs: original against rewritten, in every mode.
#
# In:  a folder of the exec build (original/NAME, rewritten/NAME), made for these GPUs. Out: rows on stdout: case, mode, groups,
#      number of GPUs, same or differs. Exit status 1 when anything differs.
set -eu
folder=${1:?folder of the exec build}
gpus=$(nvidia-smi --query-gpu=name --format=csv,noheader | wc -l)
status=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo "case,mode,groups,gpus,result"
for name in several_devices host_threads streams; do
    "$folder/original/$name" >"$scratch/original"
    for mode in auto static dynamic guided nonpt; do
        for groups in "" 1 7; do
            result=same
            PTRT_MODE=$mode PTRT_GROUPS=$groups timeout 60 "$folder/rewritten/$name" >"$scratch/rewritten" 2>&1 || result=differs
            cmp -s "$scratch/original" "$scratch/rewritten" || result=differs
            [ $result = same ] || status=1
            echo "$name,$mode,${groups:-max},$gpus,$result"
        done
    done
done
exit $status
