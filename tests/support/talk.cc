// SPDX-License-Identifier: Apache-2.0
#include "tests/support/talk.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace capaudit {
namespace {

constexpr std::string_view kIdField = "X-Id: ";

// A message as bytes and by what its bytes are.
struct Message {
  std::string before;  // interim responses
  std::string head;
  std::string rest;  // framing and body
  std::size_t framing = 0;
  std::size_t content = 0;

  std::string sizes() const {
    return std::to_string(head.size()) + "+" + std::to_string(framing) + "+" +
           std::to_string(content);
  }
};

enum class Framing { none, length, chunked, until_close };

class Talk {
 public:
  Talk(const TalkOptions& options, Random& random) : options_(options), random_(random) {}

  Conversation make() {
    for (unsigned i = 1; i <= options_.exchanges; ++i) {
      exchange(i, i == options_.exchanges);
    }
    flush();
    return std::move(out_);
  }

 private:
  void say(Side side, std::string bytes) {
    if (!bytes.empty()) {
      out_.turns.push_back({side, Turn::Kind::data, std::move(bytes)});
    }
  }

  // Answers that pipelined requests wait for.
  void flush() {
    for (std::string& answer : waiting_) {
      say(Side::server, std::move(answer));
    }
    waiting_.clear();
  }

  std::string end_of_line() { return bare_ ? "\n" : "\r\n"; }

  std::string body(std::size_t size) {
    constexpr std::array<std::string_view, 4> kDeceptions = {
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Id: 0\r\n\r\n",
        "\r\nGET /0 HTTP/1.1\r\nHost: a.example\r\n\r\n", "\r\n0\r\n\r\n", "\r\n\r\n"};
    std::string out;
    while (out.size() < size) {
      if (options_.deceptive_bodies && chance(random_, 2)) {
        out += kDeceptions.at(pick(random_, 0, kDeceptions.size() - 1));
      }
      out += static_cast<char>('a' + pick(random_, 0, 25));
    }
    out.resize(size);
    return out;
  }

  // RFC 9112 7.1, with extensions and trailer fields now and then.
  void chunk(const std::string& content, Message& message) {
    for (std::size_t at = 0; at < content.size();) {
      const std::size_t size = pick(random_, 1, content.size() - at);
      message.rest += hexadecimal(size);
      message.rest += chance(random_, 25) ? ";name=\"a;b\"" : "";
      message.rest += end_of_line() + content.substr(at, size) + end_of_line();
      at += size;
    }
    message.rest += "0" + end_of_line();
    message.rest += chance(random_, 25) ? "X-Trailer: t" + end_of_line() : "";
    message.rest += end_of_line();
    message.framing = message.rest.size() - content.size();
  }

  std::string hexadecimal(std::size_t number) {
    const char* digits = chance(random_, 50) ? "0123456789abcdef" : "0123456789ABCDEF";
    std::string out;
    for (; number > 0; number /= 16) {
      out.insert(out.begin(), digits[number % 16]);
    }
    return std::string(pick(random_, 0, 2), '0') + out;
  }

  void frame(Framing framing, Message& message) {
    const std::string content = body(pick(random_, 0, options_.max_body));
    message.content = content.size();
    switch (framing) {
    case Framing::none:
      message.content = 0;
      break;
    case Framing::length:
      field("Content-Length", std::to_string(content.size()), message);
      message.rest = content;
      break;
    case Framing::chunked:
      field("Transfer-Encoding", "chunked", message);
      chunk(content, message);
      break;
    case Framing::until_close:
      message.rest = content;
      break;
    }
    message.head += end_of_line();
  }

  // Names in any case, blanks around values, folds (RFC 9112 5 and 5.2).
  void field(std::string name, std::string_view value, Message& message) {
    if (chance(random_, 20)) {
      std::transform(name.begin(), name.end(), name.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      });
    }
    message.head += name + ":";
    message.head += chance(random_, 10) ? end_of_line() + "\t" : " ";
    message.head.append(value);
    message.head += (chance(random_, 10) ? " \t" : "") + end_of_line();
  }

