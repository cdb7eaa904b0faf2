// SPDX-License-Identifier: MIT
#include "app/results/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/limits.hpp"
#include "core/stats/groups.hpp"

namespace normscope::results {

using tensor::Shape;

namespace {

// Elements that are looked at to scale the colours of a step too large to be looked at whole.
constexpr std::int64_t kSample = 4096;

double limit_of(const trace::Trace& trace, int step) {
  const std::int64_t size = tensor::product(trace.steps()[static_cast<std::size_t>(step)].shape);
  const std::int64_t stride = size <= base::kWholeStepElements ? 1 : size / kSample;
  double limit = 0;
  for (std::int64_t at = 0; at < size; at += stride) {
    const double magnitude = std::abs(static_cast<double>(trace.value(step, at)));
    if (std::isfinite(magnitude)) limit = std::max(limit, magnitude);
  }
  return limit;
}

std::string capitalized(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] -= 'a' - 'A';
  return words;
}

// "variance + eps" as a part of an id: "variance-plus-eps".
std::string id_word(const std::string& name) {
  std::string word;
  for (const char c : name) {
    if (c == '+') {
      word += "plus";
    } else {
      word += c == ' ' ? '-' : c;
    }
  }
  return word;
}

}  // namespace

std::vector<Card> cards_of(const Evaluation& evaluation) {
  std::vector<Card> cards;
  for (std::size_t stage = 0; stage < evaluation.stages.size(); ++stage) {
    const bool operation = stage + 1 == evaluation.stages.size();
    const auto& [name, trace] = evaluation.stages[stage];
    for (std::size_t step = stage == 0 ? 0 : 1; step < trace.steps().size(); ++step) {
      const std::string& step_name = trace.steps()[step].name;
      Card card{stage, static_cast<int>(step), id_word(step_name), capitalized(step_name)};
      // A layer's steps carry its name; the last one is the layer.
      if (!operation && step > 0) {
        card.id = fmt::format("layer{}.{}", stage, card.id);
        card.title = step + 1 == trace.steps().size() ? name : name + ": " + step_name;
      }
      card.limit = limit_of(trace, card.step);
      cards.push_back(std::move(card));
    }
  }
  return cards;
}

std::int64_t position_of(const Shape& activations, const Shape& step,
                         const document::Selection& selection) {
  const std::int64_t columns = activations.empty() ? 1 : activations.back();
  if (columns == 0) return 0;
  std::int64_t at = 0;
  std::int64_t stride = 1;
  std::int64_t row = selection.row;
  for (std::size_t back = 1; back <= step.size(); ++back) {
    const std::size_t dim = step.size() - back;
    const std::int64_t extent = activations[dim];
    std::int64_t index = selection.column;
    if (back > 1) {
      index = row % std::max<std::int64_t>(extent, 1);
      row /= std::max<std::int64_t>(extent, 1);
    }
    // Statistics have fewer indices: of channel groups, several channels share one.
    const std::int64_t shared = step[dim] > 0 ? std::max<std::int64_t>(extent / step[dim], 1) : 1;
    at += std::clamp<std::int64_t>(index / shared, 0, std::max<std::int64_t>(step[dim] - 1, 0)) *
          stride;
    stride *= step[dim];
  }
  return at;
}

Summary summarize(const Evaluation& evaluation, const document::Selection& selection) {
  Summary summary;
  if (evaluation.stages.empty() || !evaluation.activations || !evaluation.activations->size()) {
    return summary;
  }
  const tensor::Tensor& before = *evaluation.activations;
  const trace::Trace& trace = evaluation.stages.back().trace;
  for (std::size_t step = 0; step < trace.steps().size(); ++step) {
    const trace::Step& made = trace.steps()[step];
    const std::int64_t at = position_of(before.shape(), made.shape, selection);
    summary.numbers.push_back(
        {made.name, made.symbol, made.formula, trace.value(static_cast<int>(step), at)});
  }
  const std::int64_t at = position_of(before.shape(), before.shape(), selection);
  summary.group = evaluation.layout.locate(at).group;
  const auto whole = tensor::whole_group(before.shape());
  const auto of_group = [&](const tensor::Tensor& values) {
    return stats::moments(stats::group_values(values.values(), evaluation.layout, summary.group));
  };
  summary.group_before = of_group(before);
  summary.all_before = stats::moments(before.values());
  if (evaluation.result) {
    summary.group_after = of_group(evaluation.result->y);
    summary.all_after = stats::moments(evaluation.result->y.values());
  }
  return summary;
}

}  // namespace normscope::results
