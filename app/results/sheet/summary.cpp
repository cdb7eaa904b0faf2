// SPDX-License-Identifier: MIT
#include "app/results/sheet/summary.hpp"

#include "app/results/backward.hpp"
#include "app/results/sheet/slice.hpp"
#include "core/stats/sample.hpp"

namespace normscope::results {

namespace {

GroupMoments moments_of(const Evaluation& evaluation, std::int64_t group) {
  if (!evaluation.large_groups.empty()) {
    return evaluation.large_groups[static_cast<std::size_t>(group)];
  }
  // While all values are being described, a large group is described by a sample of it.
  const auto of_group = [&](const tensor::Tensor& values) {
    return stats::moments(stats::group_sample(values.values(), evaluation.layout, group));
  };
  GroupMoments moments{of_group(*evaluation.activations), {}};
  if (has_groups(evaluation)) moments.after = of_group(evaluation.result->y);
  return moments;
}

// Of groups that are not large.
void sum_gradients(const Evaluation& evaluation, Summary& summary) {
  const trace::Trace& trace = evaluation.stages.back().trace;
  const tensor::GroupLayout& groups = evaluation.layout;
  if (!has_operation_gradient(evaluation) || groups.size > kLargeGroup) return;
  const int dx = operation_gradient(evaluation);
  const int normalized = trace.find(trace::Role::kNormalized);
  double sum = 0;
  double along = 0;
  for (std::int64_t i = 0; i < groups.size; ++i) {
    const std::int64_t at = groups.base(summary.group) + groups.offset(i);
    const auto gradient = static_cast<double>(trace.value(dx, at));
    sum += gradient;
    if (normalized >= 0) along += gradient * static_cast<double>(trace.value(normalized, at));
  }
  summary.gradient_sum = sum;
  if (normalized >= 0) summary.gradient_along = along;
}

}  // namespace

Summary summarize(const Evaluation& evaluation, const document::Selection& selection) {
  Summary summary;
  if (evaluation.stages.empty() || !evaluation.activations || evaluation.activations->size() == 0) {
    return summary;
  }
  const tensor::Tensor& before = *evaluation.activations;
  const trace::Trace& trace = evaluation.stages.back().trace;
  for (std::size_t step = 0; step < trace.steps().size(); ++step) {
    const trace::Step& traced = trace.steps()[step];
    const std::int64_t at = position_of(before.shape(), traced.shape, selection);
    summary.numbers.push_back(
        {traced.name, traced.symbol, traced.formula, trace.value(static_cast<int>(step), at)});
  }
  const std::int64_t at = position_of(before.shape(), before.shape(), selection);
  summary.group = evaluation.layout.locate(at).group;
  summary.group_moments = moments_of(evaluation, summary.group);
  sum_gradients(evaluation, summary);
  return summary;
}

}  // namespace normscope::results
