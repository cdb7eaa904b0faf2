# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The part of ./dev that runs benchmarks beside the oneDNN and PyTorch of another Debian. ./dev
# sources it, and has what is not defined here.
# shellcheck disable=SC2154  # root is dev's

# run_benchmarks_in SUITE [PROGRAM...] [ARGS]: builds and runs them in a minimal Debian of that suite,
# which is made once. This folder is /mnt there, and what is built lies in build/peers/SUITE.
run_benchmarks_in() {
  local suite=$1 system=$root/build/peers/debian-$1 wanted
  shift
  if [[ ! -e $system/usr/bin/python3 ]]; then
    ensure oracle
    command -v mmdebstrap >/dev/null || die "missing: mmdebstrap, which makes a minimal Debian"
    say "making a minimal Debian $suite with oneDNN and PyTorch under build/peers, once"
    mkdir -p "$root/build/peers"
    wanted=$(packages build && packages bench)
    quietly as_root mmdebstrap --variant=minbase --aptopt='APT::Install-Recommends "false"' \
      --include="$(tr '\n ' ',,' <<<"$wanted")python3-torch" "$suite" "$system.new" ||
      die "could not make a Debian $suite"
    as_root mv "$system.new" "$system"
  fi
  # Without names: those that have peers. There is no display for the window.
  [[ ${1:-} == [!-]* ]] || set -- kernels gradients "$@"
  mkdir -p "$root/build/peers/$suite"
  # shellcheck disable=SC2016  # the words are the inner shell's
  as_root unshare --mount bash -c '
    mount --bind "$2" "$1/mnt" && mount --bind "$3" "$1/mnt/build" && mount -t proc proc "$1/proc" &&
    mount --rbind /sys "$1/sys" && shift 3 && exec chroot "$@"' \
    bench "$system" "$root" "$root/build/peers/$suite" "$system" \
    env -i PATH=/usr/bin:/bin HOME=/tmp LC_ALL=C.UTF-8 /mnt/dev bench "$@"
}
