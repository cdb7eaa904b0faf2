// SPDX-License-Identifier: MIT
// The painter of figures on the screen; it draws onto the current panel.
#pragma once

#include <imgui.h>

#include <span>
#include <string_view>
#include <vector>

#include "app/figures/painter.hpp"
#include "app/ui/context.hpp"
#include "app/ui/coverage.hpp"

namespace normscope::ui {

class FigurePainter final : public figures::Painter {
 public:
  /// The figure's point (0, 0) lies at `origin`, in pixels; one point of the figure is `unit`
  /// pixels.
  FigurePainter(const Context& ui, ImVec2 origin, double unit);

  void polyline(std::span<const figures::Point> points, const figures::Stroke& stroke) override;
  void polygon(std::span<const figures::Point> points, Color color) override;
  void rectangle(const figures::Rect& rect, double radius, Color color) override;
  void marker(figures::Point center, double radius, figures::Marker shape, Color color,
              const figures::Stroke& outline) override;
  void text(const figures::TextRun& run) override;
  void image(const figures::Rect& rect, const figures::Image& image) override;
  void push_clip(const figures::Rect& rect) override;
  void pop_clip() override;
  /// On the screen hit tests use the figure, not the drawn groups.
  void begin_group(const figures::Tag&) override {}
  void end_group() override {}

 private:
  ImVec2 place(figures::Point at) const;
  std::vector<ImVec2> placed(std::span<const figures::Point> points) const;
  void fill(const std::vector<Cover>& covers, Color color);
  void fill_polygon(std::span<const ImVec2> corners, const ClipRect& clip, Color color);
  void line(const std::vector<ImVec2>& points, double width, Color color);

  const Context& ui_;
  ImDrawList& list_;
  ImVec2 origin_;
  double unit_;
  std::vector<ClipRect> clips_;  // nested, the innermost last
};

/// Draws characters of a face one by one, at their measured advances, as formulas and figures are
/// laid out. `baseline` and `em` in pixels.
void draw_run(const Context& ui, ImDrawList& list, std::string_view text, Face face,
              ImVec2 baseline, float em, Color color, std::span<const double> advances = {});

}  // namespace normscope::ui
