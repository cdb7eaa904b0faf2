# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The part of ./dev that makes one archive with all libraries beside the program. ./dev sources it,
# and has what is not defined here.
# shellcheck disable=SC2154  # root and preset are dev's

# What every system with glibc has, and must take its own of.
of_glibc='^(linux-vdso|ld-linux.*|libc|libm|libmvec|libdl|libpthread|librt|libutil|libresolv|libanl|libnsl)\.so'
# What the system's OpenGL driver uses too, and may need a newer one of: ours only where there is none.
if_missing='^(libstdc\+\+|libgcc_s|libX11|libXext|libXrender|libXau|libXdmcp|libxcb.*|libbsd|libmd)\.so'
# Modules of Python's that the kernel has no use for, or whose libraries are under the GPL alone.
not_of_python='readline|_gdbm|_dbm|_curses|_curses_panel|_tkinter|nis|_crypt|audioop|ossaudiodev|spwd|_test|xxlimited'

# The Debian package that a file came with.
package_of() {
  local found
  found=$(dpkg -S "$(realpath "$1")" 2>/dev/null || dpkg -S "/usr$(realpath "$1")" 2>/dev/null ||
    dpkg -S "$(realpath "$1" | sed 's,^/usr,,')" 2>/dev/null) || die "no package has $1"
  found=${found%%: *}
  echo "${found%%:*}"
}

# keep_licence FOLDER FILE: that of the package that a file came with.
keep_licence() {
  local package
  package=$(package_of "$2")
  grep -q "^$package " "$root/assets/portable/licences.txt" ||
    die "the licence of $package is not in assets/portable/licences.txt ($2)"
  cp "/usr/share/doc/$package/copyright" "$1/licences/$package"
}

# The libraries of these programs and modules, a path a line.
libraries_of() {
  { ldd "$@" 2>/dev/null | sed -nE 's,^[[:space:]]*[^ ]+ => (/[^ ]+) .*,\1,p' | sort -u; } || true
}

take_python() {
  local folder=$1 library module
  library=/usr/lib/$(ldd "$folder/libexec/normscope/normscope-kernel" | grep -o 'python3\.[0-9]*' | head -n 1)
  mkdir -p "$folder/lib/$(basename "$library")"
  (cd "$library" && tar cf - --exclude=__pycache__ --exclude=test --exclude=idlelib \
    --exclude=tkinter --exclude=turtledemo --exclude=lib2to3 --exclude=ensurepip \
    --exclude='config-*' --exclude=dist-packages --exclude=sitecustomize.py .) |
    tar xf - -C "$folder/lib/$(basename "$library")"
  for module in "$folder/lib/$(basename "$library")"/lib-dynload/*.so; do
    if grep -qE "^($not_of_python)" <<<"$(basename "$module")"; then rm "$module"; fi
  done
  keep_licence "$folder" "$library/os.py"
}

take_libraries() {
  local folder=$1 file name
  mapfile -t programs < <(find "$folder/bin" "$folder/libexec" "$folder"/lib/python3* -type f \
    -exec sh -c 'head -c 4 "$1" | grep -q ELF' sh {} \; -print)
  while IFS= read -r file; do
    name=$(basename "$file")
    if grep -qE "$of_glibc" <<<"$name"; then continue; fi
    keep_licence "$folder" "$file"
    if grep -qE "$if_missing" <<<"$name"; then
      install -D -m 644 "$file" "$folder/lib/if-missing/$name/$name"
    else
      install -m 644 "$file" "$folder/lib/$name"
    fi
  done < <(libraries_of "${programs[@]}")
  # An executable's old kind of path serves all libraries that it loads.
  for file in "$folder"/bin/* "$folder"/libexec/normscope/*; do
    # shellcheck disable=SC2016  # the linker's own variable
    patchelf --force-rpath --set-rpath \
      "\$ORIGIN/$(realpath --relative-to="$(dirname "$file")" "$folder/lib")" "$file"
  done
  find "$folder/lib" -name '*.so*' -exec strip --strip-unneeded {} + 2>/dev/null || true
}

take_fonts() {
  local folder=$1 family file
  mkdir -p "$folder/share/normscope/fonts"
  for family in Inter 'JetBrains Mono' STIXGeneral; do
    while IFS= read -r file; do
      cp "$file" "$folder/share/normscope/fonts/"
      keep_licence "$folder" "$file"
    done < <(fc-list "$family" file | sed 's/: *$//' |
      grep -E '/(Inter-(Regular|SemiBold|Italic)|JetBrainsMono-Regular|STIXGeneral(-Regular|-Italic|Italic)?)\.[ot]tf$')
  done
}

# The newest version of glibc that any file of the archive asks for.
glibc_needed() {
  find "$1" -type f -exec sh -c 'head -c 4 "$1" | grep -q ELF' sh {} \; -print0 |
    xargs -0 objdump -T 2>/dev/null | grep -o 'GLIBC_2\.[0-9.]*' | sed 's/GLIBC_//' | sort -Vu | tail -n 1
}

# try_portable ARCHIVE SUITE: the archive in a minimal Debian of that suite, without any package of ours.
try_portable() {
  local archive=$1 suite=$2 system=$root/build/portable/debian-$2
  if [[ ! -e $system/bin/sh ]]; then
    say "making a minimal Debian $suite under build/portable, once"
    quietly as_root mmdebstrap --variant=minbase "$suite" "$system.new" ||
      die "could not make a Debian $suite"
    as_root mv "$system.new" "$system"
  fi
  as_root rm -rf "$system/opt/normscope"
  as_root mkdir -p "$system/opt/normscope"
  as_root tar xf "$archive" -C "$system/opt/normscope" --strip-components=1
  as_root cp "$root/assets/portable/try.sh" "$system/opt/"
  # shellcheck disable=SC2016  # the words are the inner shell's
  as_root unshare --mount bash -c 'mount -t proc proc "$1/proc" && exec chroot "$1" /bin/sh /opt/try.sh' \
    try "$system" || die "the archive does not work in $suite"
  say "runs in a minimal Debian $suite"
}

make_portable() {
  local folder archive version suite
  ensure build portable
  configure
  build
  version=$(sed -n 's/^CMAKE_PROJECT_VERSION:[A-Z]*=//p' "$root/build/$preset/CMakeCache.txt")
  folder=$root/build/portable/normscope-$version-$(uname -m)
  archive=$folder.tar.xz
  rm -rf "$folder"
  mkdir -p "$folder/licences" "$folder/lib"
  quietly cmake --install "$root/build/$preset" --component app --strip --prefix "$folder" ||
    die "cmake --install failed"
  cp "$root/LICENSE" "$folder/licences/normscope"
  take_python "$folder"
  take_libraries "$folder"
  take_fonts "$folder"
  cp "$root/assets/portable/licences.txt" "$folder/licences/README"
  glibc_needed "$folder" >"$folder/lib/glibc"
  install -m 755 "$root/assets/portable/normscope.sh" "$folder/normscope"
  tar cJf "$archive" -C "$root/build/portable" --owner=0 --group=0 "$(basename "$folder")"
  for suite; do try_portable "$archive" "$suite"; done
  printf '%s\n' "$archive"
}
