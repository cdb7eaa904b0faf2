// SPDX-License-Identifier: MIT
// What a session holds: the members of each part with their keys and their order. One description,
// over which the writer and the reader walk. Where the text has its lines is said here, too: `line`
// and `space` concern the writer alone.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/document/document.hpp"
#include "app/document/parameters.hpp"
#include "app/document/session/keys.hpp"
#include "app/document/session/session.hpp"
#include "app/document/settings.hpp"
#include "core/text/translate.hpp"

namespace normscope::document {

/// A part to be read, or the same to be written.
template <class T, class Part>
concept Is = std::same_as<std::remove_const_t<T>, Part>;

inline std::span<const base::Name<trace::Primitive>> primitive_names() {
  static const auto names = [] {
    std::vector<base::Name<trace::Primitive>> all;
    for (const trace::PrimitiveRow& row : trace::primitives())
      all.push_back({row.primitive, row.id});
    return all;
  }();
  return names;
}

// Each part is declared before the parts that hold it.

void members(auto&, Is<Typed> auto&) {}
void members(auto& walk, Is<Random> auto& m) {
  walk.named("distribution", m.distribution, distribution_names());
  walk("a", m.a);
  walk("b", m.b);
  walk("seed", m.seed);
  walk("position", m.position);
}
void members(auto& walk, Is<Constant> auto& m) {
  walk("value", m.value);
}
void members(auto& walk, Is<Ramp> auto& m) {
  walk("start", m.start);
  walk("step", m.step);
}

void members(auto& walk, Is<io::TableChoice> auto& m) {
  constexpr std::string_view kSeparators("\t;|, \0", 6);
  walk.mark("separator", m.separator, kSeparators);
  walk.mark("decimal_mark", m.decimal_mark, ".,");
  if (walk.present("header", m.header.has_value())) walk("header", walk.made(m.header));
  if (walk.present("columns", !m.columns.empty())) walk.rising("columns", m.columns);
  if (walk.present("skip", m.skip.has_value())) walk("skip", walk.made(m.skip));
  if (walk.present("transposed", m.transposed)) walk("transposed", m.transposed);
}
void members(auto& walk, Is<File> auto& m) {
  walk("path", m.path);
  if (walk.present("sha256", !m.sha256.empty())) walk("sha256", m.sha256);
  if (walk.present("array", !m.array.empty())) walk("array", m.array);
  if (walk.present("table", m.table.has_value())) walk.object("table", walk.made(m.table));
}

void members(auto& walk, Is<Parameter> auto& m) {
  tensor::Shape shape = m.values.shape();
  walk("on", m.on);
  walk("shape", shape);
  if (!walk.present("file", m.file.has_value())) return walk.values("values", m.values, shape, 4);
  auto& file = walk.made(m.file);
  walk.object("file", file);
  walk.changes("changes", m.values, file, shape);
}
void members(auto& walk, Is<NormSettings> auto& m) {
  walk.options(m);
  for (const ParameterRow& row : kParameterRows) {
    auto& parameter = m.*row.values;
    const bool held = !row.running || m.options.running || parameter.values.size() > 0;
    if (!row.running || walk.present(row.key, held)) walk.object(row.key, parameter);
  }
}
void members(auto& walk, Is<ops::SoftmaxOptions> auto& m) {
  walk.options(m);
}
void members(auto& walk, Is<ops::RelativeOptions> auto& m) {
  walk.options(m);
}
// Sessions hold a relative where there is one, and options that were changed.
bool holds_relative(const auto& m) {
  return m.subject == Subject::kRelative || m.relative != ops::RelativeOptions();
}
// An operation, or one that cells wrote, but for its steps. Cells write no relative, and a chain is
// nothing to compare with.
inline std::span<const base::Name<Subject>> written_names() {
  static const std::array names{subject_names()[0], subject_names()[1], subject_names()[3]};
  return names;
}
void operation_members(auto& walk, auto& m) {
  constexpr bool relatives = requires {
    m.relative;
  };
  walk.named("subject", m.subject, relatives ? subject_names().first(3) : written_names());
  walk.object("norm", m.norm, 4);
  walk.line(8);
  walk.object("softmax", m.softmax);
}
void members(auto& walk, Is<Operation> auto& m) {
  operation_members(walk, m);
  if (walk.present("relative", holds_relative(m))) {
    walk.line(8);
    walk.object("relative", m.relative);
  }
  if (walk.present("precision", m.precision != precision::Plan{})) {
    walk.line(8);
    walk.plan("precision", m.precision);
  }
}

// What computes a step: nothing of it in older sessions.
void members(auto& walk, Is<trace::WrittenStep> auto& m) {
  constexpr bool reads = !std::is_const_v<std::remove_reference_t<decltype(m)>>;
  tensor::Shape operands;
  for (const int from : {m.a, m.b}) {
    if (from >= 0) operands.push_back(from);
  }
  std::vector<std::int64_t> dims(m.dims.begin(), m.dims.end());
  bool keepdim = m.keepdim;
  walk.named("primitive", m.primitive, primitive_names());
  walk("operands", operands);
  if (walk.present("constant", m.c != 0)) walk("constant", m.c);
  if (walk.present("of_size", m.of_size)) walk("of_size", m.of_size);
  if (walk.present("dims", !m.dims.empty())) walk.rising("dims", dims);
  if (walk.present("keepdim", !m.keepdim)) walk("keepdim", keepdim);
  if (walk.present("sizes", m.primitive == trace::Primitive::kRepeat)) walk("sizes", m.shape);
  if constexpr (reads) {
    m.keepdim = keepdim;
    m.dims.assign(dims.begin(), dims.end());
    const auto operand = [&](std::size_t at) {
      constexpr auto kMost = std::int64_t{trace::kMostWrittenSteps};
      return at < operands.size()
                 ? static_cast<int>(std::clamp<std::int64_t>(operands[at], 0, kMost))
                 : -1;
    };
    m.a = operand(0);
    m.b = operand(1);
  }
}
void members(auto& walk, Is<HandWrittenStep> auto& m) {
  tensor::Shape shape = m.values.shape();
  walk("name", m.step.name);
  walk("symbol", m.step.symbol);
  walk("formula", m.step.formula);
  walk.whole("cell", m.cell, text::tr_later("{place} must be a number from 1, or 0 for none"));
  walk.whole("line", m.line, text::tr_later("{place} must be a number from 1, or 0 for none"));
  walk("text", m.text);
  if (walk.present("computed", m.step.primitive != trace::Primitive::kGiven)) {
    walk.line(11);
    walk.object("computed", m.step);
  }
  walk.line(11);
  walk("shape", shape);
  walk.values("values", m.values, shape, 11);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(m)>>) {
    m.step.role = base::value_of(trace::role_names(), m.step.name).value_or(trace::Role::kNone);
    if (m.step.primitive == trace::Primitive::kGiven) m.step.shape = shape;
  }
}
void members(auto& walk, Is<LeftGradient> auto& m) {
  tensor::Shape shape = m.values.shape();
  walk("of", m.of);
  walk.named("grad", m.grad, left_grad_names());
  walk("whole", m.whole);
  walk("shape", shape);
  walk.values("values", m.values, shape, 11);
}
void members(auto& walk, Is<Variable> auto& m) {
  walk("lesson", m.lesson);
  walk("name", m.name);
  if (!walk.present("steps", m.hand_written.has_value())) return;
  auto& hand_written = walk.made(m.hand_written);
  walk.line(8);
  operation_members(walk, hand_written);
  if (walk.present("built_in", hand_written.built_in)) {
    walk.line(8);
    walk("built_in", hand_written.built_in);
  }
  walk.line(8);
  walk.list("steps", hand_written.steps, "\n          ", "");
  if (walk.present("gradients", !hand_written.gradients.empty())) {
    walk.line(8);
    walk.list("gradients", hand_written.gradients, "\n          ", "");
  }
}

