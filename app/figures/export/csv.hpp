// SPDX-License-Identifier: MIT
// The numbers that a figure shows, for a spreadsheet or a script.
#pragma once

#include <string>

#include "app/figures/figure.hpp"

namespace normscope::figures {

/// One block for each series, then one for each span, mark and annotation of its panel. An empty
/// line separates blocks, and each begins with the names of its columns: panel, series and those of
/// the kind of series. Categories are written by name, numbers as the shortest decimals that read
/// back to the same value, with a decimal point in any locale.
/// source  RFC 4180, with plain line feeds
std::string to_csv(const Figure& figure);

}  // namespace normscope::figures
