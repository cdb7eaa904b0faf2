// SPDX-License-Identifier: MIT
#include "app/cli/operation_options.hpp"

#include <cmath>
#include <cstdint>

#include "app/cli/option_kinds.hpp"
#include "core/base/limits.hpp"

namespace normscope::cli {

void add_normalized_shape(CLI::App& app, ops::NormOptions& norm) {
  const std::string name = "--normalized-shape";
  app.add_option_function<std::string>(
         name,
         [&norm, name](const std::string& text) {
           norm.normalized_shape = parse_shape(name, text);
         },
         "such as 4,5 (default: the last dimension)")
      ->type_name("SIZES");
}

void add_groups(CLI::App& app, ops::NormOptions& norm) {
  add_integer(
      app, "--groups", 1, base::kMaxElements,
      [&norm](std::int64_t groups) { norm.groups = groups; },
      "groups that the channels form (default 1)");
}

void add_norm_numbers(CLI::App& app, ops::NormOptions& norm) {
  add_number(
      app, "--eps", "a finite number, zero or more",
      [](double value) { return value >= 0 && std::isfinite(value); },
      [&norm](double epsilon) { norm.epsilon = epsilon; }, "epsilon (default 1e-5)");
  add_choice(
      app, "--eps-placement", ops::epsilon_placement_names(),
      [&norm](ops::EpsilonPlacement placement) { norm.epsilon_placement = placement; },
      "epsilon under the root, beside it, or on the count\n(default inside)");
  add_choice(
      app, "--variance", ops::variance_estimator_names(),
      [&norm](ops::VarianceEstimator estimator) { norm.estimator = estimator; },
      "divide by n or by n - 1 (default biased)");
  app.add_flag_callback(
      "--no-centring", [&norm] { norm.centring = false; }, "do not take the mean off");
}

void add_norm_algorithm(CLI::App& app, ops::NormOptions& norm) {
  add_choice(
      app, "--algorithm", ops::variance_algorithm_names(),
      [&norm](ops::VarianceAlgorithm algorithm) { norm.algorithm = algorithm; },
      "how the variance is computed (default two-pass)");
}

void add_softmax_numbers(CLI::App& app, ops::SoftmaxOptions& softmax) {
  add_integer(
      app, "--dim", INT64_MIN, INT64_MAX, [&softmax](std::int64_t dim) { softmax.dim = dim; },
      "the dimension; negative counts from the end (default -1)");
  add_number(
      app, "--temperature", "a finite number above zero",
      [](double value) { return value > 0 && std::isfinite(value); },
      [&softmax](double temperature) { softmax.temperature = temperature; },
      "what logits are divided by (default 1)");
}

void add_softmax_algorithm(CLI::App& app, ops::SoftmaxOptions& softmax) {
  add_choice(
      app, "--algorithm", ops::softmax_algorithm_names(),
      [&softmax](ops::SoftmaxAlgorithm algorithm) { softmax.algorithm = algorithm; },
      "how it is computed (default max-subtracted)");
}

}  // namespace normscope::cli
