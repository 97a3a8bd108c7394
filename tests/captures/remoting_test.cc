// SPDX-License-Identifier: Apache-2.0
// captures/remoting against the logs of the client and of the AMF gateway.
#include <gtest/gtest.h>

#include "tests/captures/expected.h"

namespace capaudit {
namespace {

TEST(Remoting, EveryExchangeIsWhatServersAndClientLogged) {
  expect_as_logged("remoting");
}

}  // namespace
}  // namespace capaudit
