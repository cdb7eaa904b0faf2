// SPDX-License-Identifier: MIT
// Before, a rasterizer of our own put every shape of every frame into ImGui's triangles. In turns
// in one window of 1280 x 800 points (llvmpipe, two busy cores, 28 November 2026; ms, medians of
// five, triangles and this at a scale of 1): a frame at rest 16.0 and 14.6, an arrow key 12.4
// and 9.8; from an edit of 2 x 5 to its distribution 13.0 and 11.7, to its profile 13.1 and 10.5;
// of 100 x 1000 to its map 22.8 and 21.9, to its profile, four dense lines of 1000 points, 21.0 and
// 23.7. At a scale of 2: 35.1 and 32.0, 33.0 and 32.0; 71.9 and 67.4 for that profile. The picture
// alone takes Cairo 0.2 to 0.9 ms, the dense lines 9 (17 at a scale of 2). Letters as Cairo's
// outlines would take 0.8 to 4 ms more. tests/bench/window times it: `rest-2x5`, `walk-2x5`,
// `edits-2x5`.
#include "app/ui/drawing/figure_picture.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/drawing/textures.hpp"

namespace normscope::ui {
namespace {

using figures::Rect;

/// The texts of a figure, and a hash of everything else that it draws.
class Contents final : public figures::Painter {
 public:
  struct Text {
    figures::TextRun run;
    Rect clip;
  };

  explicit Contents(figures::Size page) : clips_{{0, 0, page.width, page.height}} {
    add({page.width, page.height});
  }

  void polyline(std::span<const figures::Point> points, const figures::Stroke& with) override {
    add(points);
    add(with);
  }
  void polygon(std::span<const figures::Point> points, Color fill) override {
    add(points);
    add(fill);
  }
  void rectangle(const Rect& rect, double radius, Color fill) override {
    add({rect.x, rect.y, rect.width, rect.height, radius});
    add(fill);
  }
  void marker(figures::Point center, double radius, figures::Marker shape, Color fill,
              const figures::Stroke& outline) override {
    add({center.x, center.y, radius, static_cast<double>(shape)});
    add(fill);
    add(outline);
  }
  void text(const figures::TextRun& run) override { texts_.push_back({run, clips_.back()}); }
  void image(const Rect& rect, const figures::Image& image) override {
    add({rect.x, rect.y, rect.width, rect.height});
    add(image.hash != 0 ? image.hash : figures::hash_of(image));
  }
  void push_clip(const Rect& rect) override {
    add({rect.x, rect.y, rect.width, rect.height});
    const Rect& outer = clips_.back();
    const double left = std::max(outer.x, rect.x);
    const double top = std::max(outer.y, rect.y);
    clips_.push_back({left, top, std::max(0.0, std::min(outer.right(), rect.right()) - left),
                      std::max(0.0, std::min(outer.bottom(), rect.bottom()) - top)});
  }
  void pop_clip() override {
    add(clips_.size());
    clips_.pop_back();
  }
  void begin_group(const figures::Tag&) override {}
  void end_group() override {}

  void add(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 0x100000001b3U;  // FNV-1a, by words
    hash_ ^= hash_ >> 32U;
  }
  void add(std::initializer_list<double> numbers) {
    for (const double number : numbers) add(std::bit_cast<std::uint64_t>(number));
  }
  void add(Color color) { add(std::uint64_t{std::bit_cast<std::uint32_t>(color)}); }

  std::uint64_t hash() const { return hash_; }
  const std::vector<Text>& texts() const { return texts_; }

 private:
  void add(std::span<const figures::Point> points) {
    add(points.size());
    for (const figures::Point& point : points) add({point.x, point.y});
  }
  void add(const figures::Stroke& with) {
    add({with.width, with.on, with.off});
    add(with.color);
  }

  std::uint64_t hash_ = 0xcbf29ce484222325U;
  std::vector<Text> texts_;
  std::vector<Rect> clips_;  // each within the one before
};

}  // namespace

void draw_figure(const Context& ui, ImVec2 corner, figures::Size page, double unit,
                 const figures::Drawing& drawing) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto at = [&](double x, double y) {
    return ImVec2{corner.x + static_cast<float>(x * unit), corner.y + static_cast<float>(y * unit)};
  };
  Contents contents(page);
  drawing(contents);
  contents.add({unit});
  contents.add(ui.theme.colors.panel);
  if (ui.textures != nullptr) {
    const int width = std::max(1, static_cast<int>(std::ceil(page.width * unit)));
    const int height = std::max(1, static_cast<int>(std::ceil(page.height * unit)));
    const figures::Size whole{width / unit, height / unit};
    const auto picture = [&] {
      return figures::draw_shapes(
                 whole, width, height, ui.measure,
                 [&](figures::Painter& to) {
                   // The ground of panels and dialogs: textures of this kind are opaque.
                   to.rectangle({0, 0, whole.width, whole.height}, 0, ui.theme.colors.panel);
                   drawing(to);
                 })
          .value_or(figures::Pixels{1, 1, {0}});
    };
    list.AddImage(ui.textures->opaque(contents.hash(), picture), corner,
                  {corner.x + static_cast<float>(width), corner.y + static_cast<float>(height)});
  }
  for (const auto& [run, clip] : contents.texts()) {
    const ImVec2 min = at(clip.x, clip.y);
    const ImVec2 max = at(clip.right(), clip.bottom());
    // ImGui's clips are whole pixels.
    list.PushClipRect({std::floor(min.x), std::floor(min.y)}, {std::ceil(max.x), std::ceil(max.y)},
                      true);
    std::vector<double> advances = run.advances;
    for (double& advance : advances) advance *= unit;
    draw_run(ui, list, run.text, run.face, at(run.origin.x, run.origin.y),
             static_cast<float>(run.size * unit), run.color, advances);
    list.PopClipRect();
  }
}

}  // namespace normscope::ui
