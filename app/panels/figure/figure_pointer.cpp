// SPDX-License-Identifier: MIT
#include "app/panels/figure/figure_pointer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "app/figures/layout/readout.hpp"
#include "app/results/sheet/slice.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/workspace/lesson_walk.hpp"

namespace normscope::panels {

using figures::Figure;
using figures::FigureView;
using figures::Layout;
using figures::Point;
using ui::Context;
using workspace::FigureDrag;
using workspace::PlacedFigure;
using workspace::Workspace;

namespace {

// One line of the wheel zooms by this factor.
constexpr double kWheel = 1.2;
// A press becomes a drag after the pointer has moved this far, in points of the page.
constexpr double kDragThreshold = 3;

// A panel that scrolls by less than this, in points, does so by rounding alone.
constexpr float kRoundingRoom = 2;

class Pointer {
 public:
  Pointer(Context& ui, Workspace& workspace, const PlacedFigure& placed, const ui::Area& area,
          ImVec2 at)
      : ui_(ui),
        workspace_(workspace),
        figure_(placed.figure),
        layout_(placed.layout),
        area_(area),
        at_(at),
        view_(workspace.view.figure_views[placed.figure.name]) {
    const ImVec2 mouse = ImGui::GetMousePos();
    where_ = {static_cast<double>((mouse.x - at.x) / ui.scale),
              static_cast<double>((mouse.y - at.y) / ui.scale)};
    for (std::size_t p = 0; p < layout_.panels.size(); ++p) {
      if (layout_.panels[p].plot.contains(where_)) panel_ = p;
    }
  }

  void act() {
    auto& drag = workspace_.view.figure_drag;
    if (area_.pressed) drag = FigureDrag{panel_, where_, where_, ui_.input.modifiers().shift};
    if (drag && area_.held) {
      follow(*drag);
    } else if (drag) {
      let_go(*drag);
      drag.reset();
    }
    if (area_.doubled) {
      workspace_.view.fit_figure(figure_.name);
      ui_.pacing.activity();
    }
    if (!area_.hovered || drag) return;
    const float wheel = ImGui::GetIO().MouseWheel;
    // The wheel scrolls a figure higher than its panel, unless Ctrl is held, and zooms any other.
    const bool scrolls = ImGui::GetScrollMaxY() > ui_.px(kRoundingRoom);
    const bool zooms = ui_.input.modifiers().ctrl || !scrolls;
    if (zooms) ui::keep_wheel();
    if (wheel != 0 && zooms) zoom(static_cast<double>(wheel));
    draw_cross();
    hover();
  }

 private:
  void change(FigureView next) {
    if (next == view_) return;
    view_ = std::move(next);
    ui_.pacing.activity();
  }

  // Zooms the plot under the pointer, else the nearest one: there is no dead place between two.
  void zoom(double lines) {
    const auto nearest_point = [&](std::size_t panel) {
      const figures::Rect& plot = layout_.panels[panel].plot;
      return Point{std::clamp(where_.x, plot.x, plot.right()),
                   std::clamp(where_.y, plot.y, plot.bottom())};
    };
    std::size_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t p = 0; p < layout_.panels.size(); ++p) {
      const Point point = nearest_point(p);
      const double away = std::hypot(where_.x - point.x, where_.y - point.y);
      if (!(layout_.panels[p].plot.width > 0) || away >= least) continue;
      least = away;
      nearest = p;
    }
    if (std::isinf(least)) return;
    change(figures::stretched(view_, figure_, layout_, nearest, nearest_point(nearest),
                              std::pow(kWheel, lines)));
  }

  // Moves the view with the pointer, or draws the box to zoom to.
  void follow(FigureDrag& drag) {
    drag.moved =
        drag.moved || std::hypot(where_.x - drag.from.x, where_.y - drag.from.y) > kDragThreshold;
    if (!drag.panel || !drag.moved) return;
    if (drag.box) {
      const figures::Rect box = box_of(drag);
      ui::draw_box(ui_, pixel({box.x, box.y}), pixel({box.right(), box.bottom()}),
                   figures::faded(ui_.theme.colors.accent, 0.15), ui_.theme.colors.accent, 0);
      return;
    }
    change(figures::moved(view_, figure_, layout_, *drag.panel, where_.x - drag.last.x,
                          where_.y - drag.last.y));
    drag.last = where_;
  }

