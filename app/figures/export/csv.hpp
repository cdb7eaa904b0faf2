// SPDX-License-Identifier: MIT
// The numbers that a figure shows, for a spreadsheet or a script.
#pragma once

#include <string>

#include "app/figures/figure.hpp"

namespace normscope::figures {

/// One block a series, then the spans, marks and annotations of its panel; blocks are parted by an
/// empty line, and each begins with the names of its columns: panel, series and what its kind has.
/// A category stands by its name. Numbers are the shortest that read back as the same, with a
/// decimal point whatever the locale.
/// source  RFC 4180, with plain line feeds
std::string to_csv(const Figure& figure);

}  // namespace normscope::figures
