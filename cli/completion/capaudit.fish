# SPDX-License-Identifier: Apache-2.0
# fish completion for capaudit

set -l commands report list info show verify compare sizes parse
complete -c capaudit -n "not __fish_seen_subcommand_from $commands" -f
complete -c capaudit -n "not __fish_seen_subcommand_from $commands" -a report -d 'analyse captures and write the report'
complete -c capaudit -n "not __fish_seen_subcommand_from $commands" -a list -d 'list every exchange'
complete -c capaudit -n "not __fish_seen_subcommand_from $commands" -a info -d 'what is in the files, how good they are'
complete -c capaudit -n "not __fish_seen_subcommand_from $commands" -a show -d 'one exchange, or the bytes of its body'
complete -c capaudit -n "not __fish_seen_subcommand_from $commands" -a compare -d 'a HAR against packets of the same session'
complete -c capaudit -n "not __fish_seen_subcommand_from $commands" -a verify -d 'derive a report again and list what differs'
complete -c capaudit -n "not __fish_seen_subcommand_from $commands" -a sizes -d 'the rows of a body in every format'
complete -c capaudit -n "not __fish_seen_subcommand_from $commands" -a parse -d 'parse times measured here'

complete -c capaudit -s q -l quiet -d 'no messages but errors'
complete -c capaudit -s v -l verbose -d 'more messages'
complete -c capaudit -l color -x -a 'auto always never' -d 'colours on a terminal'
complete -c capaudit -s h -l help -d help
complete -c capaudit -l version -d version

set -l any "__fish_seen_subcommand_from $commands"
complete -c capaudit -n $any -l filter -x -d 'read only packets that match'
complete -c capaudit -n $any -l decode-as -x -d 'read connections with this port as HTTP'
complete -c capaudit -n $any -l dedup -x -a 'auto off' -d 'set aside frames that were recorded twice'
complete -c capaudit -n $any -l check-checksums -d 'verify IP and TCP checksums'
complete -c capaudit -n $any -l max-body -x -d 'bytes of one body kept for decoding'
complete -c capaudit -n $any -l max-memory -x -d 'bytes buffered in all'
complete -c capaudit -n $any -s j -l jobs -x -d 'threads that decode bodies'
complete -c capaudit -n $any -l strict -d 'exit with 4 where an input is damaged'
complete -c capaudit -n $any -l redact -x -a 'default strict off' -d 'hide secrets'
complete -c capaudit -n '__fish_seen_subcommand_from report list sizes parse' -l select -x -d 'only exchanges that match'
complete -c capaudit -n '__fish_seen_subcommand_from report list info' -l no-bodies -d 'do not decode bodies'
complete -c capaudit -n '__fish_seen_subcommand_from report list info sizes parse' -s o -l output -r -d 'write to a file'
complete -c capaudit -n '__fish_seen_subcommand_from list' -l format -x -a 'table ndjson json csv har md'
complete -c capaudit -n '__fish_seen_subcommand_from info compare' -l format -x -a 'text json'
complete -c capaudit -n '__fish_seen_subcommand_from report info show' -l tz -x -d 'zone of times'
complete -c capaudit -n '__fish_seen_subcommand_from report' -l title -x -d 'title of the report'
complete -c capaudit -n '__fish_seen_subcommand_from report' -l theme -x -a 'auto light dark' -d 'colours of the report'
complete -c capaudit -n '__fish_seen_subcommand_from report' -l templates -x -a '(__fish_complete_directories)'
complete -c capaudit -n '__fish_seen_subcommand_from report' -l data -x -a 'embed side none' -d 'where the data of the report go'
complete -c capaudit -n '__fish_seen_subcommand_from show' -l body -x -a 'wire decoded tree' -d 'print the body'
complete -c capaudit -n '__fish_seen_subcommand_from show' -l side -x -a 'request response' -d 'whose body'
complete -c capaudit -n '__fish_seen_subcommand_from sizes parse' -l format -x -a 'text json md csv html'
complete -c capaudit -n '__fish_seen_subcommand_from sizes parse' -l json -d 'the same as --format json'
complete -c capaudit -n '__fish_seen_subcommand_from sizes parse' -l side -x -a 'request response' -d 'whose body'
complete -c capaudit -n '__fish_seen_subcommand_from sizes parse' -l templates -x -a '(__fish_complete_directories)'
complete -c capaudit -n '__fish_seen_subcommand_from sizes' -l up-to -x -d 'go on beyond the captured rows'
complete -c capaudit -n '__fish_seen_subcommand_from parse' -l engine -x -a 'simdjson simdjson-ondemand rapidjson nlohmann yajl node chromium pugixml expat capaudit' -d 'only this engine, or name=command'
complete -c capaudit -n '__fish_seen_subcommand_from parse' -l runs -x -d 'timed batches of each engine'
complete -c capaudit -n '__fish_seen_subcommand_from parse' -l warmup -x -d 'batches set aside at the start'
complete -c capaudit -n '__fish_seen_subcommand_from parse' -l timeout -x -d 'for one answer of a command'
complete -c capaudit -n '__fish_seen_subcommand_from compare' -l same -d 'a HAR and packets of the same session'
complete -c capaudit -n '__fish_seen_subcommand_from compare' -l json -d 'the same as --format json'
