// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program_folder.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>

#include "tests/support/conversation.h"
#include "tests/support/frames.h"

namespace capaudit {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kConversation = R"(# two exchanges
>>>
GET /rows?token=TOPSECRET HTTP/1.1
Host: example.com

<<<
HTTP/1.1 200 OK
Content-Type: application/json
Content-Length: 21

[{"a":1},{"a":2345}]\n\
>>>
POST /form HTTP/1.1
Host: example.com
Content-Length: 5

a=b&c\
<<<
HTTP/1.1 404 Not Found
Content-Length: 0

)";

}  // namespace

void ProgramFolder::SetUp() {
  std::string name = testing::TempDir() + "program-XXXXXX";
  folder_ = mkdtemp(name.data());
  const auto conversation = parse_conversation(kConversation);
  ASSERT_TRUE(conversation.ok()) << conversation.error().what;
  Random random(1);
  const Buffer capture = capture_of(*conversation, Shape(), random);
  capture_ = std::string(as_text(capture));
  write("a.pcap", capture_);
}

void ProgramFolder::write(const std::string& name, const std::string& text) {
  std::ofstream(folder_ / name, std::ios::binary) << text;
}

std::string ProgramFolder::read(const std::string& name) {
  std::ifstream in(folder_ / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

ProgramOutcome ProgramFolder::run(const std::vector<std::string>& arguments,
                                  const Setting& setting) {
  return run_program(arguments, folder_.string(), setting);
}

std::size_t ProgramFolder::files() const {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
}

}  // namespace capaudit
