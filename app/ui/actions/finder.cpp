// SPDX-License-Identifier: MIT
// The field that finds, and the list below it.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/ui/actions/find.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::ui {

namespace {

constexpr std::string_view kFinderId = "find";
constexpr std::string_view kFieldId = "find/field";
constexpr std::string_view kWhatThereIs = tr_later(
    "Actions, lessons and their steps, options, figures, steps of the operation: any words of "
    "their names or explanations, in any order.");

// In points.
constexpr float kFinderWidth = 620;
constexpr float kFinderTop = 44;  // the menus stay in sight
constexpr float kFinderEdge = 12;
constexpr float kFoundRow = 30;
constexpr float kMostFound = 13.5F;  // rows: half a row says that there are more

}  // namespace

void Finder::open(std::vector<Findable> rows) {
  rows_ = std::move(rows);
  typed_.clear();
  found_ = find(rows_, typed_);
  chosen_ = 0;
  opening_ = true;
}

// The row that the keys lead to.
void Finder::choose(Context& ui, float shown) {
  if (found_.empty()) return;
  const std::size_t last = found_.size() - 1;
  const auto rows = static_cast<std::size_t>(std::max(1.0F, shown - 1));
  const std::size_t before = chosen_;
  if (ui.input.take(Key::kDown)) chosen_ = chosen_ == last ? 0 : chosen_ + 1;
  if (ui.input.take(Key::kUp)) chosen_ = chosen_ == 0 ? last : chosen_ - 1;
  if (ui.input.take(Key::kPageDown)) chosen_ = std::min(chosen_ + rows, last);
  if (ui.input.take(Key::kPageUp)) chosen_ -= std::min(chosen_, rows);
  if (chosen_ == before) return;
  chosen_by_key_ = true;
  ui.pacing.activity();
}

// The name, its kind beside it, and its keys at the right edge.
bool Finder::draw_row(Context& ui, std::size_t place) {
  const Findable& row = rows_[found_[place]];
  const auto& palette = ui.theme.colors;
  const ImVec2 size{std::max(1.0F, ImGui::GetContentRegionAvail().x), ui.px(kFoundRow)};
  const Area here = area(ui, fmt::format("find/row/{}", place), size,
                         {.text = row.name,
                          .kind = "row",
                          .selected = place == chosen_,
                          .value = text::listed(row.kind, row.keys)},
                         {.enabled = row.enabled, .tab_stop = false});
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (here.hovered && (moved.x != 0 || moved.y != 0)) chosen_ = place;
  if (place == chosen_) {
    draw_box(ui, here.min, here.max, palette.hover, {0, 0, 0, 0}, ui.px(ui.theme.metrics.rounding));
    if (std::exchange(chosen_by_key_, false)) scroll_into_view(ui, here.min, here.max);
  }
  const Color muted = row.enabled ? palette.muted : figures::faded(palette.muted, 0.6);
  const float padding = ui.px(ui.theme.metrics.field_padding);
  const float gap = ui.px(ui.theme.metrics.gap);
  const float left = here.min.x + padding;
  float right = here.max.x - padding;
  if (!row.keys.empty()) {
    const float width = text_width(row.keys);
    draw_text({right - width, here.min.y}, {right, here.max.y}, row.keys, muted, Align::kRight);
    right -= width + 2 * gap;
  }
  const float name_end = std::min(left + text_width(row.name), right);
  draw_text({left, here.min.y}, {name_end, here.max.y}, row.name,
            row.enabled ? palette.text : muted, Align::kLeft);
  const WithFont small(ui, Face::kText, ui.theme.metrics.small);
  if (right - name_end > 4 * gap) {
    draw_text({name_end + gap, here.min.y}, {right, here.max.y}, row.kind, muted, Align::kLeft);
  }
  return here.activated;
}

std::optional<std::size_t> Finder::draw_rows(Context& ui) {
  if (found_.empty()) {
    space(ui, 6);
    paragraph(ui, text::in_a_row(tr("Nothing has these words."), tr(kWhatThereIs)), Tone::kMuted,
              "find/none");
    return std::nullopt;
  }
  if (typed_.empty()) {
    space(ui, 6);
    caption(ui, tr(kWhatThereIs), "find/words");
  }
  space(ui, 6);
  const float row = ui.px(kFoundRow);
  const float room = ImGui::GetIO().DisplaySize.y - ImGui::GetCursorScreenPos().y;
  const float most = std::max(2 * row, std::min(kMostFound * row, room - ui.px(2 * kFinderEdge)));
  const float height = std::min(static_cast<float>(found_.size()) * row, most);
  std::optional<std::size_t> taken;
  {
    const Region list(ui, "find/rows", {0, height}, {.ground = Ground::kNone, .padding = 0});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    for (std::size_t place = 0; place < found_.size(); ++place) {
      if (draw_row(ui, place)) taken = place;
    }
    ImGui::PopStyleVar();
  }
  choose(ui, height / row);
  return taken;
}

void Finder::draw(Context& ui) {
  if (std::exchange(opening_, false)) {
    open_popup(ui, kFinderId);
    ui.focus.set(kFieldId);
  }
  if (!is_popup_open(kFinderId)) return;
  const float window = ImGui::GetIO().DisplaySize.x;
  const float width = std::min(ui.px(kFinderWidth), window - ui.px(2 * kFinderEdge));
  ui.popups.find(kFinderId)->second.anchor = {(window - width) / 2, 0, width, ui.px(kFinderTop)};
  std::function<void()> run;
  {
    Popup popup(ui, kFinderId, width / ui.scale, Popup::kFormPadding);
    if (!popup) return;
    const TextEdit field = text_field(ui, kFieldId, typed_, tr("Find..."));
    if (field.changed) {
      found_ = find(rows_, typed_);
      chosen_ = 0;
      chosen_by_key_ = true;
      ui.pacing.activity();
    }
    auto taken = draw_rows(ui);
    if (field.submitted && chosen_ < found_.size() && rows_[found_[chosen_]].enabled) {
      taken = chosen_;
    }
    if (taken) run = rows_[found_[*taken]].run;
    if (run || field.cancelled || ui.input.take({Key::kK, {.ctrl = true}})) popup.close();
  }
  if (!run) return;
  run();
  // What it opens takes the keys that follow.
  ui.input.hold_keys();
}

}  // namespace normscope::ui
