# shellcheck shell=bash
# What the scripts in dev/ share. Sourced, not run.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*" >&2; }

# A step's heading, so that a long log can be read.
step() { printf '\n── %s\n' "$*" >&2; }

fail() {
    say "$(basename "$0"): $*"
    exit 1
}

# Prints the comment at the head of a script: its help.
usage() { sed -n '2,/^$/{s/^# \{0,1\}//p}' "$0"; }

# configure PRESET: once; from then on ninja reconfigures by itself when a CMake file changes.
configure() {
    [[ -f $root/build/$1/build.ninja ]] && return
    step "configuring build/$1"
    local log=$root/build/$1/configure.log
    mkdir -p "$(dirname "$log")"
    (cd "$root" && cmake --preset "$1" -Wno-dev) >"$log" 2>&1 || {
        tail -40 "$log" >&2
        rm -f "$root/build/$1/build.ninja"
        fail "CMake could not configure build/$1"
    }
}

# build PRESET [TARGET…]: what changed; everything where no target is named.
build() {
    local preset=$1
    shift
    configure "$preset"
    step "building build/$preset"
    cmake --build "$root/build/$preset" ${1:+--target "$@"}
}

# The project's own C++ files, as paths from the root.
source_files() { git -C "$root" ls-files --cached --others --exclude-standard -- '*.cpp' '*.h'; }
