// SPDX-License-Identifier: Apache-2.0
#include "tests/support/xml_documents.h"

#include <string_view>

#include "tests/support/random.h"

namespace capaudit {
namespace {

/// Documents that use what XML offers: prefixes bound anew, defaults switched off, values
/// in either quote, references, CDATA, comments, mixed content.
class Documents {
 public:
  explicit Documents(std::uint64_t seed) : random_(seed) {}

  std::string element(int depth) {
    constexpr std::string_view kNames[] = {
        "row", "a", "b.c", "_d", "p:row", "q:e-1", "\xc3\xa9t\xc3\xa9", "p:x"};
    constexpr std::string_view kScopes[] = {"",
                                            "",
                                            "",
                                            " xmlns=\"urn:a\"",
                                            " xmlns=''",
                                            " xmlns:p='urn:b&amp;c'",
                                            " xmlns:q=\"urn:r\" xmlns = 'urn:z'"};
    const std::string name(random_.pick(kNames));
    std::string out = "<" + name + std::string(random_.pick(kScopes));
    for (std::size_t i = random_.below(4); i > 0; --i) {
      constexpr std::string_view kKeys[] = {"", "x", "p:k", "q:k"};
      out += "\n " + std::string(kKeys[i]) + " = " + value();
    }
    if (random_.below(6) == 0) {
      return out + " />";
    }
    out += ">";
    for (std::size_t i = random_.below(5); i > 0; --i) {
      out += depth > 0 && random_.below(2) == 0 ? element(depth - 1) : text();
    }
    return out + "</" + name + " >";
  }

 private:
  std::string value() {
    constexpr std::string_view kValues[] = {"\"a &lt; b\"",
                                            "'say \"x\"'",
                                            "\"\"",
                                            "\"two\nlines\tand tab\"",
                                            "'&#10;&#x9;&quot;&apos;'",
                                            "\">]]>\"",
                                            "\"\xf0\x9d\x84\x9e &#x1D11E;\"",
                                            "'crlf\r\nhere'"};
    return std::string(random_.pick(kValues));
  }
  /// Blank text is left out: beside text it would count, and the tree has none.
  std::string text() {
    constexpr std::string_view kTexts[] = {"text",
                                           "a &amp;&#32;b",
                                           "<![CDATA[<not> & a tag]]>",
                                           "<!-- remark -->",
                                           "12.50",
                                           "<?go on?>",
                                           " two\r\nlines ",
                                           "\xe2\x82\xac&#8364;",
                                           "]] &gt;",
                                           "&#13;x"};
    return std::string(random_.pick(kTexts));
  }

  Random random_;
};

}  // namespace

std::string xml_document(std::uint64_t seed, int elements) {
  Documents documents(seed);
  std::string out = "<all xmlns:p=\"urn:p\" xmlns:q=\"urn:q\">\n";
  for (int i = 0; i < elements; ++i) {
    out += documents.element(4) + "\n";
  }
  return out + "</all>";
}

}  // namespace capaudit
