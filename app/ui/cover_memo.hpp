// SPDX-License-Identifier: MIT
// The covers of the shapes in the last frame: most shapes of a frame are those of the frame before,
// and finding what they cover is the largest part of drawing a figure.
#pragma once

#include <imgui.h>

#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/ui/coverage.hpp"

namespace normscope::ui {

class CoverMemo {
 public:
  using Finder = std::vector<Cover> (*)(std::span<const ImVec2> points, double width,
                                        const ClipRect& clip);

  /// What `find` says of these points; asked once while the same is drawn in each frame. Valid
  /// until the frame ends.
  const std::vector<Cover>& of(Finder find, std::span<const ImVec2> points, double width,
                               const ClipRect& clip);
  /// Forgets what this frame did not draw.
  void end_frame();
  /// The number of shapes that are kept.
  std::size_t size() const { return kept_.size(); }

 private:
  struct Entry {
    std::vector<Cover> covers{};
    bool drawn = false;  // in this frame
  };

  std::unordered_map<std::string, Entry> kept_{};  // by the bytes of all that they depend on
};

}  // namespace normscope::ui
