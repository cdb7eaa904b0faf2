#!/bin/sh
# SPDX-License-Identifier: MIT
# Starts normscope from the folder of its archive. What a desktop has already (the C++ library of its
# OpenGL driver, X11) is taken from the system, and from the archive only where the system lacks it.
here=$(dirname "$(readlink -f "$0")")
needed=$(cat "$here/lib/glibc")
found=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed -n 's/^glibc //p')
if [ -z "$found" ]; then
  echo "normscope: this system has no glibc, which the program needs (version $needed or newer)" >&2
  exit 1
fi
if [ "$(printf '%s\n%s\n' "$needed" "$found" | sort -V | head -n 1)" != "$needed" ]; then
  echo "normscope: this system has glibc $found; the program needs $needed or newer" >&2
  exit 1
fi
known=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null)
for folder in "$here"/lib/if-missing/*; do
  name=$(basename "$folder")
  case $known in
    *"$name "*) ;;
    *) LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$folder && export LD_LIBRARY_PATH ;;
  esac
done
exec "$here/bin/normscope" "$@"
