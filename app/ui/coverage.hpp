// SPDX-License-Identifier: MIT
// The share of each pixel that a shape covers. Cairo fills pixels by the same shares, so the window
// shows the same picture as exported files; thin, steep and dense lines come out right, which
// anti-aliased triangles do not achieve. The cost of a line grows with the pixel columns that it
// crosses, not with its points.
#pragma once

#include <imgui.h>

#include <span>
#include <vector>

namespace normscope::ui {

/// A rectangle of whole pixels, from `left`, `top` up to `right`, `bottom` (exclusive), each
/// covered by `share` (0 to 1).
struct Cover {
  int left = 0;
  int right = 0;
  int top = 0;
  int bottom = 0;
  double share = 1;
  bool operator==(const Cover&) const = default;
};

/// The clip rectangle in ImGui's form: from x, y up to z, w.
using ClipRect = ImVec4;

/// The covers of a line of a width, with round joins and butt ends; each pixel occurs at most once.
/// shape   at least two points, all finite
/// units   pixels
/// numeric a column of pixels is sampled in 12 slices, for a line of less than 2.5 pixels in 16:
///         each vertical edge is off by at most 1/24 or 1/32 of a pixel, each horizontal edge by
///         1/255
std::vector<Cover> stroke_covers(std::span<const ImVec2> line, double width, const ClipRect& clip);

/// The covers of a closed line.
std::vector<Cover> outline_covers(std::span<const ImVec2> corners, double width,
                                  const ClipRect& clip);

/// The covers of the inside of a simple polygon.
std::vector<Cover> polygon_covers(std::span<const ImVec2> corners, const ClipRect& clip);

/// The covers of a rectangle, exactly.
std::vector<Cover> rectangle_covers(ImVec2 min, ImVec2 max, const ClipRect& clip);

}  // namespace normscope::ui
