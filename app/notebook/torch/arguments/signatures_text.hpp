// SPDX-License-Identifier: MIT
// The embedded files signatures.txt and refusals.txt.
#pragma once

#include <span>
#include <string_view>

#include "core/base/embedded.hpp"

namespace normscope::notebook::torch {

std::span<const base::EmbeddedFile> signature_files();

inline std::string_view signatures_text() {
  return signature_files()[0].bytes;
}

inline std::string_view refusals_text() {
  return signature_files()[1].bytes;
}

}  // namespace normscope::notebook::torch
