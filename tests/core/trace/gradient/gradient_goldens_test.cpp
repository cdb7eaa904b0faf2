// SPDX-License-Identifier: MIT
// Backward passes by the chain rule against PyTorch's autograd of the same chains, in double: of
// every option, of ties, zeros, infinities and NaN.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/core/trace/goldens.hpp"
#include "tests/core/trace/gradient/steps_in_double.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

using nlohmann::json;
using tensor::Shape;

const json& golden_file() {
  static const json all = testing::read_json_data("gradients/gradients.json");
  return all;
}

Doubles doubles_of(const json& numbers) {
  Doubles values;
  for (const json& number : numbers) {
    values.push_back(number.is_string() ? std::stod(number.get<std::string>())
                                        : number.get<double>());
  }
  return values;
}

Doubles doubles_of(const TensorRef& tensor) {
  return {tensor->values().begin(), tensor->values().end()};
}

Doubles sequence_in_double(const Shape& shape, std::int64_t salt) {
  return doubles_of(goldens::sequence(shape, salt));
}

constexpr std::int64_t kDy = 31;  // the salt of dy

Shape shape_of(const json& golden) {
  if (golden.at("input").contains("edges")) return {8, 4};
  return golden.at("input").at("shape").get<Shape>();
}

Doubles input_of(const json& golden) {
  if (golden.at("input").contains("edges")) return doubles_of(golden_file().at("edges"));
  return doubles_of(goldens::input_of(golden));
}

std::string words_of(json golden) {
  golden.erase("gradients");
  return golden.dump();
}

// Both are sums of some dozen products, in double: of equal numbers there is nothing but roundings,
// which the reciprocal deviations of the cases, at most 316 cubed, make larger.
void expect_equal(const Doubles& values, const Doubles& expected, const std::string& what) {
  ASSERT_EQ(values.size(), expected.size()) << what;
  double largest = 1;
  for (const double value : expected) {
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  }
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (std::isnan(expected[k])) {
      EXPECT_TRUE(std::isnan(values[k])) << what << " [" << k << "] is " << values[k];
    } else if (std::isinf(expected[k])) {
      EXPECT_EQ(values[k], expected[k]) << what << " [" << k << "]";
    } else {
      EXPECT_NEAR(values[k], expected[k], 1e-9 * largest) << what << " [" << k << "]";
    }
  }
}

// The gradients of dx and of each leaf by its role, against those of a case.
void expect_gradients(const Program& forward, const json& golden, const Leaves& leaves,
                      const std::string& what) {
  const Gradient backward = NORMSCOPE_VALUE_OR_FAIL(gradient_of(forward));
  const Doubles dy = sequence_in_double(forward.steps.back().shape, kDy);
  const auto found = gradients_in_double(forward, backward, leaves, dy);
  const json& expected = golden.at("gradients");
  for (int at = 0; at < forward.size(); ++at) {
    const Step& step = forward.step(at);
    if (!step.is_leaf()) continue;
    ASSERT_TRUE(expected.contains(step.name)) << what << step.name;
    ASSERT_TRUE(found.contains(at)) << what << step.name;
    expect_equal(found.at(at), doubles_of(expected.at(step.name)), what + " " + step.name);
  }
}

// The leaves of a program, from sequences.
Leaves with_parameters(const Program& program, Doubles x,
                       const std::map<std::string, std::int64_t>& salts) {
  Leaves leaves{{0, std::move(x)}};
  for (const auto& [name, salt] : salts) {
    const int at = program.find(name);
    if (at >= 0) leaves[at] = sequence_in_double(program.step(at).shape, salt);
  }
  return leaves;
}

TEST(GradientGoldens, OfNormalizationsAreAutograds) {
  for (const json& golden : golden_file().at("norms")) {
    const Shape shape = shape_of(golden);
    const auto options = goldens::norm_options(golden, shape);
    const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_norm(shape, options));
    const auto affine = [&](const char* name) {
      return golden.at("options").contains(name) ? &plan.affine_shape : nullptr;
    };
    const Program program =
        NORMSCOPE_VALUE_OR_FAIL(norm_program(shape, affine("gamma"), affine("beta"), options));
    const Leaves leaves = with_parameters(program, input_of(golden), {{"gamma", 71}, {"beta", 72}});
    expect_gradients(program, golden, leaves, words_of(golden));
  }
}

TEST(GradientGoldens, OfSoftmaxesAreAutograds) {
  for (const json& golden : golden_file().at("softmaxes")) {
    ops::SoftmaxOptions options = goldens::softmax_options(golden);
    if (golden.contains("sink")) options.sink = golden["sink"].get<double>();
    const Program program = NORMSCOPE_VALUE_OR_FAIL(softmax_program(shape_of(golden), options));
    expect_gradients(program, golden, {{0, input_of(golden)}}, words_of(golden));
  }
}