void members(auto& walk, Is<Origin> auto& m) {
  walk.alternative(m, kOriginKinds);
}
void members(auto& walk, Is<Input> auto& m) {
  tensor::Shape shape = m.values.shape();
  walk("name", m.name);
  walk.object("origin", m.origin);
  walk("shape", shape);
  // Typed values and variables have no recipe and are written as values.
  if (std::holds_alternative<Typed>(m.origin) || std::holds_alternative<Variable>(m.origin)) {
    walk.values("values", m.values, shape, 6);
  } else {
    walk.changes("changes", m.values, m.origin, shape);
  }
}

void members(auto& walk, Is<LinearLayer> auto& m) {
  walk("out_features", m.out_features);
  walk("seed", m.seed);
  walk("position", m.position);
}
void members(auto&, Is<ReluLayer> auto&) {}
void members(auto& walk, Is<Layer> auto& m) {
  walk.alternative(m, kLayerKinds);
}

void members(auto&, Is<SameOperation> auto&) {}
void members(auto& walk, Is<GivenOutput> auto& m) {
  Input output{m.name, m.origin, m.values};
  walk.object("output", output, 6, "\n    ");
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(m)>>) {
    m = {std::move(output.name), std::move(output.origin), std::move(output.values)};
  }
}
void members(auto& walk, Is<decltype(Comparison::b)> auto& m) {
  walk.alternative(m, kOtherKinds);
}
void members(auto& walk, Is<Comparison> auto& m) {
  walk.named("a_calculation", m.a_calculation, calculation_names());
  walk.space();
  walk.named("b_calculation", m.b_calculation, calculation_names());
  if (walk.present("b_form", m.b_form.has_value())) {
    walk.named("b_form", walk.made(m.b_form), trace::backward_form_names());
  }
  walk.object("b", m.b);
}

