// SPDX-License-Identifier: MIT
#include "tests/app/figures/support/samples.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace normscope::figures {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Axis numbers(const std::string& label, double low, double high, Scale scale = Scale::kLinear) {
  return {.label = label, .scale = scale, .low = low, .high = high};
}

Axis names(std::vector<std::string> categories) {
  Axis axis{.label = "step", .scale = Scale::kCategorical, .low = -0.5};
  axis.high = static_cast<double>(categories.size()) - 0.5;
  axis.categories = std::move(categories);
  return axis;
}

Line wave(double from, double to, double height, LineStyle style = LineStyle::kSolid) {
  Line line{.x = {}, .y = {}, .style = style};
  for (int i = 0; i <= 24; ++i) {
    line.x.push_back(from + (to - from) * i / 24);
    line.y.push_back(height * (1 + std::sin(i * 0.7)));
  }
  return line;
}

Panel lines_panel() {
  Panel panel{.title = "Lines of every kind", .detail = "25 places each"};
  panel.formula = R"(y = \frac{x - \bar{x}}{\sqrt{\sigma^2 + \epsilon}})";
  panel.x = numbers("place", 0, 10);
  panel.y = numbers("value", -0.5, 5);
  panel.y.label = "value";
  Line steps = wave(0, 10, 1, LineStyle::kDashed);
  steps.join = Join::kSteps;
  Line marked = wave(0, 10, 2);
  marked.markers = true;
  Line broken = wave(0, 10, 0.5, LineStyle::kDotted);
  broken.y[7] = kNan;
  broken.y[12] = kInf;
  broken.markers = true;
  panel.series = {{"steps", 0, steps}, {"marked", 1, marked}, {"broken", 2, broken}};
  panel.series.push_back({"between", 3, Band{marked.x, steps.y, marked.y}});
  panel.series.push_back({"points", 4, Points{{1, 2, kNan, 9}, {4, 0, 1, 3}, {10, 11, 12, 13}, 1}});
  panel.marks = {{2.5, "mean 2.5"}, {9.9, "far 9.9", LineStyle::kDashed, 1}, {70, "beside"}};
  panel.annotations = {{5, 2.5, "largest 2.5"},
                       {5.1, 2.5, "next to it"},
                       {0, 0, "corner"},
                       {10, 5, "other corner"},
                       {99, 99, "outside"}};
  return panel;
}

Panel log_panel(Scale scale, double low, double high) {
  Panel panel{.title = "Over " + std::to_string(static_cast<int>(std::log10(high))) + " decades"};
  panel.x = numbers("epsilon", low, high, scale);
  panel.y = numbers("error", low, high, scale);
  panel.x.linear_below = panel.y.linear_below = 1e-3;
  Line line{.x = {}, .y = {}, .markers = true};
  for (int i = 0; i <= 20; ++i) {
    const double at = std::max(low, 1e-30) * std::pow(high / std::max(low, 1e-30), i / 20.0);
    line.x.push_back(at);
    line.y.push_back(at);
  }
  panel.series = {{"error", 0, line}, {"bars", 1, Bars{{low, high / 2, high}, {high, high / 9}}}};
  return panel;
}

Panel boxes_panel() {
  Panel panel{.title = "Groups", .detail = "5 groups"};
  panel.x = names({"group 0", "a much longer name", "2", "\u03b3 and \u03b2", "output"});
  panel.y = numbers("value", -4, 4);
  Boxes boxes;
  for (int i = 0; i < 5; ++i) {
    Box box{.at = 1.0 * i, .minimum = -3 + 0.3 * i, .lower = -1, .median = 0.1 * i, .upper = 1.2};
    box.maximum = 3.5 - 0.2 * i;
    box.mean = 0.2;
    for (int k = 0; k <= 16 && i != 2; ++k) box.widths.push_back(std::sin(k * 3.1416 / 16));
    boxes.boxes.push_back(box);
  }
  boxes.boxes.push_back({.at = 1, .minimum = kNan, .mean = kInf});
  boxes.selected = 3;
  panel.series = {{"before", 0, boxes}};
  return panel;
}

