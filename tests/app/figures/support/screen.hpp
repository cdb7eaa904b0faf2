// SPDX-License-Identifier: MIT
// The window's painter without a window: OpenGL without a display draws ImGui's triangles into a
// picture, as the real window does onto the screen.
#pragma once

#include <functional>
#include <memory>

#include "app/ui/context.hpp"
#include "core/base/error.hpp"
#include "tests/app/figures/support/picture.hpp"

namespace normscope::figures {

class Screen {
 public:
  /// `density`: pixels a point, for which glyphs are rasterized.
  /// errors  Unavailable: EGL gives no OpenGL 3.3 without a display; as ui::Shell::create
  static base::Expected<std::unique_ptr<Screen>> open(double density);
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;
  ~Screen();

  const FontMeasure& measure() const;

  /// A frame of width x height pixels.
  Picture shot(int width, int height, const std::function<void(ui::Context&)>& draw);

 private:
  struct Parts;
  explicit Screen(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace normscope::figures