void members(auto& walk, Is<Backward> auto& m) {
  tensor::Shape shape = m.upstream.shape();
  walk("on", m.on);
  walk.named("form", m.form, trace::backward_form_names());
  if (walk.present("target", m.target.has_value())) walk("target", walk.made(m.target));
  walk.object("origin", m.origin);
  walk("shape", shape);
  if (std::holds_alternative<Typed>(m.origin)) return walk.values("values", m.upstream, shape, 4);
  walk.changes("changes", m.upstream, m.origin, shape);
}

void members(auto& walk, Is<Selection> auto& m) {
  walk("row", m.row);
  walk("column", m.column);
}
void members(auto& walk, Is<FigureChoice> auto& m) {
  walk("of_group", m.of_group);
  walk.named("parts", m.parts, distribution_parts_names());
  walk("step", m.step);
}
void members(auto& walk, Is<View> auto& m) {
  walk.named("layout", m.layout, stage_layout_names());
  walk("step", m.step);
  walk.named("digits", m.digits, digits_names());
  walk("outer", m.outer);
  walk("figure", m.figure);
  if (walk.present("figure_choice", m.figure_choice != FigureChoice{})) {
    walk.object("figure_choice", m.figure_choice);
  }
}
void members(auto& walk, Is<LessonPosition> auto& m) {
  walk("id", m.lesson);
  walk.whole("step", m.step, text::tr_later("{place} must be the number of a step, 0 or more"));
}

void members(auto& walk, Is<Document> auto& m) {
  int version = kSessionVersion;
  walk.whole(kVersionKey, version, text::tr_later("{place} must be a version"));
  walk.list("inputs", m.inputs, "\n    ", "\n  ", 6);
  walk("input", m.input);
  walk.list("layers", m.layers, "", "");
  walk.named("subject", m.subject, subject_names());
  walk.object("norm", m.norm, 4);
  walk.object("softmax", m.softmax);
  if (walk.present("relative", holds_relative(m))) walk.object("relative", m.relative);
  if (walk.present("precision", m.precision != precision::Plan{})) {
    walk.plan("precision", m.precision);
  }
  if (walk.present("comparison", m.comparison.has_value())) {
    walk.object("comparison", walk.made(m.comparison), 4);
  }
  if (walk.present("backward", m.backward.upstream.size() > 0)) {
    walk.object("backward", m.backward, 4);
  }
  walk.object("selection", m.selection);
  walk.object("view", m.view);
  walk.object("lesson", m.lesson);
}

}  // namespace normscope::document
