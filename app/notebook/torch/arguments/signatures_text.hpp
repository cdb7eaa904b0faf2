// SPDX-License-Identifier: MIT
// The embedded files signatures.txt and refusals.txt.
#pragma once

#include <algorithm>
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

/// Takes off the text up to a separator, and the separator.
inline std::string_view cut(std::string_view& text, std::string_view separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(part.size() + separator.size(), text.size()));
  return part;
}

/// Takes off a line that is empty or a comment, if the text begins with one.
inline bool skipped(std::string_view& text) {
  const bool told = text.front() == '#' || text.front() == '\n';
  if (told) cut(text, "\n");
  return told;
}

}  // namespace normscope::notebook::torch
