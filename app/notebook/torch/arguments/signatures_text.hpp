// SPDX-License-Identifier: MIT
// The embedded file signatures.txt.
#pragma once

#include <span>
#include <string_view>

#include "core/base/embedded.hpp"

namespace normscope::notebook::torch {

std::span<const base::EmbeddedFile> signature_files();

inline std::string_view signatures_text() {
  return signature_files()[0].bytes;
}

}  // namespace normscope::notebook::torch
