// SPDX-License-Identifier: Apache-2.0
// captures/cometd against the logs of the Bayeux clients and servers.
#include <gtest/gtest.h>

#include "tests/captures/expected.h"

namespace capaudit {
namespace {

TEST(Cometd, EveryExchangeIsWhatServersAndClientLogged) {
  expect_as_logged("cometd");
}

}  // namespace
}  // namespace capaudit
