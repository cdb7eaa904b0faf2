// SPDX-License-Identifier: MIT
#include "app/cli/compute_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/base/limits.hpp"
#include "core/base/names.hpp"
#include "core/base/number.hpp"

namespace normscope::cli {
namespace {

[[noreturn]] void refuse(const std::string& name, std::string_view needed,
                         const std::string& text) {
  throw CLI::ValidationError(name, fmt::format("must be {}, but is '{}'", needed, text));
}

// Numbers are read by our own reader: the parser's follows the locale's decimal comma.
template <class Accepts, class Store>
void add_number(CLI::App& app, const std::string& name, std::string_view needed, Accepts accepts,
                Store store, const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [=](const std::string& text) {
           const auto value = base::parse_double(text);
           if (!value || !accepts(*value)) refuse(name, needed, text);
           store(*value);
         },
         help)
      ->type_name("NUMBER");
}

template <class Store>
void add_integer(CLI::App& app, const std::string& name, std::int64_t least, std::int64_t most,
                 Store store, const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [=](const std::string& text) {
           const auto value = base::parse_int(text);
           if (!value) refuse(name, "a whole number", text);
           if (*value < least || *value > most) {
             refuse(name, fmt::format("a whole number from {} to {}", least, most), text);
           }
           store(*value);
         },
         help)
      ->type_name("N");
}

// "biased|unbiased"
template <class Enum>
std::string alternatives(std::span<const base::Name<Enum>> names) {
  std::string words;
  for (const auto& row : names) words += (words.empty() ? "" : "|") + std::string(row.name);
  return words;
}

template <class Enum, class Store>
void add_choice(CLI::App& app, const std::string& name, std::span<const base::Name<Enum>> names,
                Store store, const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [=](const std::string& text) {
           const auto value = base::value_of(names, text);
           if (!value) refuse(name, "one of " + base::list_names(names), text);
           store(*value);
         },
         help)
      ->type_name(alternatives(names));
}

CLI::Option* add_file(CLI::App& app, const std::string& name, std::string& path,
                      const std::string& help) {
  return app
      .add_option_function<std::string>(
          name,
          [name, &path](const std::string& text) {
            if (text.empty()) refuse(name, "the name of a file", text);
            path = text;
          },
          help)
      ->type_name("FILE");
}

tensor::Shape parse_shape(const std::string& name, const std::string& text) {
  tensor::Shape shape;
  std::string_view rest = text;
  while (true) {
    const auto comma = rest.find(',');
    const auto size = base::parse_int(rest.substr(0, comma));
    if (!size || *size < 0) refuse(name, "sizes such as 4,5", text);
    shape.push_back(*size);
    if (comma == std::string_view::npos) return shape;
    rest.remove_prefix(comma + 1);
  }
}

void add_common(CLI::App& app, ComputeOptions& options) {
  add_file(app, "--input", options.input, "the input: .npy, .csv, .tsv or .txt")->required();
  add_file(app, "--output", options.output, "where the result goes, in the format of its name")
      ->required();
  add_choice(
      app, "--device", compute::device_names(),
      [&options](compute::Device device) { options.settings.device = device; },
      "where to compute (default auto)");
  add_integer(
      app, "--threads", 1, base::kMaxThreads,
      [&options](std::int64_t threads) { options.settings.threads = static_cast<int>(threads); },
      "threads of the cpu (default: all)");
  app.add_flag("--verbose", options.verbose, "device, kernel time, bytes moved and GB/s on stderr");
}

void add_norm_options(CLI::App& app, ComputeOptions& options, ops::NormOptions& norm) {
  const bool trailing = ops::rule_of(norm.kind).grouping == ops::Grouping::kTrailing;
  if (trailing) {
    const std::string name = "--normalized-shape";
    app.add_option_function<std::string>(
           name,
           [&norm, name](const std::string& text) {
             norm.normalized_shape = parse_shape(name, text);
           },
           "such as 4,5 (default: the last dimension)")
        ->type_name("SIZES");
  }
  if (ops::rule_of(norm.kind).grouping == ops::Grouping::kChannelGroups) {
    add_integer(
        app, "--groups", 1, base::kMaxElements,
        [&norm](std::int64_t groups) { norm.groups = groups; },
        "groups that the channels form (default 1)");
  }
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
  add_choice(
      app, "--algorithm", ops::variance_algorithm_names(),
      [&norm](ops::VarianceAlgorithm algorithm) { norm.algorithm = algorithm; },
      "how the variance is computed (default two-pass)");
  app.add_flag_callback(
      "--no-centring", [&norm] { norm.centring = false; }, "do not take the mean off");
  add_file(app, "--weight", options.weight, "gamma (default: all 1)");
  add_file(app, "--bias", options.bias, "beta (default: all 0)");
  add_file(app, "--mean-output", options.mean_output, "where the means go");
  add_file(app, "--rstd-output", options.rstd_output, "where 1 / denominator of each group goes");
}

void add_softmax_options(CLI::App& app, ops::SoftmaxOptions& softmax) {
  add_integer(
      app, "--dim", INT64_MIN, INT64_MAX, [&softmax](std::int64_t dim) { softmax.dim = dim; },
      "the dimension; negative counts from the end (default -1)");
  add_number(
      app, "--temperature", "a finite number above zero",
      [](double value) { return value > 0 && std::isfinite(value); },
      [&softmax](double temperature) { softmax.temperature = temperature; },
      "what logits are divided by (default 1)");
  add_choice(
      app, "--algorithm", ops::softmax_algorithm_names(),
      [&softmax](ops::SoftmaxAlgorithm algorithm) { softmax.algorithm = algorithm; },
      "how it is computed (default max-subtracted)");
}

}  // namespace

CLI::App* add_compute(CLI::App& app, ComputeOptions& options) {
  CLI::App* const command =
      app.add_subcommand("compute", "Run a normalization or a softmax on a file");
  command->require_subcommand(0, 1);
  for (const auto& [kind, name] : ops::normalization_names()) {
    CLI::App* const operation =
        command->add_subcommand(std::string(name), fmt::format("Apply {} to the input", name));
    const auto norm = std::make_shared<ops::NormOptions>();
    norm->kind = kind;
    add_common(*operation, options);
    add_norm_options(*operation, options, *norm);
    // The callback runs when all of it is parsed, and keeps the values alive until then.
    operation->callback([&options, norm] { options.operation = *norm; });
  }
  for (const bool log : {false, true}) {
    CLI::App* const operation = command->add_subcommand(
        log ? "log-softmax" : "softmax",
        log ? "Apply log-softmax to the input" : "Apply softmax to the input");
    const auto softmax = std::make_shared<ops::SoftmaxOptions>();
    softmax->log = log;
    add_common(*operation, options);
    add_softmax_options(*operation, *softmax);
    operation->callback([&options, softmax] { options.operation = *softmax; });
  }
  return command;
}

}  // namespace normscope::cli
