// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"

#include <array>

namespace capaudit {
namespace {

constexpr std::array kCommands = {
    Command{"report", "CAPTURE... [-o report.html]",
            "analyse captures and write an HTML report",
            "Examples:\n"
            "  capaudit report session.pcapng                    writes report.html\n"
            "  capaudit report a.pcap b.pcap -o both.html --title 'A against B'\n"
            "  capaudit report session.pcapng --parse            with parse times\n",
            kSelecting | kPage | kOutput | kNoBodies | kZone | kRuns, run_report},
    Command{"audit", "CLAIMS.toml [-o report.html]",
            "judge published claims on the captures they name",
            "A table on the terminal; with -o by extension: .html (the report, "
            "verdicts\n"
            "first), .json, .xml (JUnit), .md, .txt. docs/CLAIMS.md has the format of\n"
            "claims files.\n\n"
            "Examples:\n"
            "  capaudit audit captures/census/claims.toml\n"
            "  capaudit audit claims.toml --json | jq '.claims[] | {id, verdict}'\n"
            "  capaudit audit claims.toml -o verdicts.html\n",
            kPage | kOutput | kZone | kJson | kRuns, run_audit_command},
    Command{"list", "CAPTURE...", "list every exchange",
            "Formats: table (default), ndjson, json, csv, har, md.\n\n"
            "Examples:\n"
            "  capaudit list session.pcapng\n"
            "  capaudit list session.pcapng --format ndjson | jq .url\n"
            "  capaudit list session.pcapng --select 'status=4xx|5xx'\n"
            "  capaudit list session.pcapng -o session.har --bodies --redact off\n"
            "  tcpdump -w - | capaudit list -\n",
            kSelecting | kFormat | kOutput | kNoBodies | kBodies, run_list},
    Command{"info", "CAPTURE...",
            "what is in the files, how good they are, the byte ledger",
            "Formats: text (default), json.\n\n"
            "Examples:\n"
            "  capaudit info session.pcapng\n"
            "  capaudit info --connections session.pcapng\n"
            "  capaudit info --strict session.pcapng || echo 'not good enough'\n",
            kFormat | kOutput | kNoBodies | kZone | kLedgers, run_info},
    Command{"show", "CAPTURE ID", "one exchange with its heads, or the bytes of a body",
            "ID is what list prints: session.pcapng#3, #3 or 3. With --body wire or "
            "decoded\n"
            "the bytes are printed as they are, secrets included. --body tree prints "
            "what was\n"
            "decoded as JSON with types (docs/TREE.md); --format text: indented for "
            "reading;\n"
            "--format xml: as XML, where it was XML.\n\n"
            "Examples:\n"
            "  capaudit show session.pcapng 3\n"
            "  capaudit show session.pcapng 3 --body decoded > rows.json\n"
            "  capaudit show session.pcapng 3 --body tree --side request\n"
            "  capaudit show session.pcapng 3 --body tree | jq .root.type\n",
            kFormat | kBody | kOutput | kZone, run_show},
    Command{"sizes", "CAPTURE... [ID]",
            "the rows of a body, encoded again in every format",
            "ID is what list prints; without one: the largest body with rows of each\n"
            "operation. Formats: text (default), json, md, csv, html.\n\n"
            "Examples:\n"
            "  capaudit sizes session.pcapng 3\n"
            "  capaudit sizes session.pcapng --select 'format=json' -o sizes.html\n"
            "  capaudit sizes session.pcapng 3 --up-to 100000 --json\n",
            kSelecting | kFormat | kOutput | kFigures | kLadder, run_sizes},
    Command{"parse", "CAPTURE... [ID]",
            "parse and generate times of bodies, measured here",
            "ID is what list prints; without one: all whole bodies that an engine "
            "reads.\n"
            "Formats: text (default), json, md, csv, html.\n\n"
            "Examples:\n"
            "  capaudit parse session.pcapng 3\n"
            "  capaudit parse session.pcapng --engine simdjson --engine rapidjson\n"
            "  capaudit parse session.pcapng 3 --engine 'mine=./my_engine --fast'\n",
            kSelecting | kFormat | kOutput | kFigures | kTiming | kRuns, run_parse},
    Command{
        "compare", "A B",
        "two sessions, with intervals; with --same a HAR against packets",
        "A and B are captures, or globs in quotes. Operations of the same name are\n"
        "compared: medians of times, bytes and rows; difference and ratio only where\n"
        "both carried the same rows, else per row.\n"
        "With --same one of A and B is a HAR, the other a packet capture of the same\n"
        "session. Entries are matched to exchanges; each difference is listed with its\n"
        "reason. Formats: text (default), json, md, csv, html.\n\n"
        "Examples:\n"
        "  capaudit compare before.pcapng after.pcapng\n"
        "  capaudit compare 'json-*.pcapng' 'amf-*.pcapng' -o compared.md\n"
        "  capaudit compare a.pcap a.pcap --select-a url=*json* --select-b url=*amf*\n"
        "  capaudit compare session.har session.pcapng --same\n"
        "  capaudit compare session.har session.pcapng --same --json | jq "
        ".unexplained\n",
        kFormat | kOutput | kJson | kSame, run_compare},
    Command{
        "verify", "REPORT [CAPTURE...]",
        "derive a report again from its inputs and list what differs",
        "REPORT is a page or JSON that report or audit wrote. It names its inputs and "
        "their\nSHA-256; those that have moved are given behind it. Exit code 1: "
        "something differs,\nor an input is another file.\n\n"
        "Examples:\n"
        "  capaudit verify report.html\n"
        "  capaudit verify report.html downloads/session.pcapng\n",
        kNoInput, run_verify},
};

}  // namespace

std::span<const Command> commands() {
  return kCommands;
}

}  // namespace capaudit
