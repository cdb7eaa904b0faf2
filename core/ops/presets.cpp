// SPDX-License-Identifier: MIT
#include "core/ops/presets.hpp"

#include <algorithm>
#include <vector>

#include "core/text/translate.hpp"

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
      {"V1", tr_later("returns gamma * mean + beta"), tr_later("a tutorial notebook's class"),
       returning(Returned::kMean)},
      {"V2", tr_later("unbiased variance, no eps"), tr_later("lecture notebooks, first steps"),
       variant(kNone, kUnbiased, 1e-5)},
      {"V3", tr_later("reference: biased, eps inside"), tr_later("PyTorch's LayerNorm"),
       NormOptions{}},
      {"V4", tr_later("one-pass variance"), tr_later("annotated implementations, GPU kernels"),
       with_algorithm(VarianceAlgorithm::kOnePass)},
      {"V5", tr_later("eps outside, biased deviation"), tr_later("notes that add eps to std"),
       variant(kOutside, kBiased, 1e-5)},
      {"V6", tr_later("eps outside, unbiased deviation"), tr_later("the Annotated Transformer"),
       variant(kOutside, kUnbiased, 1e-6)},
      {"V7", tr_later("eps = 1e-3"), tr_later("Keras's default"), variant(kInside, kBiased, 1e-3)},
      {"V8", tr_later("eps added to the element count"), tr_later("CUDA tutorials"),
       variant(kCount, kBiased, 1e-5)},
      {"V9", tr_later("identity placeholder"), tr_later("architecture notebooks"),
       returning(Returned::kInput)},
      {"V10", tr_later("RMSNorm: no centring"), tr_later("LLaMA-family models"), rms(1e-6)},
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
