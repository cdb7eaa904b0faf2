// SPDX-License-Identifier: MIT
// How much of each pixel a shape covers: what Cairo fills a pixel by, so that the window shows what
// files hold, and what draws thin, steep and dense lines truly, which triangles with soft edges do
// not. A line costs by the columns of pixels it passes, not by its points.
#pragma once

#include <imgui.h>

#include <span>
#include <vector>

namespace normscope::ui {

/// Whole pixels, from `left` and `top` up to `right` and `bottom`, of which each is covered by
/// `share` (0 to 1).
struct Cover {
  int left = 0;
  int right = 0;
  int top = 0;
  int bottom = 0;
  double share = 1;
  bool operator==(const Cover&) const = default;
};

/// The pixels that can be seen, as ImGui writes a rectangle: from x, y up to z, w.
using Seen = ImVec4;

/// A line of a width, its corners round and its ends cut, covers these; no pixel comes twice.
/// shape   at least two points, all finite
/// units   pixels
/// numeric a column of pixels is looked at in twelve places, for a line of less than 2.5 pixels in
///         sixteen: each upright edge is off by 1/24 or 1/32 of a pixel at most, level ones by
///         1/255
std::vector<Cover> stroke_covers(std::span<const ImVec2> line, double width, const Seen& seen);

/// The same of a closed line.
std::vector<Cover> outline_covers(std::span<const ImVec2> corners, double width, const Seen& seen);

/// The same of all that a simple polygon encloses.
std::vector<Cover> polygon_covers(std::span<const ImVec2> corners, const Seen& seen);

/// The same of a rectangle, exactly.
std::vector<Cover> rectangle_covers(ImVec2 min, ImVec2 max, const Seen& seen);

}  // namespace normscope::ui
