# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The part of ./dev that makes the golden files again, in a minimal Debian 13. ./dev sources it, and
# has what is not defined here.
# shellcheck disable=SC2154  # root is dev's

# in_oracle COMMAND...: runs it in the Debian 13 of the oracle, where this folder is /mnt.
in_oracle() {
  # shellcheck disable=SC2016  # the words are the inner shell's
  as_root unshare --mount bash -c '
    mount --bind "$2" "$1/mnt" && mount -t proc proc "$1/proc" && shift 2 && exec chroot "$@"' \
    oracle "$oracle_root" "$root" --userspec="$(id -u):$(id -g)" "$oracle_root" \
    env -i PATH=/usr/bin:/bin HOME=/tmp LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 \
    ATEN_CPU_CAPABILITY=avx2 OMP_NUM_THREADS=1 "$@"
}

# Makes that Debian where it is missing; refuses a PyTorch that the golden files do not stand for.
ensure_oracle() {
  local version
  oracle_root=$root/build/oracle/debian-13
  if [[ ! -e $oracle_root/usr/bin/python3 ]]; then
    ensure oracle
    command -v mmdebstrap >/dev/null || die "missing: mmdebstrap, which makes the Debian 13 of the oracle"
    say "making a minimal Debian 13 with PyTorch under build/oracle, once"
    mkdir -p "$root/build/oracle"
    quietly as_root mmdebstrap --variant=minbase --aptopt='APT::Install-Recommends "false"' \
      --include=python3-torch,python3-numpy,python3-matplotlib,python3-pandas,python3-tqdm,jupyter-nbconvert,python3-ipykernel trixie "$oracle_root.new" ||
      die "could not make a Debian 13"
    as_root mv "$oracle_root.new" "$oracle_root"
  fi
  version=$(in_oracle python3 -c 'import torch; print(torch.__version__)') || die "PyTorch does not start there"
  [[ $version == 2.6.0* ]] || die "the oracle is Debian 13's PyTorch 2.6.0, and $oracle_root has $version"
}

# compare_goldens UPDATE SCRIPT...: makes the golden files of these scripts of tests/oracle again
# under build/oracle and compares them with the committed.
compare_goldens() {
  local update=$1 name made committed file count status=0
  shift
  for name in "$@"; do
    [[ -f $root/tests/oracle/$name.py ]] || die "there is no tests/oracle/$name.py"
    made=$root/build/oracle/$name
    rm -rf "$made"
    mkdir -p "$made"
    quietly in_oracle python3 "/mnt/tests/oracle/$name.py" "/mnt/build/oracle/$name" ||
      die "tests/oracle/$name.py failed"
    count=0
    while IFS= read -r -d '' committed; do
      file=${committed#"$root/tests/data/$name/"}
      if [[ ! -f $made/$file ]]; then continue; fi
      count=$((count + 1))
      if cmp -s "$made/$file" "$committed"; then continue; fi
      if [[ $update == yes ]]; then
        cp "$made/$file" "$committed"
        printf 'tests/data/%s/%s: updated\n' "$name" "$file"
      else
        printf 'tests/data/%s/%s: differs from what PyTorch gives\n' "$name" "$file"
        status=1
      fi
    done < <(find "$root/tests/data/$name" -type f -print0 2>/dev/null)
    printf 'tests/oracle/%s.py: %d files compared\n' "$name" "$count"
    ((count)) || die "tests/oracle/$name.py makes none of the files of tests/data/$name"
  done
  return "$status"
}

run_oracle() {
  local update=no status=0 script scripts=()
  if [[ ${1:-} == --update ]]; then
    update=yes
    shift
  fi
  for script in "$root"/tests/oracle/*.py; do scripts+=("$(basename "$script" .py)"); done
  ensure_oracle
  if (($#)); then
    compare_goldens "$update" "$@"
    return
  fi
  compare_goldens "$update" "${scripts[@]}" || status=1
  build_tests
  cd "$root" || exit
  # Tests print the figures they measured; what GoogleTest and CTest say of their own is left out.
  NORMSCOPE_ORACLE_DIR=$root/build/oracle ctest --preset "$preset" --parallel "$jobs" --verbose |
    grep -vE -e '^[0-9]+: *(\[ *(RUN|OK|PASSED|-+|=+) *\].*)?$' -e '^ *(Start|[0-9]+:  [A-Z_]+=)' \
      -e '^[0-9]+: (Test command|Test timeout|Working Directory|Environment variables|Note|Running main)' \
      -e '^(test [0-9]+|UpdateC|Constructing|Done|Updating|Added|Checking|Test project).*' -e '^$' ||
    status=1
  return "$status"
}
