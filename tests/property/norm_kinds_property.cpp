// SPDX-License-Identifier: MIT
// The five normalizations are one operation over different groups: where the groups of two of them
// are the same elements in the same order, their results are the same bits.
#include "tests/property/inputs.hpp"
#include "tests/support/support.hpp"

namespace normscope::property {
namespace {

using ops::Normalization;
using ops::NormOptions;
using tensor::Shape;
using tensor::Tensor;

NormOptions of(Normalization kind) {
  NormOptions options;
  options.kind = kind;
  return options;
}

// [N, C, L] as [C, N, L] and back.
Tensor swapped(const Tensor& x) {
  const Shape& s = x.shape();
  Tensor y = testing::make({s[1], s[0], s[2]}, std::vector<float>(x.values().size()));
  for (std::int64_t n = 0; n < s[0]; ++n) {
    for (std::int64_t c = 0; c < s[1]; ++c) {
      for (std::int64_t l = 0; l < s[2]; ++l) {
        const std::vector<std::int64_t> from{n, c, l};
        const std::vector<std::int64_t> to{c, n, l};
        y.values()[static_cast<std::size_t>(y.offset_of(to))] =
            x.values()[static_cast<std::size_t>(x.offset_of(from))];
      }
    }
  }
  return y;
}

Tensor reshaped(const Tensor& x, Shape shape) {
  return NORMSCOPE_VALUE_OR_FAIL(x.reshaped(std::move(shape)));
}

RC_GTEST_PROP(GroupNorm, WithOneGroupIsLayerNormOverChannelsAndPlaces, ()) {
  const Tensor x = *batch();
  const Tensor gamma = *filled({x.shape()[1]});
  const Tensor beta = *filled({x.shape()[1]});
  NormOptions layer;
  layer.normalized_shape = {x.shape()[1], x.shape()[2]};
  // Layer norm has one gamma for each element; a channel's gamma is repeated for its positions.
  Tensor wide_gamma =
      testing::make(layer.normalized_shape,
                    std::vector<float>(static_cast<std::size_t>(x.shape()[1] * x.shape()[2])));
  Tensor wide_beta = wide_gamma;
  for (std::size_t i = 0; i < wide_gamma.values().size(); ++i) {
    const std::size_t channel = i / static_cast<std::size_t>(x.shape()[2]);
    wide_gamma.values()[i] = gamma.values()[channel];
    wide_beta.values()[i] = beta.values()[channel];
  }
  RC_ASSERT(same_bits(run(of(Normalization::kGroupNorm), x, &gamma, &beta),
                      run(layer, x, &wide_gamma, &wide_beta)));
}

RC_GTEST_PROP(GroupNorm, WithAsManyGroupsAsChannelsIsInstanceNorm, ()) {
  const Tensor x = *batch();
  const Tensor gamma = *filled({x.shape()[1]});
  NormOptions groups = of(Normalization::kGroupNorm);
  groups.groups = x.shape()[1];
  RC_ASSERT(same_bits(run(groups, x, &gamma), run(of(Normalization::kInstanceNorm), x, &gamma)));
}

RC_GTEST_PROP(GroupNorm, IsInstanceNormOfItsGroupsAsChannels, ()) {
  const std::int64_t groups = *rc::gen::inRange<std::int64_t>(1, 4);
  const std::int64_t depth = *rc::gen::inRange<std::int64_t>(1, 4);
  const Tensor x = *filled({2, groups * depth, 5});
  NormOptions grouped = of(Normalization::kGroupNorm);
  grouped.groups = groups;
  RC_ASSERT(same_bits(run(grouped, x),
                      run(of(Normalization::kInstanceNorm), reshaped(x, {2, groups, depth * 5}))));
}

RC_GTEST_PROP(InstanceNorm, IsLayerNormOverThePlaces, ()) {
  const Tensor x = *batch();
  RC_ASSERT(same_bits(run(of(Normalization::kInstanceNorm), x), run(NormOptions{}, x)));
}

RC_GTEST_PROP(BatchNorm, OfTheTransposedInputIsLayerNorm, ()) {
  const Tensor x = *batch();
  NormOptions layer;
  layer.normalized_shape = {x.shape()[0], x.shape()[2]};
  RC_ASSERT(same_bits(swapped(run(of(Normalization::kBatchNorm), x)), run(layer, swapped(x))));
}

RC_GTEST_PROP(BatchNorm, OfASingleSampleIsInstanceNorm, ()) {
  const Tensor x = *filled({1, *rc::gen::inRange<std::int64_t>(1, 7), 6});
  RC_ASSERT(
      same_bits(run(of(Normalization::kBatchNorm), x), run(of(Normalization::kInstanceNorm), x)));
}

RC_GTEST_PROP(RmsNorm, IsLayerNormWithoutCentring, ()) {
  const Tensor x = *matrix();
  const Tensor gamma = *filled({x.shape()[1]});
  NormOptions layer;
  layer.centring = false;
  RC_ASSERT(same_bits(run(of(Normalization::kRmsNorm), x, &gamma), run(layer, x, &gamma)));
}

RC_GTEST_PROP(RmsNorm, OfARowWithMeanZeroIsLayerNorm, ()) {
  auto values = *row(*rc::gen::inRange<std::size_t>(1, 21));
  const std::size_t half = values.size();
  for (std::size_t i = 0; i < half; ++i) values.push_back(-values[i]);
  const Tensor x = testing::make({static_cast<std::int64_t>(values.size())}, values);
  RC_ASSERT(run(of(Normalization::kRmsNorm), x) == run(NormOptions{}, x));
}

}  // namespace
}  // namespace normscope::property
