// SPDX-License-Identifier: MIT
#include "app/panels/inspector/statistics_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "app/figures/note_text.hpp"
#include "app/panels/held_back.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/grid/grid_format.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using stats::Moments;
using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kSelectedHelp{
    tr_later("The selected number"),
    tr_later("One place, followed through every step. The same place is lit on every card."), "",
    tr_later("Click another number on a card, or move with the arrow keys.")};
constexpr ui::Help kStatisticsHelp{
    tr_later("Statistics"),
    tr_later("Of the numbers that share a mean and a variance, before and after, in double."), "",
    tr_later("After layer norm the mean is 0 and the variance just below 1: var / (var + eps).")};

constexpr ui::Help kInvariantsHelp{
    tr_later("What must come out"),
    tr_later("Where adding one number to the whole group moves no output, dx sums to 0. Along the "
             "normalized numbers only what eps lets through is left. Both are added in double."),
    "", tr_later("Take the sums of the input as the form, far from 0: the sum is no longer 0.")};

constexpr int kDecimals = 4;
// Magnitudes below the first, and from the second on, are written with a power of ten.
constexpr double kSmallestFixed = 1e-3;
constexpr double kLeastPower = 1e5;

// "0.2432"; a number that these decimals do not suit as "1.885×10⁴".
ui::NumberText number_of(double value) {
  const double magnitude = std::abs(value);
  const bool fixed = !std::isfinite(value) || magnitude == 0 ||
                     (magnitude >= kSmallestFixed && magnitude < kLeastPower);
  if (!fixed) return ui::with_power_of_ten(value, kDecimals - 1);
  return {std::isnan(value) ? "nan" : fmt::format("{:.{}f}", value, kDecimals)};
}

// In points.
constexpr float kColumnGap = 14;
constexpr float kLeastLabel = 72;  // the longest word of a label

struct Row {
  std::string_view label;
  double Moments::*value;
};
constexpr std::array<Row, 9> kRows{{
    {tr_later("mean"), &Moments::mean},
    {tr_later("variance, biased"), &Moments::biased_variance},
    {tr_later("variance, unbiased"), &Moments::unbiased_variance},
    {tr_later("deviation, biased"), &Moments::biased_deviation},
    {tr_later("deviation, unbiased"), &Moments::unbiased_deviation},
    {tr_later("minimum"), &Moments::minimum},
    {tr_later("maximum"), &Moments::maximum},
    {tr_later("skewness"), &Moments::skewness},
    {tr_later("excess kurtosis"), &Moments::excess_kurtosis},
}};

struct Line {
  std::string id;
  std::string_view label;
  std::string before;
  std::string after;
};

// Empty for what has not been described.
std::string text_of(const Moments& moments, double Moments::*value) {
  return moments.count == 0 ? "" : number_of(moments.*value).text();
}

std::vector<Line> lines_of(const results::GroupMoments& moments, std::string_view id) {
  const auto& [before, after] = moments;
  std::vector<Line> lines;
  lines.push_back({fmt::format("{}/head", id), "", tr("before"), tr("after")});
  for (std::size_t row = 0; row < kRows.size(); ++row) {
    lines.push_back({fmt::format("{}/{}", id, row), tr(kRows[row].label),
                     text_of(before, kRows[row].value), text_of(after, kRows[row].value)});
  }
  const auto zeros = [](const Moments& of) {
    return of.count == 0 ? std::string() : fmt::format("{}", of.zero_count);
  };
  lines.push_back({fmt::format("{}/zeros", id), tr("zeros"), zeros(before), zeros(after)});
  const auto lost = [](const Moments& m) { return m.count - m.finite_count(); };
  if (lost(before) + lost(after) > 0) {
    lines.push_back({fmt::format("{}/lost", id), tr("nan and inf"), fmt::format("{}", lost(before)),
                     fmt::format("{}", lost(after))});
  }
  return lines;
}

// Draws a number that ends at `right`, so that decimal points are aligned.
void draw_right(Context& ui, std::string_view text, float right, const std::string& id) {
  const ui::WithFont font(ui, ui::Face::kNumber, ui.theme.metrics.number);
  ImGui::SetCursorPosX(right - ui::text_width(text));
  ui::number(ui, text, ui::Tone::kText, id);
}

