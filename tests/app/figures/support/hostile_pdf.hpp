// SPDX-License-Identifier: MIT
// PDF files as other programs make them, with good or bad intent.
#pragma once

#include <cstddef>
#include <string>

namespace normscope::figures {

/// The page with a file of this text attached as "normscope.json", packed.
std::string pdf_with_attachment(const std::string& page, const std::string& text);

/// The page whose table of names is a string of so many bytes, in a packed stream of objects or as
/// it is.
std::string pdf_with_large_object(const std::string& page, std::size_t bytes, bool packed);

/// All objects in packed streams, as PDF 1.5 allows.
std::string packed_pdf(const std::string& pdf);

}  // namespace normscope::figures
