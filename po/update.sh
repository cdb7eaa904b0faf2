#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Finds the sentences of the sources and writes po/normscope.pot, and what is new into po/*.po. With
# --check it writes nothing and fails where the template is not what the sources say.
set -euo pipefail
export LC_ALL=C.UTF-8

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

template() {
  find core app -name '*.[ch]pp' | sort | xgettext --files-from=- --output=- --language=C++ \
    --from-code=UTF-8 --keyword --keyword=tr:1 --keyword=tr_n:1,2 --keyword=tr_form:1,2 \
    --keyword=tr_later:1 --keyword=memory_sentence:1 --keyword=translated:1 --add-location=file --sort-by-file --no-wrap --package-name=normscope |
    sed -e '1,/^"Content-Transfer-Encoding/{/^#/d;/^"POT-Creation-Date/d;/^"PO-Revision-Date/d
            /^"Last-Translator/d;/^"Language-Team/d;/^"Report-Msgid/d;s/CHARSET/UTF-8/}' \
      -e '/^#, c-format$/d' -e '/^#, c++-format$/d'
}

if [[ ${1:-} == --check ]]; then
  diff -u po/normscope.pot <(template) || {
    echo "po/normscope.pot is not what the sources say: run po/update.sh" >&2
    exit 1
  }
  exit 0
fi
template >po/normscope.pot
for language in po/*.po; do
  msgmerge --quiet --update --backup=none --no-wrap --add-location=file --no-fuzzy-matching \
    --sort-by-file "$language" po/normscope.pot
  echo "$language: $(msgfmt --statistics --output-file=/dev/null "$language" 2>&1)"
done
