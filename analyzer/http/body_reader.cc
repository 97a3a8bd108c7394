// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/body_reader.h"

#include <algorithm>
#include <cstddef>

namespace capaudit {

BodyReader::BodyReader(const BodyPlan& plan) : mode_(plan.mode), left_(plan.length) {}

BodyReader::Step BodyReader::read(Bytes input) {
  if (mode_ == BodyMode::chunked) {
    return chunked_.read(input);
  }
  Step step;
  step.data = input;
  if (mode_ == BodyMode::length) {
    step.data = input.first(
        static_cast<std::size_t>(std::min<std::uint64_t>(left_, input.size())));
    left_ -= step.data.size();
    step.status = left_ == 0 ? Status::done : Status::more;
  }
  return step;
}

BodyReader::Hole BodyReader::skip(std::uint64_t length) {
  Hole hole;
  hole.missing = hole.content = length;
  if (mode_ == BodyMode::length) {
    hole.missing = hole.content = std::min(left_, length);
    left_ -= hole.content;
    hole.over = left_ == 0;
    hole.hides = length > hole.content;
  } else if (mode_ == BodyMode::chunked && !chunked_.skip(length)) {
    hole.content = 0;
    hole.over = hole.hides = hole.end_unknown = true;
  }
  return hole;
}

}  // namespace capaudit
