// SPDX-License-Identifier: MIT
#include "app/panels/statistics_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <cmath>
#include <string_view>

#include "app/ui/widgets/math_view.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::panels {

using stats::Moments;
using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kSelectedHelp{
    "The selected number",
    "One place, followed through every step. The same place is lit on every card.", "",
    "Click another number on a card, or move with the arrow keys."};
constexpr ui::Help kStatisticsHelp{
    "Statistics", "Of the numbers that share a mean and a variance, before and after, in double.",
    "", "After layer norm the mean is 0 and the variance just below 1: var / (var + eps)."};

std::string digits(double value) {
  if (std::isnan(value)) return "nan";
  const double magnitude = std::abs(value);
  if (magnitude != 0 && (magnitude >= 1e5 || magnitude < 1e-3)) return fmt::format("{:.3e}", value);
  return fmt::format("{:.4f}", value);
}

// Draws the last division: its formula, the formula with numbers, and the value.
void draw_quotient(Context& ui, const results::Evaluation& shown, const results::Summary& summary) {
  const auto& steps = shown.stages.back().trace.steps();
  for (std::size_t step = steps.size(); step-- > 0;) {
    if (steps[step].primitive != trace::Primitive::kDivide) continue;
    const auto& numbers = summary.numbers;
    ui::formula(
        ui, "inspector/quotient",
        fmt::format("{} = {} = \\frac{{{}}}{{{}}} = {}", steps[step].symbol, steps[step].formula,
                    digits(numbers[static_cast<std::size_t>(steps[step].a)].value),
                    digits(numbers[static_cast<std::size_t>(steps[step].b)].value),
                    digits(numbers[step].value)));
    return;
  }
}

struct Row {
  std::string_view words;
  double Moments::*value;
};
constexpr std::array<Row, 9> kRows{{
    {"mean", &Moments::mean},
    {"variance, biased", &Moments::biased_variance},
    {"variance, unbiased", &Moments::unbiased_variance},
    {"deviation, biased", &Moments::biased_deviation},
    {"deviation, unbiased", &Moments::unbiased_deviation},
    {"minimum", &Moments::minimum},
    {"maximum", &Moments::maximum},
    {"skewness", &Moments::skewness},
    {"excess kurtosis", &Moments::excess_kurtosis},
}};

// Draws a number at the right edge of its column, so that decimal points are aligned.
void draw_right(Context& ui, std::string_view words, float right, const std::string& id) {
  const ui::WithFont font(ui, ui::Face::kNumber, ui.theme.metrics.number);
  const float width = ImGui::CalcTextSize(words.data(), words.data() + words.size()).x;
  ImGui::SameLine(right - width);
  ui::number(ui, words, ui::Tone::kText, id);
}

void draw_row(Context& ui, std::string_view words, const std::string& id, const std::string& before,
              const std::string& after) {
  const float width = ImGui::GetContentRegionMax().x;
  ui::line(ui, words, ui::Tone::kMuted);
  draw_right(ui, before, width - ui.px(94), id + "/before");
  draw_right(ui, after, width, id + "/after");
}

void draw_table(Context& ui, const results::GroupMoments& moments, std::string_view id) {
  const auto& [before, after] = moments;
  draw_row(ui, "", fmt::format("{}/head", id), "before", "after");
  for (std::size_t row = 0; row < kRows.size(); ++row) {
    draw_row(ui, kRows[row].words, fmt::format("{}/{}", id, row), digits(before.*kRows[row].value),
             digits(after.*kRows[row].value));
  }
  draw_row(ui, "zeros", fmt::format("{}/zeros", id), fmt::format("{}", before.zero_count),
           fmt::format("{}", after.zero_count));
  const auto lost = [](const Moments& m) { return m.count - m.finite_count(); };
  if (lost(before) + lost(after) > 0) {
    draw_row(ui, "nan and inf", fmt::format("{}/lost", id), fmt::format("{}", lost(before)),
             fmt::format("{}", lost(after)));
  }
}

}  // namespace

void draw_statistics(Context& ui, Workspace& workspace) {
  if (!workspace.shown || workspace.shown->stages.empty() || workspace.summary.numbers.empty()) {
    ui::caption(ui, "There are no numbers to describe yet.");
    return;
  }
  const document::Selection& at = workspace.document().selection;
  ui::heading(ui, fmt::format("Row {}, column {}", at.row, at.column), kSelectedHelp,
              "inspector/selected");
  draw_quotient(ui, *workspace.shown, workspace.summary);
  ui::space(ui, 8);
  ui::heading(ui, fmt::format("Group {}", workspace.summary.group), kStatisticsHelp,
              "inspector/group");
  draw_table(ui, workspace.summary.group_moments, "statistics/group");
  ui::space(ui, 8);
  ui::heading(ui, "Whole batch", kStatisticsHelp, "inspector/whole");
  draw_table(ui, {workspace.shown->before, workspace.shown->after}, "statistics/whole");
}

}  // namespace normscope::panels
