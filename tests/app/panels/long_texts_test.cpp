// SPDX-License-Identifier: MIT
// A text of megabytes costs a frame what is seen of it: no more vertices, allocated bytes and bytes
// walked over than a text that fills the window.
#include <gtest/gtest.h>
#include <imgui.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/figures/layout/text.hpp"
#include "app/panels/lesson/code_view.hpp"
#include "app/panels/lesson/prose.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "tests/app/ui/driver.hpp"
#include "tests/support/counted_bytes.hpp"
#include "tests/support/failing_memory.hpp"

namespace normscope::panels {
namespace {

using normscope::testing::Driver;
using ui::Context;

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): counted by operator new
std::atomic<std::uint64_t> allocated = 0;

struct Cost {
  int vertices = 0;
  std::uint64_t bytes = 0;  // allocated, copied, compared and searched
};

using Draw = std::function<void(Context&, const std::string&)>;

Cost cost_of(const Draw& draw, const std::string& text) {
  Driver driver([&](Context& ui) {
    const ui::Region region(ui, "text", {600, 400});
    if (region) draw(ui, text);
  });
  driver.settle();
  allocated = 0;
  const std::uint64_t before = testing::counted_bytes();
  testing::set_allocation_fails([](std::size_t bytes) {
    allocated += bytes;
    return false;
  });
  driver.shell().pacing().activity();
  driver.settle();
  testing::set_allocation_fails(nullptr);
  return {ImGui::GetDrawData()->TotalVtxCount, allocated + testing::counted_bytes() - before};
}

// What three frames may cost: far more than a window that is full of text, far less than the texts
// here.
constexpr int kMostVertices = 60'000;
constexpr std::uint64_t kMostBytes = 24 << 20;
constexpr std::size_t kLong = 64 << 20;

void expect_what_is_seen(const char* name, const Draw& draw, const std::string& text) {
  const Cost cost = cost_of(draw, text);
  EXPECT_LE(cost.vertices, kMostVertices) << name;
  EXPECT_LE(cost.bytes, kMostBytes) << name;
}

TEST(LongTexts, ALineAndASentenceCostWhatIsSeen) {
  const std::string word(kLong, 'n');
  expect_what_is_seen(
      "line", [](Context& ui, const auto& text) { ui::line(ui, text); }, word);
  expect_what_is_seen(
      "title", [](Context& ui, const auto& text) { ui::title(ui, text); }, word);
  expect_what_is_seen(
      "paragraph", [](Context& ui, const auto& text) { ui::paragraph(ui, text); }, word);
  expect_what_is_seen(
      "caption", [](Context& ui, const auto& text) { ui::caption(ui, text); },
      std::string(kLong, '\n'));
  const Draw fitted = [](Context& ui, const auto& text) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ui::draw_text(at, {at.x + 200, at.y + 20}, text, ui.theme.colors.text, ui::Align::kLeft);
    EXPECT_GT(ui::text_width(text), 10'000);
  };
  expect_what_is_seen("draw_text", fitted, word);
}

TEST(LongTexts, CodeCostsWhatIsSeen) {
  const Draw code = [](Context& ui, const auto& text) { draw_code(ui, "cell", text); };
  expect_what_is_seen("one line", code, "# " + std::string(kLong, 'x'));
  std::string names;
  while (names.size() < kLong) names += "a.b(1) + ";
  expect_what_is_seen("one line of names", code, names);
  std::string lines;
  while (lines.size() < kLong) lines += "x = 1\n";
  expect_what_is_seen("lines", code, lines);
  Driver driver([&](Context& ui) { draw_code(ui, "cell", lines); });
  EXPECT_TRUE(driver.widget("cell/left-out").text.ends_with(" more bytes"));
}

TEST(LongTexts, AWordOfProseIsPartedWhereALineEnds) {
  const std::string word(30'000, 'w');
  float height = 0;
  Driver driver([&](Context& ui) {
    const ui::Region region(ui, "text", {600, 400});
    if (!region) return;
    const float top = ImGui::GetCursorPosY();
    draw_paragraph(ui, {{.text = word}}, 0, nullptr);
    height = ImGui::GetCursorPosY() - top;
  });
  EXPECT_GT(height, 1000) << "it goes on in lines below";
}

// Half an em for each byte, counted.
class CountedMeasure final : public formula::Measure {
 public:
  formula::Extent measure(std::string_view text, formula::Face /*face*/,
                          double size) const override {
    steps += text.size();
    return {0.5 * size * static_cast<double>(text.size()), size, 0};
  }
  mutable std::size_t steps = 0;
};

TEST(LongTexts, AFiguresTextIsMeasuredAsFarAsItIsSeen) {
  const CountedMeasure measure;
  const figures::Style style{formula::Face::kText, 10, {}};
  const std::string shown = figures::fit_text(std::string(kLong, 'x'), 100, style, measure);
  EXPECT_EQ(shown, std::string(17, 'x') + "\u2026") << "as wide as three bytes";
  EXPECT_LE(measure.steps, 30U);
}

}  // namespace
}  // namespace normscope::panels
