# SPDX-License-Identifier: MIT
# Completion for bash: the commands, options and values are those that --help lists, so that nothing is
# said twice; files are offered by kind.
# shellcheck shell=bash disable=SC2034,SC2207  # split is for _init_completion; no word has blanks

# The words of a part of a help text, which comes on standard input: Subcommands or Options.
_normscope_part() {
  awk -v part="$1:" '$0 == part { on = 1; next } !NF { on = 0 } on && /^  [^ ]/ { print $1 }' | tr ',' '\n'
}

# The values of an option in a help text: "cpu gpu", the name of a type, or nothing for a flag.
_normscope_values() {
  sed -n "s/^  $1 \([^ ][^ ]*\).*/\1/p" | tr '|' ' '
}

# The figures of the first file on the line.
_normscope_figures() {
  local program=$1 word
  shift
  for word in "$@"; do
    if [[ -f $word ]]; then
      "$program" export "$word" --list 2>/dev/null | awk '{ print $1 }'
      return
    fi
  done
}

_normscope() {
  local cur prev words cword split
  _init_completion -s || return
  local program=${words[0]} help commands=() inner word
  local -x NORMSCOPE_LANGUAGE=en # the headings of help texts are looked for
  help=$("$program" --help 2>/dev/null) || return
  inner=$(_normscope_part Subcommands <<<"$help")
  for word in "${words[@]:1:cword-1}"; do
    if [[ -n $inner ]] && grep -qxF -e "$word" <<<"$inner"; then
      if [[ ${commands[0]:-} == help ]]; then # of another command, whose name is all that is asked for
        commands+=("$word")
        inner=$("$program" "${commands[@]}" 2>/dev/null | _normscope_part Subcommands)
        continue
      fi
      commands+=("$word")
      help=$("$program" "${commands[@]}" --help 2>/dev/null) || return
      [[ $word == help ]] || inner=$(_normscope_part Subcommands <<<"$help")
    fi
  done
  local command=${commands[0]:-} numbers='@(npy|npz|safetensors|csv|tsv|txt)' values=''
  if [[ $prev == --* ]]; then values=$(_normscope_values "$prev" <<<"$help"); fi

  case $command:$prev:$values in
    handout:--output:*) _filedir pdf ;;
    export:--output:*) _filedir '@(svg|pdf|png|csv)' ;;
    *:--python:*) _filedir ;;
    *:*:FILE) _filedir "$numbers" ;;
    *:--figure:*) COMPREPLY=($(compgen -W "$(_normscope_figures "$program" "${words[@]:2}")" -- "$cur")) ;;
    *:--operation:*)
      COMPREPLY=($(compgen -W "$("$program" compute --help | _normscope_part Subcommands)" -- "$cur"))
      ;;
    *:--algorithm:NAME)
      for word in layer-norm softmax; do
        values+=" $("$program" compute "$word" --help | _normscope_values --algorithm)"
      done
      COMPREPLY=($(compgen -W "${values#NAME}" -- "$cur"))
      ;;
    *:*:*[a-z]*) COMPREPLY=($(compgen -W "$values" -- "$cur")) ;;
    *:*:?*) ;; # a number, a shape
    *)
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$(_normscope_part Options <<<"$help")" -- "$cur"))
        return
      fi
      case $command in
        run) _filedir '@(ipynb|py|md)' ;;
        lessons | handout) [[ -n $inner ]] || _filedir md ;;
        compare) _filedir "$numbers" ;;
        '' | export | verify) _filedir '@(json|md|ipynb|py|svg|pdf|png|npy|npz|safetensors|csv|tsv|txt)' ;;
      esac
      COMPREPLY+=($(compgen -W "$inner" -- "$cur"))
      ;;
  esac
} &&
  complete -F _normscope normscope
