// SPDX-License-Identifier: MIT
// The headers of a grid in the UI map: what stands above and before its cells, and what would.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "app/ui/grid/grid_frame.hpp"

namespace normscope::ui {

struct HeaderWords {
  std::string text{};
  std::string name{};  // empty: "row" or "column" and the text
};

/// One header: kind "row" or "column".
void report_header(const GridFrame& frame, std::string_view kind, std::int64_t at,
                   HeaderWords words, ImVec2 low, ImVec2 high, bool selected);

/// Headers that the grid does not draw, as another grid draws them for this one, too: they are told
/// with no size, so that each table has its own. A single row or column goes by the grid's name.
void report_hidden_headers(const GridFrame& frame);

}  // namespace normscope::ui
