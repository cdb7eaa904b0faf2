// SPDX-License-Identifier: MIT
// Every step of every chain that PyTorch ran, bit by bit: names, order, shapes and values.
#include <gtest/gtest.h>

#include "core/ops/presets.hpp"
#include "tests/core/trace/goldens.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

using nlohmann::json;

// What identifies a case in a message: everything but its steps.
std::string words_of(json golden) {
  golden.erase("steps");
  return golden.dump();
}

TEST(TraceGoldens, EveryStepOfEveryNormalizationIsPyTorchsChain) {
  const json& cases = goldens::file().at("norms");
  ASSERT_FALSE(cases.empty());
  for (const json& golden : cases) {
    const TensorRef x = goldens::input_of(golden);
    const auto options = goldens::norm_options(golden, x->shape());
    const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_norm(x->shape(), options));
    const auto trace = NORMSCOPE_VALUE_OR_FAIL(
        trace_norm(x, goldens::parameter(golden, "gamma", plan.affine_shape),
                   goldens::parameter(golden, "beta", plan.affine_shape), options));
    EXPECT_EQ(goldens::difference(trace, golden), "") << words_of(golden);
  }
}

// The script spells out each preset's chain without knowing the table of presets.
TEST(TraceGoldens, ThePresetsAreTheOptionsOfTheirChains) {
  int seen = 0;
  for (const json& golden : goldens::file().at("norms")) {
    if (!golden.at("options").contains("preset")) continue;
    const auto* preset = ops::find_preset(golden["options"]["preset"].get<std::string>());
    ASSERT_NE(preset, nullptr);
    const TensorRef x = goldens::input_of(golden);
    const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_norm(x->shape(), preset->options));
    const auto trace = NORMSCOPE_VALUE_OR_FAIL(
        trace_norm(x, goldens::parameter(golden, "gamma", plan.affine_shape),
                   goldens::parameter(golden, "beta", plan.affine_shape), preset->options));
    EXPECT_EQ(goldens::difference(trace, golden), "") << words_of(golden);
    ++seen;
  }
  EXPECT_GE(seen, static_cast<int>(ops::presets().size()));
}

TEST(TraceGoldens, EveryStepOfEverySoftmaxIsPyTorchsChain) {
  const json& cases = goldens::file().at("softmaxes");
  ASSERT_FALSE(cases.empty());
  for (const json& golden : cases) {
    const auto trace = NORMSCOPE_VALUE_OR_FAIL(
        trace_softmax(goldens::input_of(golden), goldens::softmax_options(golden)));
    EXPECT_EQ(goldens::difference(trace, golden), "") << words_of(golden);
  }
}

TEST(TraceGoldens, LinearLayers) {
  const json& cases = goldens::file().at("linears");
  ASSERT_FALSE(cases.empty());
  for (const json& golden : cases) {
    const auto shape = golden.at("shape").get<tensor::Shape>();
    const auto out = golden.at("out").get<std::int64_t>();
    const TensorRef bias = golden.at("biased") ? goldens::sequence({out}, 8) : nullptr;
    const auto trace = NORMSCOPE_VALUE_OR_FAIL(
        trace_linear(goldens::sequence(shape, 6), goldens::sequence({out, shape.back()}, 7), bias));
    EXPECT_EQ(goldens::difference(trace, golden), "") << words_of(golden);
  }
}

TEST(TraceGoldens, Rectifiers) {
  const json& cases = goldens::file().at("relus");
  ASSERT_FALSE(cases.empty());
  for (const json& golden : cases) {
    EXPECT_EQ(goldens::difference(trace_relu(goldens::input_of(golden)), golden), "")
        << words_of(golden);
  }
}

// The comparison of goldens must be able to fail.
TEST(TraceGoldens, AWrongBitIsFound) {
  const json& golden = goldens::file().at("relus").at(0);
  tensor::Tensor x = *goldens::input_of(golden);
  x.values()[6] = 0.25F;
  EXPECT_NE(goldens::difference(trace_relu(std::make_shared<const tensor::Tensor>(x)), golden), "");
}

}  // namespace
}  // namespace normscope::trace
