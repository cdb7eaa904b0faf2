// SPDX-License-Identifier: MIT
#include "app/figures/export/csv.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <variant>
#include <vector>

namespace normscope::figures {
namespace {

/// A field, quoted where RFC 4180 demands it.
std::string field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

/// A number, or on a categorical axis the category's name.
std::string field(double value, const Axis& axis) {
  if (axis.scale == Scale::kCategorical && value >= 0 && std::floor(value) == value &&
      value < static_cast<double>(axis.categories.size())) {
    return field(axis.categories[static_cast<std::size_t>(value)]);
  }
  return fmt::format("{}", value);
}

class Writer {
 public:
  std::string text() && { return std::move(text_); }

  /// Begins a block; `what` is the name of its second column: "series", "mark".
  void begin(const Panel& panel, std::string_view what, std::string_view name,
             std::string_view columns) {
    if (!text_.empty()) text_ += '\n';
    text_ += fmt::format("panel,{},{}\n", what, columns);
    head_ = field(panel.title) + ',' + field(name);
  }
  template <class... Fields>
  void row(const Fields&... fields) {
    text_ += head_;
    ((text_ += fmt::format(",{}", fields)), ...);
    text_ += '\n';
  }

 private:
  std::string text_;
  std::string head_;
};

/// The element of the batch, empty where it is unknown.
std::string element(const std::vector<std::int64_t>& elements, std::size_t at) {
  return at < elements.size() ? fmt::format("{}", elements[at]) : "";
}

struct Block {
  Writer& to;
  const Panel& panel;
  const std::string& name;

  void begin(std::string_view columns) const { to.begin(panel, "series", name, columns); }
  std::string x(double value) const { return field(value, panel.x); }
  std::string y(double value) const { return field(value, panel.y); }

  void operator()(const Line& line) const {
    begin("x,y");
    for (std::size_t i = 0; i < line.x.size(); ++i) to.row(x(line.x[i]), y(line.y[i]));
  }
  void operator()(const Bars& bars) const {
    begin("from,to,height");
    for (std::size_t i = 0; i < bars.heights.size(); ++i) {
      to.row(bars.edges[i], bars.edges[i + 1], bars.heights[i]);
    }
  }
  void operator()(const Band& band) const {
    begin("x,low,high");
    for (std::size_t i = 0; i < band.x.size(); ++i) to.row(x(band.x[i]), band.low[i], band.high[i]);
  }
  void operator()(const Dots& dots) const {
    begin("value,element");
    for (std::size_t i = 0; i < dots.values.size(); ++i) {
      to.row(x(dots.values[i]), element(dots.elements, i));
    }
  }
  void operator()(const Points& points) const {
    begin("x,y,element");
    for (std::size_t i = 0; i < points.x.size(); ++i) {
      to.row(x(points.x[i]), y(points.y[i]), element(points.elements, i));
    }
  }
  void operator()(const HeatMap& map) const {
    begin("row,column,value,element");
    std::size_t at = 0;
    for (std::int64_t row = 0; row < map.rows; ++row) {
      for (std::int64_t column = 0; column < map.columns; ++column, ++at) {
        to.row(row, column, map.values[at], element(map.elements, at));
      }
    }
  }
  void operator()(const Boxes& boxes) const {
    begin("x,minimum,lower quartile,median,upper quartile,maximum,mean");
    for (const Box& box : boxes.boxes) {
      to.row(x(box.at), box.minimum, box.lower, box.median, box.upper, box.maximum, box.mean);
    }
  }
};

}  // namespace

std::string to_csv(const Figure& figure) {
  Writer to;
  for (const Panel& panel : figure.panels) {
    for (const Series& series : panel.series) {
      std::visit(Block{to, panel, series.name}, series.shape);
    }
    for (const Span& span : panel.spans) {
      to.begin(panel, "span", span.name, "low,high");
      to.row(span.low, span.high);
    }
    for (const Mark& mark : panel.marks) {
      to.begin(panel, "mark", mark.label, "x");
      to.row(field(mark.at, panel.x));
    }
    for (const Annotation& annotation : panel.annotations) {
      to.begin(panel, "annotation", annotation.text, "x,y");
      to.row(field(annotation.x, panel.x), field(annotation.y, panel.y));
    }
  }
  return std::move(to).text();
}

}  // namespace normscope::figures
