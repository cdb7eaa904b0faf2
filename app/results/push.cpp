// SPDX-License-Identifier: MIT
#include "app/results/push.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "app/document/edits.hpp"
#include "app/results/sheet/sheet.hpp"
#include "core/text/translate.hpp"
#include "core/trace/double_values.hpp"

namespace normscope::results {

namespace {

using Doubles = std::vector<double>;

constexpr std::array kDirections{
    base::Name<Direction>{Direction::kOnes, "1"},
    base::Name<Direction>{Direction::kNormalized, tr_later("x hat")},
    base::Name<Direction>{Direction::kUpstream, "dy"},
};

int step_of(const Evaluation& evaluation, Direction direction) {
  const trace::Trace& trace = evaluation.stages.back().trace;
  return trace.find(direction == Direction::kNormalized ? trace::Role::kNormalized
                                                        : trace::Role::kUpstreamGradient);
}

class Group {
 public:
  Group(const Evaluation& evaluation, std::int64_t group)
      : evaluation_(evaluation), layout_(evaluation.layout), group_(group) {}

  std::int64_t size() const { return layout_.size; }
  std::int64_t at(std::int64_t i) const { return layout_.base(group_) + layout_.offset(i); }

  Doubles input() const {
    Doubles values;
    for (std::int64_t i = 0; i < size(); ++i) {
      values.push_back(
          static_cast<double>(evaluation_.input->values()[static_cast<std::size_t>(at(i))]));
    }
    return values;
  }

  // In torch arithmetic, as the sheet shows it.
  Doubles direction(Direction of) const {
    Doubles values;
    if (of == Direction::kOnes) {
      values.assign(static_cast<std::size_t>(size()), 1.0);
      return values;
    }
    const int step = step_of(evaluation_, of);
    for (std::int64_t i = 0; i < size(); ++i) {
      values.push_back(static_cast<double>(evaluation_.stages.back().trace.value(step, at(i))));
    }
    return values;
  }

  // Of the operation with this input; empty where it is not known in double.
  Doubles output(trace::TensorRef input) const {
    trace::TraceParts parts = evaluation_.stages.back().trace.parts();
    parts.given.front() = std::move(input);
    trace::DoubleValues in_double(parts);
    const int step = evaluation_.cards[backward_cards(evaluation_)->output].step;
    Doubles values;
    for (std::int64_t i = 0; i < size(); ++i) {
      const auto value = in_double.value(step, at(i));
      if (!value) return {};
      values.push_back(*value);
    }
    return values;
  }

 private:
  const Evaluation& evaluation_;
  const tensor::GroupLayout& layout_;
  std::int64_t group_;
};

// nan where one is.
double largest(const Doubles& values) {
  double most = 0;
  for (const double value : values) {
    if (std::isnan(value)) return value;
    most = std::max(most, std::abs(value));
  }
  return most;
}

// The largest power of ten up to the deviation of the values; of equal ones 1.
double step_for(const Doubles& values) {
  const auto n = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) mean += value / n;
  double variance = 0;
  for (const double value : values) variance += (value - mean) * (value - mean) / n;
  return variance > 0 ? std::pow(10.0, std::floor(std::log10(std::sqrt(variance)))) : 1.0;
}

}  // namespace

std::span<const base::Name<Direction>> direction_names() {
  return kDirections;
}

bool has_direction(const Evaluation& evaluation, Direction direction) {
  const auto cards = backward_cards(evaluation);
  if (!cards || evaluation.stages.size() != 1 || evaluation.failure) return false;
  const trace::Trace& trace = evaluation.stages.back().trace;
  const auto output = static_cast<std::size_t>(evaluation.cards[cards->output].step);
  if (trace.steps()[output].shape != evaluation.input->shape()) return false;
  return direction == Direction::kOnes || step_of(evaluation, direction) >= 0;
}

base::Expected<Push> push(const Evaluation& evaluation, std::int64_t group, Direction direction) {
  const Group pushed(evaluation, group);
  const Doubles x = pushed.input();
  Doubles along = pushed.direction(direction);
  const double step = step_for(x);
  const double most = largest(along);
  if (!std::isfinite(largest(x)) || !std::isfinite(most)) {
    return fail(ErrorKind::kInvalidArgument, tr("a group with numbers that are not finite stays"));
  }
  if (most == 0) return fail(ErrorKind::kInvalidArgument, tr("a direction of zeros leads nowhere"));
  const double scale = direction == Direction::kUpstream ? step / most : step;
  std::vector<std::pair<std::int64_t, float>> changes;
  for (std::int64_t i = 0; i < pushed.size(); ++i) {
    const auto place = static_cast<std::size_t>(i);
    changes.emplace_back(pushed.at(i), static_cast<float>(x[place] + scale * along[place]));
  }
  const document::Document& document = *evaluation.document;
  Push made{{"", document}, scale * most, 0};
  document::Array& values = made.edit.after.inputs[document.input].values;
  values = values.with(changes);
  const Doubles before = pushed.output(evaluation.input);
  const Doubles after = pushed.output(values.values());
  if (before.empty()) {
    return fail(ErrorKind::kInvalidArgument, tr("the output is known by its stored values alone"));
  }
  Doubles moves;
  for (std::size_t i = 0; i < after.size(); ++i) moves.push_back(after[i] - before[i]);
  made.moved = largest(moves);
  made.edit.description =
      tr("push x along {direction}",
         arg("direction", tr(base::name_of<Direction>(kDirections, direction))));
  return made;
}

}  // namespace normscope::results
