// SPDX-License-Identifier: Apache-2.0
// A tree as one line of text, to compare with what a specification or another program
// says: [1,2.5,"a",true,null], Type{name:value}, <{ns}local a="v">..., date(ms), b"hex",
// &offset for a reference to what begins there, dict{key=>value}, opaque(length).
#pragma once

#include <string>

#include "decoders/core/tree.h"

namespace capaudit {

std::string render(const Tree& tree, NodeId id);

inline std::string render(const Tree& tree) {
  return tree.empty() ? std::string() : render(tree, tree.root);
}

}  // namespace capaudit
