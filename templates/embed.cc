// SPDX-License-Identifier: Apache-2.0
// Build tool: writes files into a C++ source that defines embedded_template().
// Indentation and lines of comment of styles and scripts stay behind: each page would
// carry them.
//
//   embed OUTPUT FILE...
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

namespace {

std::string without_margins(const std::string& text) {
  std::string out;
  bool comment = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
    at = end + 1;
    const bool begins = line.rfind("/*", 0) == 0;
    const bool ends = line.size() > 1 && line.compare(line.size() - 2, 2, "*/") == 0;
    const bool skipped = comment || begins || line.rfind("//", 0) == 0 || line.empty();
    comment = (comment || begins) && !ends;
    out += skipped ? "" : line + '\n';
  }
  return out;
}

void write_bytes(std::ofstream& out, const std::string& text) {
  int column = 0;
  for (const char c : text) {
    out << static_cast<int>(c) << ',';
    if (++column % 24 == 0) {
      out << '\n';
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: embed OUTPUT FILE...\n", stderr);
    return 2;
  }
  std::ofstream out(argv[1], std::ios::binary);
  out << "// Made by templates/embed.cc.\n#include \"templates/embedded.h\"\n"
         "namespace capaudit {\nnamespace {\n";
  std::string table;
  for (int i = 2; i < argc; ++i) {
    const std::string path = argv[i];
    std::ifstream in(path, std::ios::binary);
    const std::string file(std::istreambuf_iterator<char>(in), {});
    const bool page = path.find(".mustache") != std::string::npos;
    const std::string text = page ? file : without_margins(file);
    if (!in.is_open() || text.empty()) {
      std::fprintf(stderr, "embed: cannot read %s\n", path.c_str());
      return 1;
    }
    const std::string name = path.substr(path.rfind('/') + 1);
    const std::string variable = "kFile" + std::to_string(i);
    out << "constexpr char " << variable << "[] = {";
    write_bytes(out, text);
    out << "};\n";
    table += "  if (name == \"" + name + "\") {\n    return {" + variable + ", sizeof " +
             variable + "};\n  }\n";
  }
  out << "}  // namespace\nstd::string_view embedded_template(std::string_view name) {\n"
      << table << "  return {};\n}\n}  // namespace capaudit\n";
  out.close();
  return out.good() ? 0 : 1;
}
