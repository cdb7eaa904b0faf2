#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A Debian package as a user gets it: Debian's own checks, and the programs of its unpacked files,
# which find each other wherever they are. usage: package_test.sh PACKAGE.deb
set -euo pipefail
package=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  printf 'failed: %s\n' "$*" >&2
  exit 1
}

# Root may run lintian, too, on machines that have nobody else. Debian 13's checkers ask for a
# homepage, and this project has none: that warning alone is passed over.
warnings() { grep '^[EW]:' "$1" | grep -v "$2" || true; }
lintian --allow-root "$package" >"$work/said" || fail "lintian: $(<"$work/said")"
said=$(warnings "$work/said" ' appstream-metadata-validation-failed ')
[[ -z $said ]] || fail "lintian: $said"
echo "lintian: nothing to say"

dpkg-deb --extract "$package" "$work/root"
share=$work/root/usr/share
desktop-file-validate "$share/applications/normscope.desktop" || fail "the desktop file is wrong"
appstreamcli validate --no-net "$share"/metainfo/*.xml >"$work/said" || true
said=$(warnings "$work/said" ': url-homepage-missing')
[[ -s $work/said && -z $said ]] || fail "the metainfo file: $said"
said=$(zcat "$share/man/man1/normscope.1.gz" | man --warnings -E UTF-8 -l - 2>&1 >/dev/null)
[[ -z $said ]] || fail "the manual page: $said"
echo "desktop file, metainfo, manual page: nothing to say"

for file in bin/normscope libexec/normscope/normscope-kernel share/normscope/guide/index.html \
  share/icons/hicolor/scalable/apps/normscope.svg share/mime/packages/normscope.xml \
  share/bash-completion/completions/normscope share/doc/normscope/copyright; do
  [[ -s $work/root/usr/$file ]] || fail "usr/$file is missing"
done
for folder in include lib; do
  [[ ! -e $work/root/usr/$folder ]] || fail "development files are in usr/$folder"
done

program=$work/root/usr/bin/normscope
"$program" --version | grep -qx "normscope $(dpkg-deb --field "$package" Version | cut -d- -f1)" ||
  fail "the version is another one than the package's"
printf 'import torch\ntorch.manual_seed(123)\nprint(torch.rand(2))\n' >"$work/seed.py"
[[ $("$program" run "$work/seed.py") == 'tensor([0.2961, 0.5166])' ]] || fail "a script does not run"
"$program" lessons list | grep -q '01-first-look.md' || fail "the lessons are not there"
echo "the unpacked program runs, with its kernel"
