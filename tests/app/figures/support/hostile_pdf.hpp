// SPDX-License-Identifier: MIT
// PDF files as other programs or attackers write them.
#pragma once

#include <cstddef>
#include <string>

namespace normscope::figures {

/// The page with this text attached as "normscope.json", compressed.
std::string pdf_with_attachment(const std::string& page, const std::string& text);

/// The page whose table of names is a string of `bytes` bytes, in a compressed object stream or
/// uncompressed.
std::string pdf_with_large_object(const std::string& page, std::size_t bytes, bool packed);

/// The page with all objects in compressed streams, as PDF 1.5 allows.
std::string packed_pdf(const std::string& pdf);

}  // namespace normscope::figures
