// SPDX-License-Identifier: MIT
#include "app/exercises/guess.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "core/text/translate.hpp"
#include "core/variants/explain/explain.hpp"
#include "core/variants/explain/explain_gradient.hpp"

namespace normscope::exercises {

namespace {

using tensor::Tensor;

std::optional<Tensor> tensor_of(const Argument& argument) {
  auto made = Tensor::from_values(argument.shape, argument.values);
  return made ? std::optional(*std::move(made)) : std::nullopt;
}

std::optional<Tensor> argument_named(const Inputs& inputs, std::string_view name) {
  const auto found = std::ranges::find(inputs, name, &Argument::name);
  if (found == inputs.end() || found->is_number) return std::nullopt;
  return tensor_of(*found);
}

std::vector<float> in_float(const std::vector<double>& numbers) {
  std::vector<float> values;
  values.reserve(numbers.size());
  for (const double number : numbers) values.push_back(static_cast<float>(number));
  return values;
}

// x normalized with these variances of its rows, without eps; nothing where their shapes do not
// fit.
std::optional<Tensor> normalized_with(const Tensor& x, const std::vector<double>& variances) {
  const auto rows = variances.size();
  const auto values = x.values();
  if (rows == 0 || values.size() % rows != 0) return std::nullopt;
  const std::size_t n = values.size() / rows;
  std::vector<float> y(values.size());
  for (std::size_t row = 0; row < rows; ++row) {
    double mean = 0;
    for (std::size_t at = 0; at < n; ++at) mean += values[row * n + at] / static_cast<double>(n);
    for (std::size_t at = 0; at < n; ++at) {
      y[row * n + at] =
          static_cast<float>((values[row * n + at] - mean) / std::sqrt(variances[row]));
    }
  }
  auto made = Tensor::from_values(x.shape(), std::move(y));
  return made ? std::optional(*std::move(made)) : std::nullopt;
}

std::string variance_guess(const Tensor& x, const Output& output) {
  const auto y = normalized_with(x, output.numbers);
  if (!y) return {};
  const auto found = variants::explain(x, *y);
  if (!found || found->verdict != variants::Fit::kExplained) return {};
  const auto* const norm = std::get_if<ops::NormOptions>(&found->ranked.front().operation);
  if (norm == nullptr) return {};
  return std::string(norm->estimator == ops::VarianceEstimator::kBiased
                         ? tr("the biased variance")
                         : tr("the unbiased variance"));
}

}  // namespace

std::string guess_of(const Problem& problem, const Inputs& inputs,
                     const std::vector<Output>& outputs, std::size_t which) {
  auto x = argument_named(inputs, "x");
  if (!x) x = tensor_of(inputs.front());
  if (!x) return {};
  const Output& output = outputs[which];
  if (problem.outputs[which] == "variance") return variance_guess(*x, output);
  if (output.shape != x->shape()) return {};
  const auto y = Tensor::from_values(output.shape, in_float(output.numbers));
  if (!y) return {};
  variants::Known known;
  known.weight = argument_named(inputs, "gamma");
  const auto dy = argument_named(inputs, "dy");
  const auto found =
      dy ? variants::explain_gradient(*x, *dy, *y, known) : variants::explain(*x, *y, known);
  if (!found || found->verdict != variants::Fit::kExplained) return {};
  return found->ranked.front().words;
}

}  // namespace normscope::exercises
