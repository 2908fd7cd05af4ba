#!/bin/sh
# Installs what is missing: `setup.sh package` SWI-Prolog, a C compiler, .venv, torch and the package;
# `setup.sh tests` what the tests need, and where it can be had a browser; `setup.sh` both.
# Called by the Makefile; safe to repeat, with or without a terminal.
# PYTHON=/path/to/python3 chooses the interpreter; ROOT=no installs nothing that needs root rights.
set -eu
cd "$(dirname "$0")/.."

VENV=.venv
PIP="$VENV/bin/python -m pip -qq --no-input --disable-pip-version-check"

say() { printf 'setup: %s\n' "$*" >&2; }

# One line: what is missing and the command that installs it.
give_up() {
    say "$*"
    exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# Runs a command as root: as it is, or through sudo where sudo can work.
as_root() {
    [ "${ROOT:-}" != no ] || return 1
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif has sudo && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        sudo "$@"
    else
        return 1
    fi
}

# install APT DNF BREW WHAT: installs packages under their names in each package manager.
# shellcheck disable=SC2086  # several words are several packages
install() {
    if has apt-get; then
        as_root true || give_up "$4 is missing; run: sudo apt-get install -y $1"
        say "installing $4 (apt-get install $1)"
        apt_get update || say "apt-get update failed; going on with the known package lists"
        apt_get install $1 || give_up "$4 could not be installed; run: sudo apt-get install -y $1"
    elif has dnf; then
        say "installing $4 (dnf install $2)"
        as_root dnf install -y -q $2 || give_up "$4 is missing; run: sudo dnf install -y $2"
    elif has brew; then
        say "installing $4 (brew install $3)"
        brew install --quiet $3 || give_up "$4 is missing; run: brew install $3"
    else
        give_up "$4 is missing and there is no apt-get, dnf or brew here; install it by hand."
    fi
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -qq --no-install-recommends \
        -o DPkg::Lock::Timeout=300 "$@" </dev/null >&2
}

# Prints the first Python that is 3.11 or newer.
find_python() {
    for python in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11; do
        if [ -n "$python" ] && has "$python" &&
            "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$python"
            return
        fi
    done
    give_up "no Python 3.11 or newer found; install one, or name it: make setup PYTHON=/path/to/python3"
}

prolog_version() { swipl --version 2>/dev/null | sed -n 's/.*version \([0-9.]*\).*/\1/p'; }

# True where version $1 is 9.0.4 or newer.
is_new_enough() { printf '9.0.4\n%s\n' "$1" | sort -C -t. -k1,1n -k2,2n -k3,3n; }

need_prolog() {
    has swipl || install swi-prolog-nox pl swi-prolog "SWI-Prolog 9.0.4 or newer"
    version=$(prolog_version)
    is_new_enough "${version:-0}" || give_up \
        "SWI-Prolog ${version:-of an unknown version} is too old, 9.0.4 or newer is needed: https://www.swi-prolog.org/Download.html"
}

# What the C core is compiled with, see symbolic_rl/bridge/build.py.
need_compiler() {
    home=$(swipl --dump-runtime-variables | sed -n 's/^PLBASE="\(.*\)";$/\1/p')
    [ -f "$home/include/SWI-Prolog.h" ] ||
        install swi-prolog-nox pl-devel swi-prolog "SWI-Prolog's header SWI-Prolog.h"
    if [ -n "${CC:-}" ]; then
        has "${CC%% *}" || give_up "the C compiler that CC names is missing: $CC; name another, or unset CC"
    elif ! has cc && ! has gcc && ! has clang; then
        install "gcc libc6-dev" gcc gcc "a C compiler"
    fi
}

need_venv() {
    if [ -x $VENV/bin/python ] && $VENV/bin/python -m pip --version >/dev/null 2>&1; then
        return
    fi
    python=$(find_python)
    if ! "$python" -c 'import ensurepip' 2>/dev/null; then # Debian keeps it in a package of its own
        minor=$("$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
        install "$minor-venv" "$minor" "$minor" "Python's venv module"
    fi
    say "creating $VENV with $("$python" --version)"
    "$python" -m venv --clear $VENV
}

# On Linux without an NVIDIA device the CPU build saves several GB, where its index can be reached.
torch_index() {
    if [ "$(uname -s)" = Linux ] && ! has nvidia-smi && [ ! -e /dev/nvidiactl ]; then
        index=https://download.pytorch.org/whl/cpu
        "$VENV/bin/python" - "$index/torch/" <<'PYTHON' >/dev/null 2>&1 && echo "--extra-index-url $index"
import sys, urllib.request
urllib.request.urlopen(sys.argv[1], timeout=5)
PYTHON
    fi
    return 0
}

need_package() {
    $PIP install "pip>=25.1" # the first that knows dependency groups
    torch=$(grep '^torch==' constraints.txt)
    if ! $PIP show torch >/dev/null 2>&1; then
        say "installing $torch (a few minutes on the first run)"
    fi
    # Python compiles what is imported, and not the other thousands of files of torch. Where it may
    # not keep that, each process would compile again, and workers would take 14 MB more.
    compile=--no-compile
    [ -z "${PYTHONDONTWRITEBYTECODE:-}" ] || compile=--compile
    # shellcheck disable=SC2046  # two words, or none
    $PIP install $compile $(torch_index) "$torch"
    say "installing symbolic-rl and what it needs"
    $PIP install $compile --constraint constraints.txt --editable .
}

need_tools() {
    say "installing what the tests need"
    $PIP install --constraint constraints.txt --group test --group docs
    $PIP install --no-deps "$(grep '^pykeen==' constraints.txt)" # its files of triples
}

# For the tests of trackers; never fails: they are skipped without it.
need_tracker() {
    $PIP install --constraint constraints.txt --group track >&2 ||
        say "wandb could not be installed; the test with it is skipped"
}

has_browser() {
    for browser in chromium chromium-browser google-chrome google-chrome-stable; do
        ! has "$browser" || return 0
    done
    return 1
}

# For the tests of pages; never fails: they are skipped without it.
need_browser() {
    if ! $PIP install --constraint constraints.txt --group browser >&2; then
        say "playwright could not be installed; the tests of pages are skipped"
        return
    fi
    ! has_browser || return 0
    [ "${ROOT:-}" = no ] || say "installing Chromium as root, for the tests of pages; without: ROOT=no"
    if has apt-get && as_root true && { apt_get update || true; } && apt_get install chromium; then
        return
    fi
    "$VENV/bin/python" -m playwright install chromium >&2 ||
        say "there is no Chromium to be had; the tests of pages are skipped"
}

# Says what will be installed with root rights, before anything is, and how to do without.
announce() {
    wanted=""
    has swipl || wanted="$1"
    [ -n "${CC:-}" ] || has cc || has gcc || has clang || wanted="$wanted $2"
    [ -z "${wanted# }" ] || [ "${ROOT:-}" = no ] || {
        say "to be installed as root by $3: ${wanted# }"
        say "without root rights: ROOT=no, after conda install -c conda-forge swi-prolog c-compiler"
    }
}

if [ "${1:-package}" = package ]; then
    if has apt-get; then
        announce swi-prolog-nox "gcc libc6-dev" apt-get
    elif has dnf; then
        announce "pl pl-devel" gcc dnf
    fi
    need_prolog
    need_compiler
    need_venv
    need_package
fi
if [ "${1:-tests}" = tests ]; then
    need_tools
    need_tracker
    need_browser
fi
