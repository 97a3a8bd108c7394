// SPDX-License-Identifier: Apache-2.0
// The page around a report, its style sheet and its script: those built in, or the ones
// of a folder. The files stand in templates/.
#pragma once

#include <string>

#include "decoders/core/result.h"

namespace capaudit {

struct Templates {
  std::string page;    ///< page.mustache
  std::string style;   ///< style.css
  std::string script;  ///< script.js
};

/// The built-in templates; a file of the same name in `folder` (empty: none) takes the
/// place of one. Fails where the folder or a file in it cannot be read.
Result<Templates> load_templates(const std::string& folder);

}  // namespace capaudit
