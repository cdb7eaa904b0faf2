// SPDX-License-Identifier: MIT
// PNG files read back by libpng, and the difference between two pictures of a figure outside of its
// texts, which every program sets slightly differently.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/figures/painter.hpp"
#include "tests/app/figures/support/recorder.hpp"

namespace normscope::figures {

struct Picture {
  int width = 0;
  int height = 0;
  std::vector<Color> pixels;  // row by row

  Color at(int x, int y) const {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(x)];
  }
};

/// Has no pixels when libpng cannot read the bytes.
Picture read_picture(std::string_view png);

/// The bounding boxes of a recording's texts, with a margin of a point, in points.
std::vector<Rect> text_boxes(const Recorder& recorder, const formula::Measure& measure);

/// Of the pixels outside of `masked` (points of a page of this size), the share that differs by
/// more than `levels` in a channel; 1 when the pictures are not of one size.
double share_off(const Picture& a, const Picture& b, Size page, const std::vector<Rect>& masked,
                 int levels = 32);

}  // namespace normscope::figures
