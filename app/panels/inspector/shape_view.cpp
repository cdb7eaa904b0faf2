// SPDX-License-Identifier: MIT
#include "app/panels/inspector/shape_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/results/sheet/sheet.hpp"
#include "app/results/sheet/slice.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/hover_card.hpp"
#include "app/ui/widgets/text.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using tensor::Shape;

namespace {

// At most so many rows and columns are drawn; more stand for all. As many matrices as have room.
constexpr std::int64_t kShapeRows = 5;
constexpr std::int64_t kShapeColumns = 8;
// In points.
constexpr float kShapeCell = 7;
constexpr float kShapeStep = 1;  // between cells
constexpr float kShapeGap = 8;   // between matrices
constexpr float kMore = 14;      // for a sign that there are more

constexpr ui::Help kDrawingHelp{
    tr_later("What shares statistics"),
    tr_later("The batch from afar, its last two dimensions as matrices. The filled cells share a "
             "mean and a variance (or a sum) with the selected one."),
    "", tr_later("Choose batch-norm, and see one column filled instead of one row.")};

// The element that block `at` of `blocks` stands for; the block of the selected one stands for it.
std::int64_t shown_element(std::int64_t at, std::int64_t blocks, std::int64_t count,
                           std::int64_t selected) {
  const std::int64_t first = at * count / blocks;
  const std::int64_t next = (at + 1) * count / blocks;
  return selected >= first && selected < next ? selected : first;
}

}  // namespace

void draw_shape(ui::Context& ui, const workspace::Workspace& workspace) {
  if (!workspace.shown || !workspace.shown->activations || workspace.shown->failure) return;
  const results::Evaluation& shown = *workspace.shown;
  const Shape& shape = shown.activations->shape();
  if (tensor::product(shape) == 0 || shape.empty()) return;
  std::string dimensions = results::shared_dimensions(shown);
  if (dimensions.empty()) return;
  const results::Slice whole = results::whole_matrix(shape);
  const std::int64_t rows_each = shape.size() < 2 ? 1 : shape[shape.size() - 2];
  const std::int64_t matrices = whole.rows / rows_each;
  const std::int64_t selected = results::position_of(shape, shape, workspace.document().selection);
  const document::Selection at = results::selection_of(shape, selected);
  const std::int64_t group = shown.layout.locate(selected).group;

  const std::int64_t rows = std::min(rows_each, kShapeRows);
  const std::int64_t columns = std::min(whole.columns, kShapeColumns);
  const float pitch = ui.px(kShapeCell + kShapeStep);
  const float width = pitch * static_cast<float>(columns);
  const float height = pitch * static_cast<float>(rows);
  const float each = width + ui.px(kShapeGap);
  const float room = ImGui::GetContentRegionAvail().x + ui.px(kShapeGap);
  const bool all = static_cast<float>(matrices) * each <= room;
  const auto have_room = static_cast<std::int64_t>((room - ui.px(kMore)) / each);
  const std::int64_t shown_matrices = all ? matrices : std::max<std::int64_t>(1, have_room);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  if (!all) {
    dimensions = tr("{dimensions}; {shown} of {all} matrices", arg("dimensions", dimensions),
                    arg("shown", shown_matrices), arg("all", matrices));
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto& palette = ui.theme.colors;
  float x = from.x;
  for (std::int64_t matrix = 0; matrix < shown_matrices; ++matrix) {
    const std::int64_t number = shown_element(matrix, shown_matrices, matrices, at.row / rows_each);
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::int64_t own_row =
          number * rows_each + shown_element(row, rows, rows_each, at.row % rows_each);
      for (std::int64_t column = 0; column < columns; ++column) {
        const std::int64_t own = shown_element(column, columns, whole.columns, at.column);
        const std::int64_t position = own_row * whole.columns + own;
        const bool shares = shown.layout.locate(position).group == group;
        const ImVec2 low{std::round(x + pitch * static_cast<float>(column)),
                         std::round(from.y + pitch * static_cast<float>(row))};
        const ImVec2 high{low.x + std::round(ui.px(kShapeCell)),
                          low.y + std::round(ui.px(kShapeCell))};
        list.AddRectFilled(low, high, ui::imgui_color(shares ? palette.accent : palette.hover));
        if (position == selected) {
          const auto [outer, inner] = selection_frame(palette);
          list.AddRect(low, high, ui::imgui_color(outer), 0, 0, ui.px(1.5F));
        }
      }
    }
    x += each;
  }
  if (!all) {
    const ImVec2 end{x + ui.px(kMore), from.y + std::max(height, ui.px(kMore))};
    ui::draw_text({x, from.y}, end, "…", palette.muted, ui::Align::kLeft);
    ui::report(ui,
               {.id = "inspector/shape/more",
                .text = tr("{shown} of {all}", arg("shown", shown_matrices), arg("all", matrices)),
                .kind = "text"},
               {x, from.y}, end);
    x = end.x;
  }
  ImGui::Dummy({std::max(1.0F, x - from.x), height});
  const bool hovered = ImGui::IsItemHovered();
  ui::report(ui, {.id = "inspector/shape", .text = dimensions, .kind = "drawing"}, from,
             {x, from.y + height});
  ui::hover_card(ui, "inspector/shape", kDrawingHelp, hovered);
  ui::caption(ui, dimensions);
}

}  // namespace normscope::panels
