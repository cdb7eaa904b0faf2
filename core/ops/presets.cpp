// SPDX-License-Identifier: MIT
#include "core/ops/presets.hpp"

#include <algorithm>
#include <vector>

namespace normscope::ops {
namespace {

NormOptions variant(EpsilonPlacement placement, VarianceEstimator estimator, double epsilon) {
  NormOptions options;
  options.epsilon_placement = placement;
  options.estimator = estimator;
  options.epsilon = epsilon;
  return options;
}

NormOptions with_algorithm(VarianceAlgorithm algorithm) {
  NormOptions options;
  options.algorithm = algorithm;
  return options;
}

NormOptions returning(Returned returned) {
  NormOptions options;
  options.returned = returned;
  return options;
}

NormOptions rms(double epsilon) {
  NormOptions options;
  options.kind = Normalization::kRmsNorm;
  options.epsilon = epsilon;
  return options;
}

std::vector<Preset> make_presets() {
  using enum EpsilonPlacement;
  using enum VarianceEstimator;
  return {
      {"V1", "returns gamma * mean + beta", "a tutorial notebook's class",
       returning(Returned::kMean)},
      {"V2", "unbiased variance, no eps", "lecture notebooks, first steps",
       variant(kNone, kUnbiased, 1e-5)},
      {"V3", "reference: biased, eps inside", "PyTorch's LayerNorm", NormOptions{}},
      {"V4", "one-pass variance", "annotated implementations, GPU kernels",
       with_algorithm(VarianceAlgorithm::kOnePass)},
      {"V5", "eps outside, biased deviation", "notes that add eps to std",
       variant(kOutside, kBiased, 1e-5)},
      {"V6", "eps outside, unbiased deviation", "the Annotated Transformer",
       variant(kOutside, kUnbiased, 1e-6)},
      {"V7", "eps = 1e-3", "Keras's default", variant(kInside, kBiased, 1e-3)},
      {"V8", "eps added to the element count", "CUDA tutorials", variant(kCount, kBiased, 1e-5)},
      {"V9", "identity placeholder", "architecture notebooks", returning(Returned::kInput)},
      {"V10", "RMSNorm: no centring", "LLaMA-family models", rms(1e-6)},
  };
}

}  // namespace

std::span<const Preset> presets() {
  static const std::vector<Preset> all = make_presets();
  return all;
}

const Preset* find_preset(std::string_view id) {
  const auto found = std::ranges::find(presets(), id, &Preset::id);
  return found == presets().end() ? nullptr : &*found;
}

}  // namespace normscope::ops
