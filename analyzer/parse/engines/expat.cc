// SPDX-License-Identifier: Apache-2.0
// expat: no tree, its events are the visit.
#include <limits>
#include <type_traits>

#include <expat.h>

#include "analyzer/parse/allocation.h"
#include "analyzer/parse/engines.h"
#include "analyzer/parse/local_run.h"

namespace capaudit {
namespace {

template <class Visitor>
struct Events {
  static Visitor& of(void* data) { return *static_cast<Visitor*>(data); }
  static void XMLCALL start(void* data, const XML_Char* name,
                            const XML_Char** attributes) {
    of(data).start(name);
    for (std::size_t i = 0; attributes[i] != nullptr; i += 2) {
      of(data).attribute(attributes[i], attributes[i + 1]);
    }
  }
  static void XMLCALL end(void* data, const XML_Char* name) { of(data).end(name); }
  static void XMLCALL text(void* data, const XML_Char* text, int length) {
    of(data).text({text, static_cast<std::size_t>(length)});
  }
};

struct FreeParser {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

class Expat {
 public:
  using Written = WrittenXml;
  static constexpr bool kText = true;
  static constexpr bool kGenerates = false;

  explicit Expat(const ParsePayload& payload) : payload_(payload) {}

  template <class Visitor>
  bool parse(std::size_t document, bool from_text, Visitor& visitor) {
    constexpr XML_Memory_Handling_Suite kMemory = {counted_malloc, counted_realloc,
                                                   counted_free};
    const std::unique_ptr<std::remove_pointer_t<XML_Parser>, FreeParser> parser(
        XML_ParserCreate_MM(from_text ? "UTF-8" : nullptr, &kMemory, nullptr));
    const std::string_view text = as_text(payload_.documents[document].content);
    if (!parser || text.size() > std::size_t{std::numeric_limits<int>::max()}) {
      return false;
    }
    XML_SetUserData(parser.get(), &visitor);
    XML_SetElementHandler(parser.get(), Events<Visitor>::start, Events<Visitor>::end);
    XML_SetCharacterDataHandler(parser.get(), Events<Visitor>::text);
    return XML_Parse(parser.get(), text.data(), static_cast<int>(text.size()),
                     XML_TRUE) == XML_STATUS_OK;
  }

  bool generate(std::size_t /*document*/, std::string& /*out*/) { return false; }

 private:
  const ParsePayload& payload_;
};

}  // namespace

Result<std::unique_ptr<EngineRun>> open_expat(const ParsePayload& payload) {
  const XML_Expat_Version version = XML_ExpatVersionInfo();
  return std::unique_ptr<EngineRun>(std::make_unique<LocalRun<Expat>>(
      payload, std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
                   std::to_string(version.micro)));
}

}  // namespace capaudit
