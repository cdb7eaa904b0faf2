// SPDX-License-Identifier: MIT
// Files attached to a PDF. The header is C++17, like its source.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace normscope::figures {

enum class Found {
  kText,
  kNothing,  // a sound PDF without such a file
  kDamage,   // not a PDF, or a damaged one
  kTooMuch,  // a PDF that needs more reading or decompressing than a figure's
};

struct Attachment {
  Found found = Found::kDamage;
  std::string text{};
};

/// The attached file of this name, of at most `most` bytes. Uses at most `most` bytes of memory and
/// some hundred megabytes more.
Attachment find_attachment(std::string_view file, const char* name, std::size_t most);

struct Attached {
  std::string pdf{};
  std::string error{};  // libqpdf's message when there is no PDF
};

/// A PDF with the same pages, without dates, with an identifier computed from its contents, and
/// with a JSON text attached (empty: none).
Attached attach_to(std::string_view page, const char* name, std::string_view text);

}  // namespace normscope::figures
