// SPDX-License-Identifier: MIT
// Sets tables into lines.
#pragma once

#include <span>
#include <vector>

#include "app/handout/page.hpp"
#include "app/handout/setter.hpp"
#include "app/handout/stage_tables.hpp"

namespace normscope::handout {

/// The tables side by side where the column has room for all, else one below the other with common
/// columns. A table that is wider than the column loses its last columns. The selected cells have a
/// frame.
std::vector<Line> set_tables(std::vector<Table> tables, const Setter& setter);

}  // namespace normscope::handout
