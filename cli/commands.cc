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
            "  capaudit report a.pcap b.pcap -o both.html --title 'A against B'\n",
            kSelecting | kPage, run_report},
    Command{"list", "CAPTURE...", "list every exchange",
            "Formats: table (default), ndjson, json, csv, har, md.\n\n"
            "Examples:\n"
            "  capaudit list session.pcapng\n"
            "  capaudit list session.pcapng --format ndjson | jq .url\n"
            "  capaudit list session.pcapng --select 'status=4xx|5xx'\n"
            "  tcpdump -w - | capaudit list -\n",
            kSelecting | kFormat | kNoBodies, run_list},
};

}  // namespace

std::span<const Command> commands() {
  return kCommands;
}

}  // namespace capaudit
