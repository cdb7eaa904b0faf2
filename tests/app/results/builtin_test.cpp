// SPDX-License-Identifier: MIT
// PyTorch's own function for an operation: the same bits as the arithmetic that was measured
// against PyTorch, and a sentence where there is no such function.
#include "app/results/hand_written/builtin.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "app/results/errors.hpp"
#include "core/ops/presets.hpp"
#include "core/torch_arithmetic/norms.hpp"
#include "core/torch_arithmetic/softmax.hpp"
#include "tests/app/results/derivations.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

using document::Document;
using ops::Normalization;
using tensor::Tensor;

// Numbers, gamma and beta, of which the operations without them take the first alone.
compute::Request request_of(const Document& document) {
  return operation_request(document, document.inputs[0].values.values());
}

Document of_norm(const tensor::Shape& shape, const ops::NormOptions& options, bool affine) {
  Document document = with_normal_numbers(shape);
  document.norm.options = options;
  document = document::fitted(std::move(document));
  return affine ? with_parameters(std::move(document)) : document;
}

TEST(Builtin, EachKindHasTheBitsOfItsFunction) {
  for (const bool affine : {false, true}) {
    for (const double epsilon : {1e-5, 0.5}) {
      SCOPED_TRACE(fmt::format("affine {}, eps {}", affine, epsilon));
      const auto output = [&](const Document& document) {
        return NORMSCOPE_VALUE_OR_FAIL(builtin_output(request_of(document)));
      };
      const auto parameters = [](const Document& document) {
        torch_arithmetic::Affine of;
        if (document.norm.gamma.on) of.gamma = document.norm.gamma.values.values()->values();
        if (document.norm.beta.on) of.beta = document.norm.beta.values.values()->values();
        return of;
      };
      const auto x = [](const Document& document) { return *document.inputs[0].values.values(); };
      Document layer = of_norm({3, 5, 7}, {.epsilon = epsilon}, affine);
      EXPECT_EQ(output(layer),
                torch_arithmetic::layer_norm(x(layer), 1, parameters(layer), epsilon).output);
      layer = of_norm({3, 5, 7}, {.normalized_shape = {5, 7}, .epsilon = epsilon}, affine);
      EXPECT_EQ(output(layer),
                torch_arithmetic::layer_norm(x(layer), 2, parameters(layer), epsilon).output);
      const Document batch =
          of_norm({4, 3, 8}, {.kind = Normalization::kBatchNorm, .epsilon = epsilon}, affine);
      EXPECT_EQ(output(batch),
                torch_arithmetic::batch_norm(x(batch), parameters(batch), epsilon).output);
      const Document instance =
          of_norm({4, 3, 8}, {.kind = Normalization::kInstanceNorm, .epsilon = epsilon}, affine);
      EXPECT_EQ(output(instance),
                torch_arithmetic::instance_norm(x(instance), parameters(instance), epsilon).output);
      const Document group = of_norm(
          {2, 6, 5}, {.kind = Normalization::kGroupNorm, .groups = 3, .epsilon = epsilon}, affine);
      EXPECT_EQ(output(group),
                torch_arithmetic::group_norm(x(group), 3, parameters(group), epsilon).output);
    }
  }
}

TEST(Builtin, ASoftmaxHasTheBitsOfItsFunction) {
  for (const std::int64_t dim : {-1, 0, 1}) {
    for (const double temperature : {1.0, 0.3}) {
      for (const ops::SoftmaxAlgorithm algorithm :
           {ops::SoftmaxAlgorithm::kMaxSubtracted, ops::SoftmaxAlgorithm::kOnline}) {
        Document document = with_normal_numbers({3, 4, 9});
        document.subject = document::Subject::kSoftmax;
        document.softmax = {dim, temperature, algorithm, false};
        Tensor logits = *document.inputs[0].values.values();
        for (float& value : logits.values()) {
          if (temperature != 1) value /= static_cast<float>(temperature);
        }
        const auto from_front = static_cast<std::size_t>(dim < 0 ? dim + 3 : dim);
        EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(builtin_output(request_of(document))),
                  torch_arithmetic::softmax(logits, from_front));
        document.softmax.log = true;
        EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(builtin_output(request_of(document))),
                  torch_arithmetic::log_softmax(logits, from_front));
      }
    }
  }
}

TEST(Builtin, AVariantHasNoFunction) {
  for (const ops::Preset& preset : ops::presets()) {
    const auto output = builtin_output(request_of(of_norm({2, 6}, preset.options, true)));
    const bool usual = preset.id == "V3" || preset.id == "V7";
    ASSERT_EQ(output.has_value(), usual) << preset.id;
    if (usual) continue;
    EXPECT_EQ(output.error().kind, base::ErrorKind::kUnsupported);
    EXPECT_EQ(output.error().sentence, "PyTorch has no function for this variant");
    EXPECT_FALSE(output.error().hint.empty());
  }
  Document naive = with_normal_numbers({2, 6});
  naive.subject = document::Subject::kSoftmax;
  naive.softmax.algorithm = ops::SoftmaxAlgorithm::kNaive;
  EXPECT_EQ(builtin_output(request_of(naive)).error().kind, base::ErrorKind::kUnsupported);
  // torch.var's algorithm in place of the two passes has the same function.
  EXPECT_TRUE(builtin_output(
      request_of(of_norm({2, 6}, {.algorithm = ops::VarianceAlgorithm::kWelford}, false))));
  EXPECT_FALSE(builtin_output(request_of(of_norm({}, {}, false))).has_value())
      << "a scalar has no dimension";
}

TEST(Builtin, WhatDoesNotFitIsRefusedAsElsewhere) {
  const auto output =
      builtin_output(request_of(of_norm({6}, {.kind = Normalization::kInstanceNorm}, false)));
  ASSERT_FALSE(output);
  EXPECT_EQ(output.error().kind, base::ErrorKind::kInvalidArgument);
}

TEST(Builtin, EmptyInputsStayEmpty) {
  for (const tensor::Shape& shape : {tensor::Shape{0, 4}, {4, 0}}) {
    EXPECT_EQ(
        NORMSCOPE_VALUE_OR_FAIL(builtin_output(request_of(of_norm(shape, {}, false)))).shape(),
        shape);
    Document softmax = with_normal_numbers(shape);
    softmax.subject = document::Subject::kSoftmax;
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(builtin_output(request_of(softmax))).shape(), shape);
  }
}

}  // namespace
}  // namespace normscope::results