Figure single(const std::string& name, Panel panel) {
  return {.name = name, .title = "A figure of " + name, .panels = {std::move(panel)}};
}

Figure stage(int cards, std::int64_t rows, std::int64_t columns) {
  Figure figure{.name = "stage", .title = "The stage", .arrangement = Arrangement::kFlow};
  const std::array<std::string, 4> titles = {"Input", "Mean of each group", "Variance",
                                             "Normalized, scaled and shifted"};
  const std::array<std::string, 4> formulas = {
      "", R"(\mu = \frac{1}{n} \sum_i x_i)", R"(\sigma_b^2 = \frac{1}{n} \sum_i (x_i - \mu)^2)",
      R"(y = \gamma \cdot \frac{x - \mu}{\sqrt{\sigma_b^2 + \epsilon}} + \beta)"};
  for (int i = 0; i < cards; ++i) {
    const auto kind = static_cast<std::size_t>(i % 4);
    Panel panel = heat_panel(titles[kind], rows, kind == 1 || kind == 2 ? 1 : columns);
    panel.formula = formulas[kind];
    figure.panels.push_back(std::move(panel));
  }
  figure.notes = {"Each card has colours of its own."};
  return figure;
}

void add_degenerate(std::vector<Sample>& all) {
  const std::array<std::pair<double, double>, 9> ranges = {{{0, 0},
                                                            {3, 3},
                                                            {-1e-30, 1e-30},
                                                            {-1e30, 1e30},
                                                            {1e30, 1.0000001e30},
                                                            {kNan, 1},
                                                            {5, -5},
                                                            {-kInf, kInf},
                                                            {1, 1 + 1e-16}}};
  int number = 0;
  for (const auto& [low, high] : ranges) {
    for (const Scale scale :
         {Scale::kLinear, Scale::kLogarithmic, Scale::kSymmetricLogarithmic, Scale::kCategorical}) {
      Panel panel{.title = "Degenerate"};
      panel.x = numbers("x", low, high, scale);
      panel.y = numbers("y", low, high, scale);
      panel.x.linear_below = high;
      Line line{.x = {low, kNan, low, high, kInf}, .y = {high, 1, low, high, -kInf}};
      line.markers = true;
      panel.series = {{"line", 0, line},
                      {"bars", 1, Bars{{low, high}, {high}}},
                      {"bars without edges", 1, Bars{{}, {1, 2}}},
                      {"band", 2, Band{{low, high}, {low, kNan}, {high, high}}},
                      {"dots", 3, Dots{{low, high}, {}}},
                      {"boxes", 4, Boxes{{{low, low, low, low, low, low, low, {0, kNan}}}}}};
      panel.marks = {{low, "low"}, {high, "high"}};
      panel.annotations = {{low, low, "here"}};
      all.push_back({"degenerate " + std::to_string(number), single("degenerate", panel)});
    }
    const auto value = static_cast<float>(low);
    Panel map = heat_panel("Map of one value", 3, 4);
    map.series[0].shape = HeatMap{.rows = 3,
                                  .columns = 4,
                                  .values = std::vector<float>(12, value),
                                  .low = low,
                                  .high = high,
                                  .diverging = number % 2 == 0};
    all.push_back({"map " + std::to_string(number++), single("heatmap", map)});
  }
  Panel mismatched = heat_panel("Values that are missing", 3, 4);
  std::get<HeatMap>(mismatched.series[0].shape).values.resize(5);
  all.push_back({"mismatched", single("heatmap", mismatched)});
  Panel unread = heat_panel("A formula that cannot be read", 2, 2);
  unread.formula = "\\frac{1}{";
  all.push_back({"formula", single("heatmap", unread)});
  all.push_back({"nothing", {.name = "nothing"}});
  all.push_back({"no cards", stage(0, 1, 1)});
}

}  // namespace

