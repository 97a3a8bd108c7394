// SPDX-License-Identifier: Apache-2.0
// What is no capture is refused in one clear line; what is one is known by content.
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/analyzer/ingest/read_all.h"
#include "tests/support/capture_files.h"

namespace capaudit {
namespace {

using namespace std::string_literals;

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "capaudit-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string write(const std::string& name, Bytes bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << as_text(bytes);
    return (path_ / name).string();
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST(OpenCapture, SaysWhatAFileIsThatIsNoCapture) {
  struct Case {
    std::string content;
    const char* words;
  };
  const Case cases[] = {
      {"", "empty"},
      {std::string(1000, '\0'), "zeros"},
      {"hello\nworld\n", "a text file"},
      {"\xef\xbb\xbf  <!DOCTYPE html><p>", "HTML"},
      {"<HTML><body>", "HTML"},
      {"<?xml version='1.0'?><a/>", "XML"},
      {"{\"a\": 1}", "JSON"},
      {"BZh91AY&SY", "bzip2"},
      {"\x04\x22\x4d\x18zzzz", "lz4"},
      {"snoop\0\0\0\0\0\0\2"s, "snoop"},
      {"GMBU\1\2", "Network Monitor"},
      {"RTSS\1\2", "Network Monitor"},
      {"\x7f"
       "ELF\2\1\1",
       "program"},
      {"\xff\xfeh\0i\0"s, "UTF-16"},
      {"\x01\x02\x03\x04\x05", "not known here"},
      {"\xd4", "not known here"},
      {"gr\xc3\xbc\xc3\x9f", "a text file"},
      {"gr\xfc\xdf", "not known here"},
      {"{\"log\": {\"version\": \"1.2\", \"entries\": []}}",
       "a HAR file holds no packets"},
      {"\xef\xbb\xbf\r\n {\"entries\": []}", "a HAR file holds no packets"},
      {"onInputData({\"log\":{}})", "a HAR file holds no packets"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.words);
    const ReadCapture got = read_all(Buffer(c.content.begin(), c.content.end()));
    ASSERT_TRUE(got.error);
    EXPECT_EQ(got.error->code, ErrorCode::unsupported);
    EXPECT_NE(got.error->what.find(c.words), std::string::npos) << got.error->what;
    EXPECT_EQ(got.error->what.find("dir/some.cap: "), 0u);
    EXPECT_EQ(got.error->what.find('\n'), std::string::npos);
  }
}

TEST(OpenCapture, AFileThatCannotBeOpenedIsOneClearLine) {
  const TemporaryFolder folder;
  const Result<std::unique_ptr<PacketSource>> missing =
      open_capture(folder.path() + "/none.pcap", {});
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, ErrorCode::io);
  EXPECT_EQ(missing.error().what,
            folder.path() + "/none.pcap: No such file or directory");
  const Result<std::unique_ptr<PacketSource>> directory = open_capture(folder.path(), {});
  ASSERT_FALSE(directory.ok());
  EXPECT_NE(directory.error().what.find("is a directory"), std::string::npos);
}

TEST(OpenCapture, ReadsAFileAndNamesIt) {
  const TemporaryFolder folder;
  const Buffer bytes = PcapFile().add(Buffer(60, 1)).bytes();
  const std::string path = folder.write("misnamed.txt", bytes);
  Result<std::unique_ptr<PacketSource>> source = open_capture(path, {});
  ASSERT_TRUE(source.ok());
  EXPECT_EQ((*source)->info().file_bytes, bytes.size());
  Packet packet;
  EXPECT_TRUE((*source)->next(packet));
  EXPECT_FALSE((*source)->next(packet));
  EXPECT_FALSE((*source)->next(packet));
  EXPECT_EQ((*source)->info().name, "misnamed.txt");
  EXPECT_EQ((*source)->info().path, path);
  EXPECT_EQ((*source)->info().content_bytes, bytes.size());
  EXPECT_EQ((*source)->bytes_read(), bytes.size());
  EXPECT_EQ((*source)->info().sha256.size(), 64u);
}

TEST(OpenCapture, ReadsStandardInput) {
  const TemporaryFolder folder;
  const std::string path = folder.write("x", PcapFile().add(Buffer(60, 1)).bytes());
  const int saved = dup(STDIN_FILENO);
  ASSERT_NE(std::freopen(path.c_str(), "rb", stdin), nullptr);
  Result<std::unique_ptr<PacketSource>> source = open_capture("-", {});
  ASSERT_TRUE(source.ok());
  Packet packet;
  EXPECT_TRUE((*source)->next(packet));
  EXPECT_FALSE((*source)->next(packet));
  EXPECT_EQ((*source)->info().name, "-");
  dup2(saved, STDIN_FILENO);
  close(saved);
}

TEST(OpenCapture, TheSizeOfReadsChangesNothing) {
  PcapngFile file;
  file.interface({1, 0, {}});
  PcapFile pcap;
  for (std::size_t i = 0; i < 50; ++i) {
    const Buffer frame(i * 37, static_cast<std::uint8_t>(i));
    file.enhanced(0, i, frame).block(0x0bad, frame + Buffer((4 - frame.size() % 4) % 4));
    pcap.add(frame);
  }
  for (const Buffer& bytes : {file.bytes(), pcap.bytes()}) {
    const ReadCapture whole = read_all(bytes);
    ASSERT_EQ(whole.packets.size(), 50u);
    for (const std::size_t at_most : {std::size_t{1}, std::size_t{7}}) {
      const ReadCapture got = read_all(bytes, {}, at_most);
      EXPECT_EQ(got.packets, whole.packets);
      EXPECT_EQ(got.info.sha256, whole.info.sha256);
    }
  }
}

}  // namespace
}  // namespace capaudit
