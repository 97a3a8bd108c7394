// SPDX-License-Identifier: Apache-2.0
// The report as plain data: sections of paragraphs, tables and charts, in reading order.
// No markup in it and nothing escaped; captured text is redacted already. Builders in
// section_*.cc fill it from the analysis; html.cc, data.cc and markdown.cc write it.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "reports/page/chart.h"
#include "reports/page/table.h"

namespace capaudit {

struct Paragraph {
  std::string text;
};

/// Of a part of a section.
struct Heading {
  std::string text;
};

/// Something the reader must know, with what to do about it.
struct Notice {
  Tone tone = Tone::warning;
  std::string text;
};

struct Card {
  std::string label, value, note;
  Tone tone = Tone::plain;
  std::string link = {};  ///< id of an element of the page: where the value comes from
};
struct Cards {
  std::vector<Card> cards;
};

/// What a reader asks first, each answer in a sentence.
struct Answer {
  std::string question, answer;
  Tone tone = Tone::plain;
  std::vector<PageLink> links = {};  ///< to the evidence
  /// One by one what the answer counts, each with its evidence.
  std::vector<std::pair<std::string, PageLink>> items = {};
  bool measured = false;  ///< rests on times measured when the report was made
};
struct Answers {
  std::vector<Answer> answers;
};

/// Terms and what they mean.
struct Definitions {
  std::vector<std::pair<std::string, std::string>> entries;
};

/// Text to be copied: a command.
struct Preformatted {
  std::string text;
};

using Block = std::variant<Paragraph, Heading, Notice, Cards, Answers, PageTable, Chart,
                           Waterfall, Definitions, Preformatted>;

struct Section {
  std::string id, title;
  std::vector<Block> blocks;  ///< none: the section is left out
  /// Holds times measured when the report was made: they differ from run to run.
  bool measured = false;
};

struct Report {
  std::string title, subtitle;
  std::vector<Section> sections;
};

}  // namespace capaudit