  Message request(const std::string& method, const std::string& id, bool with_body) {
    Message out;
    out.head = method + " /" + id + " HTTP/1.1" + end_of_line();
    field("Host", "a.example", out);
    frame(!with_body            ? Framing::none
          : chance(random_, 50) ? Framing::length
                                : Framing::chunked,
          out);
    return out;
  }

  Message response(int status, const std::string& id, Framing framing, bool claims) {
    Message out;
    for (std::uint64_t i = pick(random_, 0, 9); i >= 8; --i) {
      out.before +=
          "HTTP/1.1 103 Early Hints" + end_of_line() + "Link: <x>" + end_of_line();
      out.before += end_of_line();
    }
    out.head = "HTTP/1.1 " + std::to_string(status) + " Reason" + end_of_line();
    out.head.append(kIdField).append(id) += end_of_line();
    if (claims) {  // of a message that is not sent: HEAD, 204, 304
      field("Content-Length", "77", out);
    }
    frame(framing, out);
    return out;
  }

  void exchange(unsigned number, bool last) {
    constexpr std::array<std::string_view, 6> kMethods = {"GET",  "GET",    "POST",
                                                          "HEAD", "DELETE", "PUT"};
    bare_ = chance(random_, 15);
    const std::string id = std::to_string(number);
    const std::string method(kMethods.at(pick(random_, 0, kMethods.size() - 1)));
    const bool with_body = method == "POST" || method == "PUT";
    const Message asked = request(method, id, with_body);
    int status = 200;
    Framing framing = chance(random_, 50) ? Framing::length : Framing::chunked;
    bool claims = false;
    if (const std::uint64_t kind = pick(random_, 0, 9); method == "HEAD" || kind < 2) {
      status = method == "HEAD" ? 200 : kind == 0 ? 204 : 304;
      framing = Framing::none;
      claims = chance(random_, 50);
    } else if (last && kind < 6) {
      framing = Framing::until_close;
    }
    const Message answer = response(status, id, framing, claims);
    out_.expected.push_back(
        method + " http://a.example/" + id + " " + std::to_string(status) +
        " complete request=" + asked.sizes() + " response=" + answer.sizes() +
        " request_content=" + std::to_string(asked.content) +
        " content=" + std::to_string(answer.content));
    send(asked, answer, with_body, last);
  }

  // Waits for 100 (Continue), or for the answer, or not at all (pipelining).
  void send(const Message& asked, const Message& answer, bool with_body, bool last) {
    const std::string whole = answer.before + answer.head + answer.rest;
    if (with_body && chance(random_, 30)) {
      flush();
      say(Side::client, asked.head);
      say(Side::server, "HTTP/1.1 100 Continue\r\n\r\n");
      say(Side::client, asked.rest);
    } else {
      say(Side::client, asked.head + asked.rest);
    }
    waiting_.push_back(whole);
    if (last || !options_.pipelining || chance(random_, 60)) {
      flush();
    }
  }

  const TalkOptions& options_;
  Random& random_;
  Conversation out_;
  std::vector<std::string> waiting_;
  bool bare_ = false;  // this exchange's lines end in LF alone
};

}  // namespace

Conversation make_talk(const TalkOptions& options, Random& random) {
  return Talk(options, random).make();
}

std::string id_in_url(std::string_view url) {
  constexpr std::string_view kBase = "http://a.example/";
  return url.starts_with(kBase) ? std::string(url.substr(kBase.size())) : std::string();
}

std::string id_in_head(std::string_view head) {
  const std::size_t at = head.find(kIdField);
  if (at == std::string_view::npos) {
    return {};
  }
  const std::string_view value = head.substr(at + kIdField.size());
  const std::size_t end = value.find_first_not_of("0123456789");
  // A number that is cut off would be another number.
  return std::string(end == std::string_view::npos ? std::string_view()
                                                   : value.substr(0, end));
}

}  // namespace capaudit
