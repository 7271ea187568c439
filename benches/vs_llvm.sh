#!/usr/bin/env bash
# Whole processes against LLVM 22's, on the kernels of examples/: medians, ratios, peak memory.
#   benches/vs_llvm.sh [RUNS]        needs clang-22 and llc-22; RUNS is 15 by default
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-15}
cargo build --release -q
wavec=$PWD/target/release/wavec
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clang=(clang-22 -x cl -cl-std=CL1.2 -target amdgcn-amd-amdhsa -mcpu=gfx942 -nogpulib
    -Xclang -finclude-default-header -O2)

# Median wall time of a command, in microseconds.
median() {
    local times=() start end
    for ((i = 0; i < runs; i++)); do
        start=$(date +%s%N)
        "$@" >/dev/null 2>&1 || { echo "failed: $*" >&2; exit 1; }
        end=$(date +%s%N)
        times+=($(((end - start) / 1000)))
    done
    printf '%s\n' "${times[@]}" | sort -n | sed -n "$(((runs + 1) / 2))p"
}

# Peak resident memory of a command in KiB; 0 if it cannot be measured.
peak() {
    if [ -x /usr/bin/time ]; then
        /usr/bin/time -f %M "$@" 2>&1 >/dev/null | tail -1
    else
        echo 0
    fi
}

printf '%-16s %29s %9s %29s %9s %21s\n' kernel '.cl to object: wavec / clang' ratio '.ll to .o: wavec / llc' ratio 'peak KiB: both'
log=0 log_ll=0 count=0
for source in examples/*.cl; do
    name=$(basename "$source" .cl)
    # clang cannot link what its device library would define, so both stop at the object file.
    ours=$(median "$wavec" "$source" -c -o "$work/a.o")
    theirs=$(median "${clang[@]}" -c "$source" -o "$work/b.o")
    "${clang[@]}" -include tests/file/inputs/clang_builtins.h -S -emit-llvm "$source" -o "$work/x.ll"
    ours_ll=$(median "$wavec" "$work/x.ll" -c -o "$work/a.o")
    theirs_ll=$(median llc-22 -O2 -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=obj "$work/x.ll" -o "$work/b.o")
    memory=$(peak "$wavec" "$source" -c -o "$work/a.o")
    their_memory=$(peak "${clang[@]}" -c "$source" -o "$work/b.o")
    awk -v n="$name" -v a="$ours" -v b="$theirs" -v c="$ours_ll" -v d="$theirs_ll" -v m="$memory" -v k="$their_memory" \
        'BEGIN { printf "%-16s %11d us %12d us %8.1fx %11d us %12d us %8.1fx %10d %10d\n", n, a, b, b/a, c, d, d/c, m, k }'
    log=$(awk -v l="$log" -v a="$ours" -v b="$theirs" 'BEGIN { print l + log(b/a) }')
    log_ll=$(awk -v l="$log_ll" -v a="$ours_ll" -v b="$theirs_ll" 'BEGIN { print l + log(b/a) }')
    count=$((count + 1))
done
awk -v l="$log" -v k="$log_ll" -v c="$count" \
    'BEGIN { printf "geometric mean of %d: %.1fx (.cl to object), %.1fx (.ll to .o)\n", c, exp(l/c), exp(k/c) }'