  void let_go(const FigureDrag& drag) {
    if (drag.moved && drag.panel && drag.box) {
      const figures::Rect box = box_of(drag);
      if (box.width > kDragThreshold && box.height > kDragThreshold) {
        change(figures::boxed(view_, figure_, layout_, *drag.panel, box));
      }
    }
    if (!drag.moved && area_.activated) click();
  }

  void click() {
    for (const figures::LegendEntry& entry : layout_.legend) {
      if (!entry.area.contains(where_)) continue;
      FigureView next = view_;
      if (next.hidden.erase(entry.name) == 0) next.hidden.insert(entry.name);
      change(std::move(next));
      return;
    }
    if (const auto element = element_here()) {
      workspace_.history.change_view(
          [&](document::Document& document) { document.selection = place_of(*element); });
      workspace_.view.selected_card =
          holds_back(workspace_) ? std::string() : workspace_.shown->cards.back().id;
      ui_.pacing.activity();
    }
  }

  // Highlights the element under the pointer on every card.
  void hover() {
    if (holds_back(workspace_)) return;  // an element is one of the output
    if (const auto element = element_here()) {
      const document::Selection at = place_of(*element);
      workspace_.view.pointed_next.cell = {workspace_.shown->cards.back().id, at};
    }
  }

  std::optional<std::int64_t> element_here() const {
    const auto hit = figures::hit_test(figure_, layout_, where_);
    if (!hit || !hit->element || *hit->element < 0) return std::nullopt;
    return hit->element;
  }

  document::Selection place_of(std::int64_t element) const {
    return results::selection_of(workspace_.shown->activations->shape(), element);
  }

  figures::Rect box_of(const FigureDrag& drag) const {
    const figures::Rect& plot = layout_.panels[*drag.panel].plot;
    const double x = std::clamp(where_.x, plot.x, plot.right());
    const double y = std::clamp(where_.y, plot.y, plot.bottom());
    return {std::min(x, drag.from.x), std::min(y, drag.from.y), std::abs(x - drag.from.x),
            std::abs(y - drag.from.y)};
  }

  ImVec2 pixel(Point at) const {
    return {at_.x + static_cast<float>(at.x) * ui_.scale,
            at_.y + static_cast<float>(at.y) * ui_.scale};
  }

  void draw_cross() {
    if (!panel_ || !figure_.panels[*panel_].message.empty()) return;
    const figures::PanelLayout& place = layout_.panels[*panel_];
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 hair = ui::imgui_color(figures::faded(ui_.theme.colors.muted, 0.6));
    const ImVec2 here = pixel(where_);
    const float x = std::floor(here.x) + 0.5F;
    const float y = std::floor(here.y) + 0.5F;
    const ImVec2 min = pixel({place.plot.x, place.plot.y});
    const ImVec2 max = pixel({place.plot.right(), place.plot.bottom()});
    list.AddLine({x, min.y}, {x, max.y}, hair, 1);
    list.AddLine({min.x, y}, {max.x, y}, hair, 1);

    const ui::WithFont font(ui_, ui::Face::kNumber, ui_.theme.metrics.small);
    const std::string readout = figures::readout(figure_, layout_, where_);
    const float width = std::min(ui::text_width(readout), max.x - min.x);
    const float gap = ui_.px(6);
    const float height = ImGui::GetFontSize();
    ImVec2 corner = {x + gap, y - gap - height};
    if (corner.x + width > max.x) corner.x = std::max(min.x, x - gap - width);
    if (corner.y < min.y) corner.y = y + gap;
    ui::draw_box(ui_, {corner.x - ui_.px(3), corner.y - ui_.px(1)},
                 {corner.x + width + ui_.px(3), corner.y + height + ui_.px(2)},
                 figures::faded(ui_.theme.colors.panel, 0.9), {0, 0, 0, 0}, ui_.px(3));
    ui::draw_text(corner, {corner.x + width + 1, corner.y + height}, readout, ui_.theme.colors.text,
                  ui::Align::kLeft);
    ui::report(ui_, {.id = "figure/readout", .text = readout, .kind = "readout"}, corner,
               {corner.x + width, corner.y + height});
  }

  Context& ui_;
  Workspace& workspace_;
  const Figure& figure_;
  const Layout& layout_;
  const ui::Area& area_;
  ImVec2 at_;
  FigureView& view_;
  Point where_{};
  std::optional<std::size_t> panel_{};
};

}  // namespace

void point_at_figure(Context& ui, Workspace& workspace, const PlacedFigure& placed,
                     const ui::Area& area, ImVec2 at) {
  Pointer(ui, workspace, placed, area, at).act();
}

}  // namespace normscope::panels
