// SPDX-License-Identifier: MIT
#include "app/results/summary.hpp"

#include <algorithm>

#include "core/stats/groups.hpp"

namespace normscope::results {

using tensor::Shape;

namespace {

GroupMoments moments_of(const Evaluation& evaluation, std::int64_t group) {
  if (!evaluation.large_groups.empty()) {
    return evaluation.large_groups[static_cast<std::size_t>(group)];
  }
  const auto of_group = [&](const tensor::Tensor& values) {
    return stats::moments(stats::group_values(values.values(), evaluation.layout, group));
  };
  GroupMoments moments{of_group(*evaluation.activations), {}};
  if (evaluation.result) moments.after = of_group(evaluation.result->y);
  return moments;
}

}  // namespace

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
  if (evaluation.stages.empty() || !evaluation.activations || evaluation.activations->size() == 0) {
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
  summary.group_moments = moments_of(evaluation, summary.group);
  return summary;
}

}  // namespace normscope::results
