# shellcheck shell=bash
# setup.sh - what ./run and ./check share: install what is missing, build the program.
# Everything here writes to stderr, so that stdout belongs to the command that is run.

say() {
    printf 'paua: %s\n' "$*" >&2
}

# is_seen KIND:WHAT - true when a line of packages.txt is satisfied.
is_seen() {
    local what=${1#*:} name
    case $1 in
    cmd:*)
        for name in ${what//|/ }; do
            command -v "$name" >/dev/null && return 0
        done
        return 1
        ;;
    pc:*) pkg-config --exists "$what" 2>/dev/null ;;
    file:*) [ -e "$what" ] ;;
    py:*)
        for name in python3 /usr/bin/python3; do
            "$name" -c "import $what" 2>/dev/null && return 0
        done
        return 1
        ;;
    clang-rt:*)
        command -v clang >/dev/null &&
            compgen -G "$(clang -print-resource-dir)/lib/*/libclang_rt.$what*" >/dev/null
        ;;
    *)
        say "tools/packages.txt: cannot check '$1'"
        exit 3
        ;;
    esac
}

# setup_packages run|check - installs what is missing on Debian, names it elsewhere.
setup_packages() {
    local when package seen why missing=() list=()
    while read -r when package seen why; do
        case $when in '' | '#'*) continue ;; esac
        if [ "$when" = run ] || [ "$1" = check ]; then
            is_seen "$seen" || { missing+=("$package"); list+=("$package  ($seen) $why"); }
        fi
    done <tools/packages.txt
    [ ${#missing[@]} -gt 0 ] || return 0

    if ! command -v apt-get >/dev/null || ! grep -qsE '^(ID|ID_LIKE)=.*debian' /etc/os-release; then
        say "this system is not Debian; install these first (names as in Debian, then how they are seen):"
        printf '  %s\n' "${list[@]}" >&2
        exit 3
    fi
    local root=()
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "missing, and there is no sudo: as root, apt-get install ${missing[*]}"
            exit 3
        fi
        root=(sudo)
    fi
    say "installing ${missing[*]}"
    if ! { "${root[@]}" apt-get update -q && "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends "${missing[@]}"; } >&2; then
        say "apt-get failed; missing: ${missing[*]}"
        exit 3
    fi
    rm -f build*/build.ninja # what was looked for before must be looked for again
}

# A tree that was compiled before, here or in another folder, is not compiled again.
if [ -z "${CMAKE_C_COMPILER_LAUNCHER:-}" ] && command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
fi

# setup_configure PRESET [-DNAME=VALUE ...] - configures when a value differs or nothing is there yet.
setup_configure() {
    local preset=$1 folder=build setting
    [ "$preset" = release ] || folder=build-$preset
    shift
    if [ -f "$folder/CMakeCache.txt" ] &&
        ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$folder/CMakeCache.txt"; then
        rm -rf "$folder" # the project was moved here with its build
    fi
    local fresh=yes
    if [ -f "$folder/build.ninja" ]; then
        fresh=
        for setting in "$@"; do
            setting=${setting#-D}
            grep -qE "^${setting%%=*}:[A-Z]+=${setting#*=}\$" "$folder/CMakeCache.txt" || fresh=yes
        done
    fi
    [ -z "$fresh" ] || cmake --preset "$preset" "$@" >&2
}

# setup_build PRESET [TARGET ...] - builds; silent when there is nothing to do.
setup_build() {
    local folder=build
    [ "$1" = release ] || folder=build-$1
    shift
    ninja -C "$folder" "$@" 2>&1 |
        sed -u -E '/^ninja: (Entering|no work)|Re-checking globbed|GLOB mismatch/d' >&2
}
