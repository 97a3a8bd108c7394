// SPDX-License-Identifier: Apache-2.0
// capaudit's own decoders: what the other engines are checked against, and the only ones
// here that read AMF. What they generate is the rows of each body, without its envelope.
#include <utility>

#include "analyzer/parse/check.h"
#include "analyzer/parse/engines.h"
#include "analyzer/parse/local_run.h"
#include "analyzer/parse/visit_tree.h"
#include "analyzer/rows/extract.h"
#include "analyzer/rows/table.h"
#include "decoders/writers/writers.h"

namespace capaudit {
namespace {

/// The writer whose output is nearest to a captured format.
const RowWriter* nearest_writer(Format format) {
  constexpr std::pair<Format, std::string_view> kWriters[] = {
      {Format::json, "json"},        {Format::odata_json, "odata-json"},
      {Format::amf0, "amf0"},        {Format::amf3, "amf3"},
      {Format::xml, "xml"},          {Format::odata_atom, "odata-atom"},
      {Format::soap, "soap-literal"}};
  for (const auto& [of, name] : kWriters) {
    if (of == format) {
      return find_row_writer(name);
    }
  }
  return nullptr;
}

/// Takes a body as it is where the tree has no other text form.
class SourceText {
 public:
  std::string& out() { return out_; }

 private:
  std::string out_;
};

class Capaudit {
 public:
  using Written = SourceText;
  static constexpr bool kText = false;
  static constexpr bool kGenerates = true;

  explicit Capaudit(const ParsePayload& payload)
      : payload_(payload), rows_(payload.documents.size()) {}

  bool parse(std::size_t document, bool /*from_text*/, Tally& tally) {
    const Decoded decoded = read(document);
    tally_tree(decoded.tree, tally);
    return !decoded.tree.error && !decoded.tree.empty();
  }

  /// The rows are taken out of the tree and written again; a body without rows stands for
  /// itself, since these decoders are what the others are held to.
  bool parse(std::size_t document, bool /*from_text*/, SourceText& text) {
    if (generate(document, text.out())) {
      return true;
    }
    text.out() = as_text(payload_.documents[document].content);
    return !read(document).tree.error;
  }

  bool generate(std::size_t document, std::string& out) {
    const RowWriter* const writer = nearest_writer(payload_.documents[document].format);
    std::optional<Rows>& rows = rows_[document];
    if (writer == nullptr) {
      return false;
    }
    if (!rows) {
      const Decoded decoded = read(document);
      const std::optional<Table> table = find_table(decoded);
      if (!table || !table->extras.empty()) {
        return false;
      }
      rows = extract_rows(decoded.tree, *table);
      if (!rows) {
        return false;
      }
    }
    out = as_text(writer->write(*rows));
    return true;
  }

 private:
  Decoded read(std::size_t document) const {
    const ParseDocument& source = payload_.documents[document];
    return decode(source.content, hints_of(source), Limits());
  }

  const ParsePayload& payload_;
  std::vector<std::optional<Rows>> rows_;
};

}  // namespace

Result<std::unique_ptr<EngineRun>> open_capaudit(const ParsePayload& payload) {
  return std::unique_ptr<EngineRun>(
      std::make_unique<LocalRun<Capaudit>>(payload, std::string()));
}

}  // namespace capaudit
