// SPDX-License-Identifier: MIT
#include "app/ui/dense_line.hpp"

#include <algorithm>
#include <cmath>

namespace normscope::ui {
namespace {

// Points a column from which on a line is a row of upright strokes: where it comes in, one extreme,
// where it goes out.
constexpr std::size_t kDense = 3;

int column_of(float x) {
  return static_cast<int>(std::floor(x));
}

}  // namespace

std::optional<std::vector<ColumnStroke>> dense_columns(std::span<const ImVec2> line) {
  if (line.size() < kDense) return std::nullopt;
  const int first = column_of(line.front().x);
  const int last = column_of(line.back().x);
  const auto back = [](ImVec2 a, ImVec2 b) { return b.x < a.x; };
  if (last < first || line.size() < kDense * static_cast<std::size_t>(last - first + 1)) {
    return std::nullopt;
  }
  if (std::adjacent_find(line.begin(), line.end(), back) != line.end()) return std::nullopt;

  std::vector<ColumnStroke> strokes;
  strokes.push_back({first, line.front().y, line.front().y});
  const auto reach = [&strokes](float y) {
    strokes.back().low = std::min(strokes.back().low, y);
    strokes.back().high = std::max(strokes.back().high, y);
  };
  ImVec2 from = line.front();
  for (const ImVec2 to : line.subspan(1)) {
    // At each edge that the line passes it belongs to both columns.
    while (strokes.back().column < column_of(to.x)) {
      const int next = strokes.back().column + 1;
      const float share = (static_cast<float>(next) - from.x) / (to.x - from.x);
      const float y = from.y + (to.y - from.y) * std::clamp(share, 0.0F, 1.0F);
      reach(y);
      strokes.push_back({next, y, y});
    }
    reach(to.y);
    from = to;
  }
  return strokes;
}

}  // namespace normscope::ui
