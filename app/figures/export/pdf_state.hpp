// SPDX-License-Identifier: MIT
// The state of a figure as a file attached to its PDF, "normscope.json". PDF viewers can save it.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.hpp"

namespace normscope::figures {

/// The PDF with the state attached (empty: none), without dates, with an identifier computed from
/// its contents.
/// errors  Unwritable: libqpdf fails, with its message
base::Expected<std::string> finish_pdf(std::string_view pdf, std::string_view state);

/// The state attached to a PDF.
/// errors  as read_state
base::Expected<std::string> read_pdf_state(std::string_view file);

}  // namespace normscope::figures
