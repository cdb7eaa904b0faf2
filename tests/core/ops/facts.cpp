// SPDX-License-Identifier: MIT
#include "tests/core/ops/facts.hpp"

#include <fmt/format.h>

#include <array>

#include "core/torch_arithmetic/sum.hpp"
#include "core/torch_arithmetic/variance.hpp"
#include "tests/support/support.hpp"

namespace normscope::facts {

using nlohmann::json;
using tensor::Tensor;

namespace {

const json& documents() {
  static const json all = testing::read_json_data("facts/documents.json");
  return all;
}

const json& replay() {
  static const json all = testing::read_json_data("facts/printed.json");
  return all;
}

void flatten(const json& value, std::vector<double>& all) {
  if (!value.is_array()) return all.push_back(value.get<double>());
  for (const json& part : value) flatten(part, all);
}

constexpr std::array<std::size_t, 1> kColumns{1};

}  // namespace

std::vector<double> numbers(const std::string& fact) {
  std::vector<double> all;
  flatten(documents().at(fact), all);
  return all;
}

std::string printed(const std::string& step) {
  return replay().at("printed").at(step).get<std::string>();
}

std::vector<std::string> printed_bits(const std::string& step) {
  return replay().at("bits").at(step).get<std::vector<std::string>>();
}

void expect_printed(std::span<const float> values, const std::string& fact) {
  const auto expected = numbers(fact);
  ASSERT_EQ(values.size(), expected.size()) << fact;
  for (std::size_t i = 0; i < values.size(); ++i) {
    // The last term allows for decimals that have no exact double.
    EXPECT_NEAR(static_cast<double>(values[i]), expected[i], 0.5e-4 + 1e-12) << fact << " at " << i;
  }
}

void expect_text(const Tensor& x, const std::string& step, std::string_view ending,
                 const tensor::PrintOptions& options) {
  EXPECT_EQ(tensor::to_torch_text(x, options, ending), printed(step)) << step;
}

tensor::PrintOptions without_scientific() {
  tensor::PrintOptions options;
  options.sci_mode = false;
  return options;
}

Tensor row_mean(const Tensor& x) {
  return torch_arithmetic::mean(x, kColumns, true);
}

Tensor row_variance(const Tensor& x, std::int64_t correction) {
  return torch_arithmetic::var(x, kColumns, correction, true);
}

Tensor activations(random::Generator& generator, const Tensor& x) {
  auto layer = NORMSCOPE_VALUE_OR_FAIL(random::linear_parameters(generator, 5, 6));
  const auto trace = NORMSCOPE_VALUE_OR_FAIL(trace::trace_linear(
      std::make_shared<const Tensor>(x), std::make_shared<const Tensor>(std::move(layer.weight)),
      std::make_shared<const Tensor>(std::move(layer.bias))));
  return output(trace::trace_relu(std::make_shared<const Tensor>(output(trace))));
}

trace::Trace lecture_layer_norm(const Tensor& x) {
  ops::NormOptions options;
  options.algorithm = ops::VarianceAlgorithm::kWelford;
  const tensor::Shape last{x.shape().back()};
  return NORMSCOPE_VALUE_OR_FAIL(trace::trace_norm(
      std::make_shared<const Tensor>(x),
      std::make_shared<const Tensor>(NORMSCOPE_VALUE_OR_FAIL(Tensor::full(last, 1.0F))),
      std::make_shared<const Tensor>(NORMSCOPE_VALUE_OR_FAIL(Tensor::full(last, 0.0F))), options));
}

Tensor output(const trace::Trace& trace) {
  return NORMSCOPE_VALUE_OR_FAIL(trace.whole(static_cast<int>(trace.steps().size()) - 1));
}

Tensor run(const compute::Operation& operation, const Tensor& x, compute::Device device) {
  compute::Settings settings;
  settings.device = device;
  return NORMSCOPE_VALUE_OR_FAIL(compute::compute(compute::make_backends(),
                                                  {operation, std::make_shared<const Tensor>(x)},
                                                  settings))
      .y;
}

std::string two_decimals(float value) {
  return fmt::format("{:.2f}", value);
}

}  // namespace normscope::facts
