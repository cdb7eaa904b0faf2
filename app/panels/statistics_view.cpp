// SPDX-License-Identifier: MIT
#include "app/panels/statistics_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
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

enum class Script { kPlain, kLatex };

// "-29" as superscript signs.
std::string raised(std::string_view exponent) {
  static constexpr std::array<std::string_view, 10> kDigits = {"⁰", "¹", "²", "³", "⁴",
                                                               "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string words;
  for (const char c : exponent) {
    if (c == '-') {
      words += "⁻";
    } else {
      words += kDigits[static_cast<std::size_t>(c - '0')];
    }
  }
  return words;
}

// "0.2432"; numbers that four decimals do not suit as "1.885 × 10⁴".
std::string digits(double value, Script script = Script::kPlain) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  const double magnitude = std::abs(value);
  if (magnitude == 0 || (magnitude >= 1e-3 && magnitude < 1e5)) return fmt::format("{:.4f}", value);
  const std::string whole = fmt::format("{:.3e}", value);
  const std::size_t at = whole.find('e');
  const std::string exponent = fmt::format("{}", std::stoi(whole.substr(at + 1)));
  if (script == Script::kLatex) {
    return fmt::format("{} \\times 10^{{{}}}", whole.substr(0, at), exponent);
  }
  return fmt::format("{}×10{}", whole.substr(0, at), raised(exponent));
}

// In points.
constexpr float kColumnGap = 14;
constexpr float kLeastLabel = 72;  // the longest word of a label

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

struct Line {
  std::string id;
  std::string_view words;
  std::string before;
  std::string after;
};

std::vector<Line> lines_of(const results::GroupMoments& moments, std::string_view id) {
  const auto& [before, after] = moments;
  std::vector<Line> lines;
  lines.push_back({fmt::format("{}/head", id), "", "before", "after"});
  for (std::size_t row = 0; row < kRows.size(); ++row) {
    lines.push_back({fmt::format("{}/{}", id, row), kRows[row].words,
                     digits(before.*kRows[row].value), digits(after.*kRows[row].value)});
  }
  lines.push_back({fmt::format("{}/zeros", id), "zeros", fmt::format("{}", before.zero_count),
                   fmt::format("{}", after.zero_count)});
  const auto lost = [](const Moments& m) { return m.count - m.finite_count(); };
  if (lost(before) + lost(after) > 0) {
    lines.push_back({fmt::format("{}/lost", id), "nan and inf", fmt::format("{}", lost(before)),
                     fmt::format("{}", lost(after))});
  }
  return lines;
}

// Draws a number that ends at `right`, so that decimal points are aligned.
void draw_right(Context& ui, std::string_view words, float right, const std::string& id) {
  const ui::WithFont font(ui, ui::Face::kNumber, ui.theme.metrics.number);
  ImGui::SetCursorPosX(right - ui::text_width(words));
  ui::number(ui, words, ui::Tone::kText, id);
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
    ImGui::TextUnformatted(line.words.data(), line.words.data() + line.words.size());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    ui::report(ui, {.id = line.id + "/label", .text = std::string(line.words), .kind = "text"},
               ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    const float below = ImGui::GetCursorPosY();
    const float values = beside || line.words.empty() ? top : below;
    ImGui::SetCursorPosY(values);
    draw_right(ui, line.before, right - after - gap, line.id + "/before");
    ImGui::SetCursorPosY(values);
    draw_right(ui, line.after, right, line.id + "/after");
    ImGui::SetCursorPosY(std::max(below, ImGui::GetCursorPosY()));
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
  ui::heading(ui, fmt::format("Group {}", workspace.summary.group), kStatisticsHelp,
              "inspector/group");
  draw_table(ui, workspace.summary.group_moments, "statistics/group");
  ui::space(ui, 8);
  ui::heading(ui, "Whole batch", kStatisticsHelp, "inspector/whole");
  draw_table(ui, {workspace.shown->before, workspace.shown->after}, "statistics/whole");
}

}  // namespace normscope::panels