// The widest value sets the width of a column. A label that does not fit beside the values is
// wrapped; where even its words do not fit, the values stand below it.
void draw_table(Context& ui, const results::GroupMoments& moments, std::string_view id) {
  const std::vector<Line> lines = lines_of(moments, id);
  const float gap = ui.px(kColumnGap);
  const float right = ImGui::GetContentRegionMax().x;
  float before = 0;
  float after = 0;
  {
    const ui::WithFont font(ui, ui::Face::kNumber, ui.theme.metrics.number);
    for (const Line& line : lines) {
      before = std::max(before, ui::text_width(line.before));
      after = std::max(after, ui::text_width(line.after));
    }
  }
  const float left = ImGui::GetCursorPosX();
  const float room = right - after - gap - before - gap - left;
  const bool beside = room >= ui.px(kLeastLabel);
  for (const Line& line : lines) {
    const float top = ImGui::GetCursorPosY();
    ImGui::PushTextWrapPos(beside ? left + room : 0.0F);
    ImGui::PushStyleColor(ImGuiCol_Text, ui::imgui_color(ui.theme.colors.muted));
    ImGui::TextUnformatted(line.label.data(), line.label.data() + line.label.size());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    ui::report(ui, {.id = line.id + "/label", .text = std::string(line.label), .kind = "text"},
               ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    const float below = ImGui::GetCursorPosY();
    const float values = beside || line.label.empty() ? top : below;
    ImGui::SetCursorPosY(values);
    draw_right(ui, line.before, right - after - gap, line.id + "/before");
    ImGui::SetCursorPosY(values);
    draw_right(ui, line.after, right, line.id + "/after");
    ImGui::SetCursorPosY(std::max(below, ImGui::GetCursorPosY()));
  }
}

// Says of a table that describes a sample what it was made from.
void note_sample(Context& ui, std::int64_t count, std::int64_t all, std::string_view id) {
  if (count == all) return;
  const std::string text = count == 0 ? tr("being computed")
                                      : tr("from {count} of {all} values, until all are read",
                                           arg("count", figures::digits_text(count)),
                                           arg("all", figures::digits_text(all)));
  ui::paragraph(ui, text, ui::Tone::kMuted, id);
}

// What a backward pass cannot but give.
void draw_invariants(Context& ui, const results::Summary& summary) {
  if (!summary.gradient_sum) return;
  ui::space(ui, 8);
  ui::heading(ui, tr("Gradient of the group"), kInvariantsHelp, "inspector/gradient");
  const auto line = [&](std::string_view label, double value, const std::string& id) {
    const float top = ImGui::GetCursorPosY();
    ui::label(ui, label);
    ImGui::SetCursorPosY(top);
    draw_right(ui, number_of(value).text(), ImGui::GetContentRegionMax().x, id);
  };
  line(tr("sum of dx"), *summary.gradient_sum, "statistics/gradient/sum");
  if (summary.gradient_along) {
    line(tr("dx · normalized"), *summary.gradient_along, "statistics/gradient/along");
  }
}

}  // namespace

void draw_statistics(Context& ui, Workspace& workspace, bool whole) {
  if (!workspace.shown || workspace.shown->stages.empty() || workspace.summary.numbers.empty()) {
    ui::caption(ui, tr("There are no numbers to describe yet."));
    return;
  }
  const document::Selection& at = workspace.document().selection;
  ui::heading(ui, tr("Row {row}, column {column}", arg("row", at.row), arg("column", at.column)),
              kSelectedHelp, "inspector/selected");
  if (holds_back(workspace)) return note_held_back(ui, workspace, "inspector");
  ui::heading(ui, tr("Group {group}", arg("group", workspace.summary.group)), kStatisticsHelp,
              "inspector/group");
  const results::Evaluation& shown = *workspace.shown;
  note_sample(ui, workspace.summary.group_moments.before.count, shown.layout.size,
              "statistics/group/sample");
  draw_table(ui, workspace.summary.group_moments, "statistics/group");
  draw_invariants(ui, workspace.summary);
  if (!whole) return;
  ui::space(ui, 8);
  ui::heading(ui, tr("Whole batch"), kStatisticsHelp, "inspector/whole");
  note_sample(ui, shown.before.moments.count, shown.activations->size(), "statistics/whole/sample");
  draw_table(ui, {shown.before.moments, shown.after.moments}, "statistics/whole");
}

}  // namespace normscope::panels
