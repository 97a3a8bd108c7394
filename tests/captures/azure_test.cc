// SPDX-License-Identifier: Apache-2.0
// captures/azure against the logs of the client, the web role and both storages.
#include <gtest/gtest.h>

#include "tests/captures/expected.h"

namespace capaudit {
namespace {

TEST(Azure, EveryExchangeIsWhatServersAndClientLogged) {
  expect_as_logged("azure");
}

}  // namespace
}  // namespace capaudit
