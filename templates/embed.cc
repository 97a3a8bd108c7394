// SPDX-License-Identifier: Apache-2.0
// Build tool: writes files into a C++ source that defines embedded_template().
//
//   embed OUTPUT FILE...
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

namespace {

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
    const std::string text(std::istreambuf_iterator<char>(in), {});
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
