// SPDX-License-Identifier: Apache-2.0
// The table of content codings and the chain.
#include "decoders/codings/codings.h"

#include <array>

#include "decoders/codings/whole_inflate.h"

namespace capaudit {
namespace {

constexpr std::array<Coding, 8> kCodings = {{
    {"gzip", make_gzip_decoder, true},
    {"x-gzip", make_gzip_decoder, true},
    {"deflate", make_deflate_decoder, true},
    {"br", make_brotli_decoder, false},
    {"zstd", make_zstd_decoder, false},
    {"compress", make_compress_decoder, false},
    {"x-compress", make_compress_decoder, false},
    {"aws-chunked", make_aws_chunked_decoder, true},
}};

/// What lies between two codings: hands bytes on and counts them against the limits.
class Stage : public ByteSink {
 public:
  Stage(CodingDecoder& decoder, ByteSink& out) : decoder_(decoder), out_(out) {}
  bool write(Bytes data) override { return decoder_.write(data, out_); }

 private:
  CodingDecoder& decoder_;
  ByteSink& out_;
};

class LimitSink : public ByteSink {
 public:
  LimitSink(ByteSink& out, std::uint64_t limit) : out_(out), left_(limit) {}
  bool write(Bytes data) override {
    if (data.size() > left_) {
      exceeded_ = true;
      return false;
    }
    left_ -= data.size();
    return out_.write(data);
  }
  bool exceeded() const { return exceeded_; }

 private:
  ByteSink& out_;
  std::uint64_t left_;
  bool exceeded_ = false;
};

/// The end of the chain.
class KeepingSink : public ByteSink {
 public:
  KeepingSink(Content& content, std::uint64_t max_kept)
      : content_(content), max_kept_(max_kept) {}
  bool write(Bytes data) override {
    content_.bytes += data.size();
    const std::uint64_t room = max_kept_ - content_.owned.size();
    const std::size_t take =
        static_cast<std::size_t>(std::min<std::uint64_t>(room, data.size()));
    content_.owned.insert(content_.owned.end(), data.begin(),
                          data.begin() + static_cast<std::ptrdiff_t>(take));
    return true;
  }

 private:
  Content& content_;
  std::uint64_t max_kept_;
};

struct Link {
  std::string name;
  std::unique_ptr<CodingDecoder> decoder;
  std::uint64_t limit = 0;
  std::unique_ptr<LimitSink> limited;
  std::unique_ptr<Stage> stage;
};

Content identity(Bytes encoded, bool complete, const CodingLimits& limits) {
  Content content;
  content.bytes = encoded.size();
  content.data = encoded.first(static_cast<std::size_t>(
      std::min<std::uint64_t>(encoded.size(), limits.max_kept_bytes)));
  if (!complete) {
    content.error =
        Error{ErrorCode::truncated, encoded.size(), "the body is not complete"};
  }
  return content;
}

/// Makes the decoders, outermost first; an error names the coding that is not known.
std::optional<Error> make_chain(std::span<const std::string> codings,
                                std::uint64_t encoded_bytes, const CodingLimits& limits,
                                std::vector<Link>& chain) {
  if (codings.size() > kMaxCodings) {
    return Error{ErrorCode::limit, 0,
                 std::to_string(codings.size()) + " codings on one body, more than " +
                     std::to_string(kMaxCodings)};
  }
  std::uint64_t limit = limits.max_content_bytes;
  if (limits.max_ratio == 0 || encoded_bytes <= limit / limits.max_ratio) {
    limit = encoded_bytes * limits.max_ratio;
  }
  for (std::size_t i = codings.size(); i-- > 0;) {
    const Coding* coding = find_coding(codings[i]);
    if (coding == nullptr) {
      return Error{ErrorCode::unsupported, 0,
                   "coding \"" + codings[i] + "\" is not known"};
    }
    if (!coding->ratio_bounded) {
      limit =
          std::min(std::max(limit, limits.free_content_bytes), limits.max_content_bytes);
    }
    chain.push_back({codings[i], coding->make(), limit, nullptr, nullptr});
  }
  return std::nullopt;
}

/// The usual case at once; false: it is another, and nothing was done.
bool inflate_usual(Bytes encoded, const Link& link, const CodingLimits& limits,
                   Content& content) {
  std::optional<Inflation> whole =
      inflate_whole(encoded, link.name, std::min(link.limit, limits.max_kept_bytes));
  if (!whole) {
    return false;
  }
  content.inflated = std::move(whole->storage);
  content.data = Bytes(content.inflated.get(), whole->size);
  content.bytes = whole->size;
  return true;
}

std::optional<Error> first_error(const std::vector<Link>& chain) {
  for (const Link& link : chain) {
    if (link.limited->exceeded()) {
      return Error{ErrorCode::limit, 0,
                   link.name + " data decodes to more than the limit of " +
                       std::to_string(link.limit) + " bytes"};
    }
    if (link.decoder->error()) {
      Error error = *link.decoder->error();
      error.what = link.name + ": " + error.what;
      return error;
    }
  }
  return std::nullopt;
}

}  // namespace

const Coding* find_coding(std::string_view name) {
  for (const Coding& coding : kCodings) {
    if (coding.name == name) {
      return &coding;
    }
  }
  return nullptr;
}

Content remove_codings(Bytes encoded, bool complete, std::span<const std::string> codings,
                       const CodingLimits& limits) {
  if (codings.empty() || encoded.empty()) {
    return identity(encoded, complete, limits);
  }
  Content content;
  std::vector<Link> chain;
  content.error = make_chain(codings, encoded.size(), limits, chain);
  if (content.error) {
    return content;
  }
  if (complete && chain.size() == 1 &&
      inflate_usual(encoded, chain.front(), limits, content)) {
    return content;
  }
  KeepingSink keep(content, limits.max_kept_bytes);
  ByteSink* out = &keep;
  for (std::size_t i = chain.size(); i-- > 0;) {
    chain[i].limited = std::make_unique<LimitSink>(*out, chain[i].limit);
    chain[i].stage = std::make_unique<Stage>(*chain[i].decoder, *chain[i].limited);
    out = chain[i].stage.get();
  }
  bool going = out->write(encoded);
  for (std::size_t i = 0; going && complete && i < chain.size(); ++i) {
    going = chain[i].decoder->finish(*chain[i].limited);
  }
  content.error = first_error(chain);
  if (!complete && !content.error) {
    content.error =
        Error{ErrorCode::truncated, encoded.size(), "the body is not complete"};
  }
  for (const Link& link : chain) {
    content.notes.insert(content.notes.end(), link.decoder->notes().begin(),
                         link.decoder->notes().end());
  }
  content.data = content.owned;
  return content;
}

}  // namespace capaudit