TEST(GradientGoldens, OfRelativesAreAutograds) {
  for (const json& golden : golden_file().at("relatives")) {
    const Shape shape = shape_of(golden);
    const Shape affine{shape.back()};
    ops::RelativeOptions options;
    options.kind = base::value_of(ops::relative_names(), golden["kind"].get<std::string>()).value();
    options.alpha = golden.value("alpha", options.alpha);
    options.epsilon = golden.value("eps", options.epsilon);
    const bool dyt = options.kind == ops::Relative::kDyt;
    const Program program = NORMSCOPE_VALUE_OR_FAIL(
        relative_program(shape, dyt ? &affine : nullptr, dyt ? &affine : nullptr, options));
    const Leaves leaves = with_parameters(program, input_of(golden), {{"gamma", 71}, {"beta", 72}});
    expect_gradients(program, golden, leaves, words_of(golden));
  }
}

TEST(GradientGoldens, OfLinearLayersAreAutograds) {
  for (const json& golden : golden_file().at("linears")) {
    const auto shape = golden.at("shape").get<Shape>();
    const auto out = golden.at("out").get<std::int64_t>();
    const TensorRef bias = golden.at("biased").get<bool>() ? goldens::sequence({out}, 8) : nullptr;
    const Trace trace = NORMSCOPE_VALUE_OR_FAIL(
        trace_linear(goldens::sequence(shape, 6), goldens::sequence({out, shape.back()}, 7), bias));
    const Leaves leaves = with_parameters(trace.program(), sequence_in_double(shape, 6),
                                          {{"weight", 7}, {"bias", 8}});
    expect_gradients(trace.program(), golden, leaves, words_of(golden));
  }
}

// One step of one primitive, of rows with ties, zeros, infinities and NaN.
TEST(GradientGoldens, OfFunctionsAreAutogradsAtTheirKinks) {
  struct Function {
    Primitive primitive;
    double c = 0;
    Primitive then = Primitive::kGiven;  // a root behind it
  };
  const std::map<std::string, Function> functions{
      {"relu", {Primitive::kRectify}},
      {"abs", {Primitive::kMagnitude}},
      {"sqrt", {Primitive::kSquareRoot}},
      {"rsqrt", {Primitive::kReciprocalRoot}},
      {"reciprocal", {Primitive::kReciprocal}},
      {"exp", {Primitive::kExponential}},
      {"log", {Primitive::kLogarithm}},
      {"tanh", {Primitive::kHyperbolicTangent}},
      {"sigmoid", {Primitive::kSigmoid}},
      {"square", {Primitive::kSquare}},
      {"cube", {Primitive::kPower, 3}},
      {"clamp", {Primitive::kAtLeast, 0}},
      {"amax", {Primitive::kMaximum}},
      {"amin", {Primitive::kMinimum}},
      {"sum", {Primitive::kSumOver, 1}},
      {"mean", {Primitive::kSumOver, 4}},
      {"var", {Primitive::kVariance, 3}},
      {"std", {Primitive::kVariance, 3, Primitive::kRootOfSquares}},
      {"norm", {Primitive::kSquare, 0, Primitive::kRootOfSquares}},
      {"maximum", {Primitive::kLarger}},
  };
  const Shape shape{8, 4};
  const Doubles edges = doubles_of(golden_file().at("edges"));
  ASSERT_EQ(golden_file().at("functions").size(), functions.size());
  for (const json& golden : golden_file().at("functions")) {
    const auto name = golden.at("function").get<std::string>();
    const Function& function = functions.at(name);
    ProgramBuilder builder(shape, tensor::trailing_groups(shape, 1));
    Leaves leaves{{0, edges}};
    const StepLabel label{Role::kNone, "s", "s"};
    int last = 0;
    if (name == "maximum") {
      const int other = builder.parameter(Role::kWeight, "w", shape);
      Doubles flipped;
      for (std::size_t k = 0; k < edges.size(); ++k)
        flipped.push_back(edges[k / 4 * 4 + 3 - k % 4]);
      leaves[other] = flipped;
      last = builder.add(label, function.primitive, 0, other);
    } else if (reduces(function.primitive)) {
      last = builder.reduce(label, function.primitive, 0, function.c);
    } else {
      last = builder.add(label, function.primitive, 0, -1, function.c);
    }
    if (name == "norm") last = builder.reduce(label, Primitive::kSumOver, last);
    if (function.then != Primitive::kGiven) builder.add(label, function.then, last);
    const Program program = std::move(builder).finish();
    const Doubles ones(static_cast<std::size_t>(tensor::product(program.steps.back().shape)), 1.0);
    const Gradient backward = NORMSCOPE_VALUE_OR_FAIL(gradient_of(program, std::vector<int>{}));
    const auto found = gradients_in_double(program, backward, leaves, ones);
    expect_equal(found.at(0), doubles_of(golden.at("gradients").at("input")), name);
  }
}

}  // namespace
}  // namespace normscope::trace
