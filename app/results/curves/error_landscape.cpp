// SPDX-License-Identifier: MIT
#include "app/results/curves/error_landscape.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <utility>

#include "core/precision/evaluate.hpp"
#include "core/trace/operations.hpp"

namespace normscope::results {

namespace {

// The group with mean 0 and deviation 1.
std::vector<double> standardized(std::span<const float> group) {
  const auto n = static_cast<double>(group.size());
  double mean = 0;
  for (const float x : group) mean += static_cast<double>(x) / n;
  double squares = 0;
  for (const float x : group) squares += std::pow(static_cast<double>(x) - mean, 2) / n;
  std::vector<double> shape;
  shape.reserve(group.size());
  for (const float x : group) shape.push_back((static_cast<double>(x) - mean) / std::sqrt(squares));
  return shape;
}

// All groups of a row of the map, one below the other.
Expected<trace::TensorRef> groups_of_row(std::span<const double> shape,
                                         std::span<const double> means, const LandscapeRow& row) {
  std::vector<float> values;
  values.reserve(means.size() * static_cast<std::size_t>(row.length));
  for (const double mean : means) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(row.length); ++k) {
      values.push_back(static_cast<float>(mean + row.deviation * shape[k % shape.size()]));
    }
  }
  auto tensor =
      tensor::Tensor::from_values({static_cast<std::int64_t>(means.size()), row.length}, values);
  if (!tensor) return tl::unexpected(tensor.error());
  return std::make_shared<const tensor::Tensor>(*std::move(tensor));
}

// Adds the worst and the median of a group's errors.
void add_group(ErrorMap& map, std::vector<double>& errors) {
  const bool finite =
      std::ranges::all_of(errors, [](double error) { return std::isfinite(error); });
  if (!finite) {
    map.worst.push_back(std::numeric_limits<double>::quiet_NaN());
    map.median.push_back(std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
  std::ranges::nth_element(errors, middle);
  map.median.push_back(*middle);
  map.worst.push_back(std::ranges::max(errors));
}

Expected<void> add_row(ErrorMap& map, const trace::TensorRef& x, const ops::NormOptions& options,
                       const precision::Plan& plan) {
  const auto program = trace::norm_program(x->shape(), nullptr, nullptr, options);
  if (!program) return tl::unexpected(program.error());
  std::vector<trace::TensorRef> leaves(program->steps.size());
  leaves.front() = x;
  const precision::Plan exact_plan{.storage = formats::FormatId::kFloat64,
                                   .step = formats::FormatId::kFloat64,
                                   .sum = formats::FormatId::kFloat64,
                                   .order = formats::SumOrder::kSequential};
  const auto given = precision::evaluate(*program, leaves, plan, precision::Keep::kOutput);
  if (!given) return tl::unexpected(given.error());
  const auto exact = precision::evaluate(*program, leaves, exact_plan, precision::Keep::kOutput);
  if (!exact) return tl::unexpected(exact.error());
  const int last = program->size() - 1;
  const std::int64_t n = x->shape().back();
  std::vector<double> errors;
  for (std::int64_t group = 0; group < x->shape().front(); ++group) {
    errors.clear();
    for (std::int64_t k = group * n; k < (group + 1) * n; ++k) {
      errors.push_back(std::abs(given->value(last, k) - exact->value(last, k)));
    }
    add_group(map, errors);
  }
  return {};
}

}  // namespace

Expected<ErrorMap> error_map(std::span<const float> group, const ops::NormOptions& options,
                             const precision::Plan& plan, std::span<const double> means,
                             std::span<const LandscapeRow> rows) {
  const std::vector<double> shape = standardized(group);
  ErrorMap map;
  for (const LandscapeRow& row : rows) {
    auto x = groups_of_row(shape, means, row);
    if (!x) return tl::unexpected(x.error());
    if (auto added = add_row(map, *x, options, plan); !added) return tl::unexpected(added.error());
  }
  return map;
}

}  // namespace normscope::results
