// SPDX-License-Identifier: MIT
// The state of a figure as a file attached to its PDF, "normscope.json", which other programs can
// save, too.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.hpp"

namespace normscope::figures {

/// The same page without any date, its identifier made of its contents, and with the state attached
/// (empty: none).
/// errors  Unwritable: libqpdf refuses, in its own words
base::Expected<std::string> finish_pdf(std::string_view pdf, std::string_view state);

/// errors  as read_state
base::Expected<std::string> read_pdf_state(std::string_view file);

}  // namespace normscope::figures
