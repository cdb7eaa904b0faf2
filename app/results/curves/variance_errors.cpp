// SPDX-License-Identifier: MIT
#include "app/results/curves/variance_errors.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <utility>

#include "core/precision/evaluate.hpp"
#include "core/trace/operations.hpp"

namespace normscope::results {

using formats::FormatId;

namespace {

constexpr int kOffsetsPerDecade = 3;
// Offsets from a tenth of the standard deviation to 10^7 of them: float32 has lost all digits then.
constexpr int kDecadesBelow = 1;
constexpr int kDecadesAbove = 7;

struct Question {
  trace::TensorRef x;
  ops::VarianceEstimator estimator;
};

Expected<Question> question_of(std::vector<float> x, ops::VarianceEstimator estimator) {
  const auto size = static_cast<std::int64_t>(x.size());
  auto tensor = tensor::Tensor::from_values({1, size}, std::move(x));
  if (!tensor) return tl::unexpected(tensor.error());
  return Question{std::make_shared<const tensor::Tensor>(*std::move(tensor)), estimator};
}

Expected<double> variance_under(const Question& of, ops::VarianceAlgorithm algorithm,
                                const precision::Plan& plan) {
  auto program = trace::norm_program(of.x->shape(), nullptr, nullptr,
                                     {.epsilon_placement = ops::EpsilonPlacement::kNone,
                                      .estimator = of.estimator,
                                      .algorithm = algorithm});
  if (!program) return tl::unexpected(program.error());
  const int variance = program->find(trace::Role::kVariance);
  // The root behind it stays: a last step would be stored.
  program->steps.resize(static_cast<std::size_t>(variance) + 2);
  std::vector<trace::TensorRef> leaves(program->steps.size());
  leaves.front() = of.x;
  const auto values = precision::evaluate(*program, leaves, plan);
  if (!values) return tl::unexpected(values.error());
  return values->value(variance, 0);
}

// Storage in a format, everything after it in double.
precision::Plan exact_plan(FormatId storage) {
  return {.storage = storage,
          .step = FormatId::kFloat64,
          .sum = FormatId::kFloat64,
          .order = formats::SumOrder::kSequential};
}

precision::Plan plan_of_way(const VarianceWay& way, FormatId format) {
  return {.storage = format, .step = format, .sum = format, .order = way.order};
}

// The error in units of the true variance; NaN of what is not finite, or without a variance.
double relative_error(double value, double exact, double truth) {
  const double error = std::abs(value - exact) / truth;
  return std::isfinite(error) ? error : std::numeric_limits<double>::quiet_NaN();
}

// Adds one input; `truth`: the variance that its numbers have before they are rounded at all.
Expected<void> add_errors(VarianceErrors& errors, double at, const Question& of, FormatId format,
                          double truth) {
  const auto exact = variance_under(of, ops::VarianceAlgorithm::kTwoPass, exact_plan(format));
  if (!exact) return tl::unexpected(exact.error());
  errors.at.push_back(at);
  errors.of_storage.push_back(relative_error(*exact, truth, truth));
  for (std::size_t way = 0; way < kVarianceWays.size(); ++way) {
    const auto value =
        variance_under(of, kVarianceWays[way].algorithm, plan_of_way(kVarianceWays[way], format));
    if (!value) return tl::unexpected(value.error());
    errors.of_ways[way].push_back(relative_error(*value, *exact, truth));
  }
  return {};
}

Expected<double> true_variance(const Question& of) {
  return variance_under(of, ops::VarianceAlgorithm::kTwoPass, exact_plan(FormatId::kFloat32));
}

}  // namespace

Expected<VarianceErrors> variance_errors_over_offset(std::span<const float> x,
                                                     ops::VarianceEstimator estimator,
                                                     FormatId format) {
  const auto own = question_of({x.begin(), x.end()}, estimator);
  if (!own) return tl::unexpected(own.error());
  const auto truth = true_variance(*own);
  if (!truth) return tl::unexpected(truth.error());
  VarianceErrors errors;
  if (!(*truth > 0) || std::isinf(*truth)) return errors;
  double mean = 0;
  for (const float number : x) mean += static_cast<double>(number) / static_cast<double>(x.size());
  const int decade = static_cast<int>(std::floor(std::log10(std::sqrt(*truth))));
  const int first = (decade - kDecadesBelow) * kOffsetsPerDecade;
  const int last = (decade + kDecadesAbove) * kOffsetsPerDecade;
  for (int step = first; step <= last; ++step) {
    const double offset = std::pow(10.0, static_cast<double>(step) / kOffsetsPerDecade);
    std::vector<float> moved;
    moved.reserve(x.size());
    for (const float number : x) {
      moved.push_back(static_cast<float>(static_cast<double>(number) - mean + offset));
    }
    const auto question = question_of(std::move(moved), estimator);
    if (!question) return tl::unexpected(question.error());
    if (const auto added = add_errors(errors, offset, *question, format, *truth); !added) {
      return tl::unexpected(added.error());
    }
  }
  return errors;
}

Expected<VarianceErrors> variance_errors_over_length(std::span<const float> x,
                                                     ops::VarianceEstimator estimator,
                                                     FormatId format) {
  VarianceErrors errors;
  for (std::int64_t length = 2; length <= kLongestOfErrors; length *= 2) {
    std::vector<float> repeated;
    repeated.reserve(static_cast<std::size_t>(length));
    for (std::size_t k = 0; k < static_cast<std::size_t>(length); ++k) {
      repeated.push_back(x[k % x.size()]);
    }
    const auto question = question_of(std::move(repeated), estimator);
    if (!question) return tl::unexpected(question.error());
    const auto truth = true_variance(*question);
    if (!truth) return tl::unexpected(truth.error());
    const auto added = add_errors(errors, static_cast<double>(length), *question, format, *truth);
    if (!added) return tl::unexpected(added.error());
  }
  return errors;
}

std::vector<formats::Format> formats_of_errors() {
  std::vector<formats::Format> narrow;
  for (const formats::Format& format : formats::formats()) {
    if (format.bits() <= formats::kFloat32.bits()) narrow.push_back(format);
  }
  return narrow;
}

Expected<VarianceErrors> variance_errors_over_formats(std::span<const float> x,
                                                      ops::VarianceEstimator estimator) {
  const auto own = question_of({x.begin(), x.end()}, estimator);
  if (!own) return tl::unexpected(own.error());
  const auto truth = true_variance(*own);
  if (!truth) return tl::unexpected(truth.error());
  VarianceErrors errors;
  for (const formats::Format& format : formats_of_errors()) {
    const auto at = static_cast<double>(errors.at.size());
    if (const auto added = add_errors(errors, at, *own, format.id, *truth); !added) {
      return tl::unexpected(added.error());
    }
  }
  return errors;
}

}  // namespace normscope::results
