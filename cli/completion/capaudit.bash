# SPDX-License-Identifier: Apache-2.0
# bash completion for capaudit

_capaudit() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command='' word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      report | audit | list | info | show | verify | compare | sizes | parse) command=$word && break ;;
    esac
  done
  COMPREPLY=()
  case $prev in
    --dedup) COMPREPLY=($(compgen -W 'auto off' -- "$cur")) && return ;;
    --body) COMPREPLY=($(compgen -W 'wire decoded tree' -- "$cur")) && return ;;
    --side) COMPREPLY=($(compgen -W 'request response' -- "$cur")) && return ;;
    --redact) COMPREPLY=($(compgen -W 'default strict off' -- "$cur")) && return ;;
    --data) COMPREPLY=($(compgen -W 'embed side none' -- "$cur")) && return ;;
    --theme) COMPREPLY=($(compgen -W 'auto light dark' -- "$cur")) && return ;;
    --color) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")) && return ;;
    --format)
      if [[ $command == info ]]; then
        COMPREPLY=($(compgen -W 'text json' -- "$cur"))
      elif [[ $command == show ]]; then
        COMPREPLY=($(compgen -W 'json text xml' -- "$cur"))
      elif [[ $command == sizes || $command == parse || $command == compare ]]; then
        COMPREPLY=($(compgen -W 'text json md csv html' -- "$cur"))
      else
        COMPREPLY=($(compgen -W 'table ndjson json csv har md' -- "$cur"))
      fi
      return
      ;;
    --engine) COMPREPLY=($(compgen -W 'simdjson simdjson-ondemand rapidjson nlohmann yajl node chromium pugixml expat capaudit' -- "$cur")) && return ;;
    --templates) COMPREPLY=($(compgen -d -- "$cur")) && return ;;
    --filter | --select | --select-a | --select-b | --decode-as | --max-body | --max-memory | --jobs | -j | --tz | --title | --up-to | --runs | --warmup | --timeout) return ;;
  esac
  if [[ $cur == -* ]]; then
    local input='--filter --decode-as --dedup --check-checksums --max-body --max-memory --jobs --strict'
    local general='--redact --quiet --verbose --color --help --version'
    case $command in
      report) COMPREPLY=($(compgen -W "$input $general --select --no-bodies --output --tz --title --theme --templates --data --parse --runs --warmup" -- "$cur")) ;;
      audit) COMPREPLY=($(compgen -W "$input $general --json --output --tz --title --theme --templates --data --parse --runs --warmup" -- "$cur")) ;;
      list) COMPREPLY=($(compgen -W "$input $general --select --no-bodies --bodies --output --format" -- "$cur")) ;;
      info) COMPREPLY=($(compgen -W "$input $general --connections --no-bodies --output --format --tz" -- "$cur")) ;;
      show) COMPREPLY=($(compgen -W "$input $general --body --format --side --tz" -- "$cur")) ;;
      compare) COMPREPLY=($(compgen -W "$input $general --output --format --same --select-a --select-b --templates --json" -- "$cur")) ;;
      sizes) COMPREPLY=($(compgen -W "$input $general --select --output --format --json --side --templates --up-to" -- "$cur")) ;;
      parse) COMPREPLY=($(compgen -W "$input $general --select --output --format --json --side --templates --engine --runs --warmup --timeout" -- "$cur")) ;;
      *) COMPREPLY=($(compgen -W '--quiet --verbose --color --help --version' -- "$cur")) ;;
    esac
  elif [[ -z $command ]]; then
    COMPREPLY=($(compgen -W 'report audit list info show verify compare sizes parse' -- "$cur"))
  else
    COMPREPLY=($(compgen -f -- "$cur"))
  fi
}
complete -o filenames -F _capaudit capaudit
