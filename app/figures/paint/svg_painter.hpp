// SPDX-License-Identifier: MIT
// Figures as SVG 1.1: texts remain text, which can be searched, selected and edited, and the class
// of every group names its meaning.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "app/figures/layout/font_measure.hpp"
#include "app/figures/painter.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// Writes a figure into one SVG text. Coordinates have at most three decimals, in any locale.
class SvgPainter final : public Painter {
 public:
  /// A file. `state` is stored in <metadata> for read_state; empty: none. It must pass check_state.
  SvgPainter(Size page, std::string_view title, std::string_view state, const FontMeasure& fonts);
  /// A picture within a page of HTML; `root`: its opening tag, with a viewBox in points.
  SvgPainter(std::string root, const FontMeasure& fonts) : fonts_(fonts), svg_(std::move(root)) {}

  /// Says in words what is drawn, for who does not see it; before anything is drawn.
  void describe(std::string_view words);

  void polyline(std::span<const Point> points, const Stroke& stroke) override;
  void polygon(std::span<const Point> points, Color fill) override;
  void rectangle(const Rect& rect, double radius, Color fill) override;
  void marker(Point center, double radius, Marker shape, Color fill,
              const Stroke& outline) override;
  void text(const TextRun& run) override;
  void image(const Rect& rect, const Image& image) override;
  void push_clip(const Rect& rect) override;
  void pop_clip() override;
  void begin_group(const Tag& tag) override;
  void end_group() override;

  /// The whole file, moved out of the painter.
  /// errors  as write_png, which encodes images
  base::Expected<std::string> finish();

 private:
  const FontMeasure& fonts_;
  std::string svg_;
  std::optional<base::Error> failure_;
  std::set<std::string> clips_;  // the ids defined so far
};

}  // namespace normscope::figures