Panel heat_panel(const std::string& title, std::int64_t rows, std::int64_t columns) {
  HeatMap map{.rows = rows, .columns = columns, .low = -1, .high = 1};
  for (std::int64_t i = 0; i < rows * columns; ++i) {
    map.values.push_back(static_cast<float>(std::sin(static_cast<double>(i) * 0.9)));
    map.elements.push_back(100 + i);
  }
  map.selected = 1;
  Panel panel{.title = title};
  panel.x = numbers("column", -0.5, static_cast<double>(columns) - 0.5);
  panel.y = numbers("row", -0.5, static_cast<double>(rows) - 0.5);
  panel.x.ticks = panel.y.ticks = TickStyle::kSi;
  panel.series = {{"", 0, std::move(map)}};
  return panel;
}

std::vector<Sample> samples() {
  std::vector<Sample> all;
  all.push_back({"lines", single("lines", lines_panel())});
  all.back().figure.notes = {"A note that is long enough to be broken into two lines on a page."};
  all.push_back({"log", single("log", log_panel(Scale::kLogarithmic, 1e-8, 1))});
  all.push_back({"log few", single("log", log_panel(Scale::kLogarithmic, 3, 40))});
  all.push_back({"log within", single("log", log_panel(Scale::kLogarithmic, 2.1, 3.9))});
  all.push_back({"log wide", single("log", log_panel(Scale::kLogarithmic, 1e-30, 1e30))});
  all.push_back({"symlog", single("symlog", log_panel(Scale::kSymmetricLogarithmic, -100, 1e4))});
  all.push_back(
      {"symlog wide", single("symlog", log_panel(Scale::kSymmetricLogarithmic, -1e30, 1e30))});
  all.push_back({"boxes", single("boxes", boxes_panel())});
  all.push_back({"map", single("heatmap", heat_panel("Normalized", 4, 6))});
  all.push_back({"map thousand", single("heatmap", heat_panel("Normalized", 40, 60))});
  all.push_back({"map image", single("heatmap", heat_panel("Normalized", 300, 200))});
  all.push_back({"map long", single("heatmap", heat_panel("Normalized", 1, 5000))});
  all.push_back({"map row", single("heatmap", heat_panel("Normalized", 1, 3000))});
  all.push_back({"map column", single("heatmap", heat_panel("Normalized", 900, 1))});
  all.push_back({"map near", single("heatmap", heat_panel("Normalized", 63, 65))});
  Panel named = heat_panel("Named rows", 5, 3);
  named.y = names({"embedding of the token", "b", "c", "attention", "e"});
  all.push_back({"map names", single("heatmap", named)});
  Panel scaled = heat_panel("Large", 3, 3);
  std::get<HeatMap>(scaled.series[0].shape).low = -1.5e-7;
  std::get<HeatMap>(scaled.series[0].shape).high = 1.5e-7;
  all.push_back({"map factor", single("heatmap", scaled)});

  for (const bool shared : {false, true}) {
    for (const std::size_t columns : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
      Figure grid{.name = "grid", .title = "A grid", .arrangement = Arrangement::kGrid};
      grid.columns = columns;
      grid.shared_x = grid.shared_y = shared;
      grid.panels = {lines_panel(), boxes_panel(), heat_panel("Map", 6, 8),
                     log_panel(Scale::kLogarithmic, 1e-4, 1e2), lines_panel()};
      grid.panels.back().message = "no values";
      all.push_back({"grid " + std::to_string(columns) + (shared ? " shared" : ""), grid});
    }
  }
  all.push_back({"stage", stage(4, 4, 3)});
  all.push_back({"stage long", stage(14, 2, 8)});
  all.push_back({"stage large", stage(6, 64, 100)});
  Figure mixed = stage(3, 2, 2);
  mixed.panels[1] = lines_panel();
  mixed.panels[2].message = "not computed";
  all.push_back({"stage mixed", mixed});
  add_degenerate(all);
  return all;
}

}  // namespace normscope::figures
