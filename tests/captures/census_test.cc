// SPDX-License-Identifier: Apache-2.0
// captures/census against the logs of the session itself: nginx's byte counts, the
// application's bodies and rows, the browser's own measure of what it received.
#include <gtest/gtest.h>

#include "tests/captures/expected.h"

namespace capaudit {
namespace {

TEST(Census, EveryExchangeIsWhatServersAndClientLogged) {
  expect_as_logged("census");
}

}  // namespace
}  // namespace capaudit
