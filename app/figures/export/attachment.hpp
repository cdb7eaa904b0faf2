// SPDX-License-Identifier: MIT
// Files attached to a PDF. This header is C++17, as its source is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace normscope::figures {

enum class Found {
  kText,
  kNothing,  // a sound PDF without such a file
  kDamage,   // no PDF, or a damaged one
  kTooMuch,  // it needs more reading or unpacking than a figure's
};

struct Attachment {
  Found found = Found::kDamage;
  std::string text{};
};

/// The attached file of this name, of at most `most` bytes. Memory is bounded by that and some
/// hundred megabytes.
Attachment find_attachment(std::string_view file, const char* name, std::size_t most);

struct Attached {
  std::string pdf{};
  std::string trouble{};  // libqpdf's words, when there is no PDF
};

/// The same pages without any date, their identifier made of their contents, and with a JSON text
/// attached (empty: none).
Attached attach_to(std::string_view page, const char* name, std::string_view text);

}  // namespace normscope::figures
