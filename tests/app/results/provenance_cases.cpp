// SPDX-License-Identifier: MIT
#include "tests/app/results/provenance_cases.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <utility>

#include "core/ops/presets.hpp"

namespace normscope::testing {
namespace {

using ops::Normalization;
using ops::NormOptions;
using ops::SoftmaxOptions;
using tensor::Shape;

// Numbers of either sign with magnitudes from 0.5 to 2, none equal, so that no sum cancels and no
// change is too small to turn a ReLU on.
Numbers drawn(std::size_t count, std::uint64_t seed) {
  Numbers numbers(count);
  std::uint64_t state = seed * 2654435761U + 12345U;
  for (double& number : numbers) {
    state = state * 6364136223846793005U + 1442695040888963407U;  // Knuth's constants
    number = 0.5 + static_cast<double>(state >> 40U) * 1.5 / 0x1p24;
    if ((state >> 39U) % 2 == 1) number = -number;
  }
  return numbers;
}

std::size_t size_of(const Shape& shape) {
  return static_cast<std::size_t>(tensor::product(shape));
}

// One element is 0 where there are several.
Numbers with_zero(Numbers numbers) {
  if (numbers.size() > 1) numbers[1] = 0;
  return numbers;
}

bool has_trailing_groups(const NormOptions& options) {
  return ops::rule_of(options.kind).grouping == ops::Grouping::kTrailing;
}

DoubleChain norm_chain(const Shape& shape, const NormOptions& options, bool gamma, bool beta) {
  DoubleChain chain{shape, drawn(size_of(shape), 7), {}, options};
  Shape parameters = options.normalized_shape;
  if (parameters.empty()) parameters = {shape.back()};
  if (!has_trailing_groups(options)) parameters = {shape[1]};
  if (gamma) chain.gamma = with_zero(drawn(size_of(parameters), 8));
  if (beta) chain.beta = drawn(size_of(parameters), 9);
  return chain;
}

std::string name_of(const Shape& shape, const NormOptions& options) {
  return fmt::format("{} {} groups {} {} {} {} centring {}", tensor::shape_to_text(shape),
                     base::name_of(ops::normalization_names(), options.kind), options.groups,
                     base::name_of(ops::variance_estimator_names(), options.estimator),
                     base::name_of(ops::variance_algorithm_names(), options.algorithm),
                     base::name_of(ops::epsilon_placement_names(), options.epsilon_placement),
                     options.centring);
}

struct Grouped {
  Shape shape;
  NormOptions options;
};

NormOptions kind(Normalization which, std::int64_t groups = 1) {
  NormOptions options;
  options.kind = which;
  options.groups = groups;
  return options;
}

NormOptions over(Normalization which, Shape normalized) {
  NormOptions options = kind(which);
  options.normalized_shape = std::move(normalized);
  return options;
}

// Groups of one element among them.
std::vector<Grouped> groupings() {
  using N = Normalization;
  return {
      {{4}, kind(N::kLayerNorm)},
      {{2, 3}, kind(N::kLayerNorm)},
      {{2, 2, 3}, kind(N::kLayerNorm)},
      {{2, 2, 3}, over(N::kLayerNorm, {2, 3})},
      {{2, 2, 1, 2}, over(N::kLayerNorm, {2, 1, 2})},
      {{2, 2, 2, 2}, over(N::kLayerNorm, {2, 2})},
      {{3, 1}, kind(N::kLayerNorm)},
      {{2, 3}, kind(N::kRmsNorm)},
      {{2, 2, 3}, over(N::kRmsNorm, {2, 3})},
      {{3, 1}, kind(N::kRmsNorm)},
      {{3, 2}, kind(N::kBatchNorm)},
      {{2, 3, 2}, kind(N::kBatchNorm)},
      {{2, 2, 2, 2}, kind(N::kBatchNorm)},
      {{1, 3}, kind(N::kBatchNorm)},
      {{2, 2, 3}, kind(N::kInstanceNorm)},
      {{2, 2, 2, 2}, kind(N::kInstanceNorm)},
      {{2, 3}, kind(N::kInstanceNorm)},
      {{2, 4}, kind(N::kGroupNorm, 2)},
      {{2, 4, 2}, kind(N::kGroupNorm, 2)},
      {{1, 4, 2, 2}, kind(N::kGroupNorm, 4)},
      {{2, 3, 2}, kind(N::kGroupNorm, 1)},
      {{2, 3}, kind(N::kGroupNorm, 3)},
  };
}

std::vector<ProvenanceCase> laid_out(std::vector<ProvenanceCase> cases) {
  for (ProvenanceCase& each : cases) lay_out(each.chain);
  return cases;
}

constexpr std::array kSwitches = {false, true};

std::vector<SoftmaxOptions> softmaxes(std::int64_t dim) {
  std::vector<SoftmaxOptions> all;
  for (const auto& algorithm : ops::softmax_algorithm_names()) {
    for (const bool log : kSwitches) {
      for (const double temperature : {1.0, 0.5}) {
        all.push_back({dim, temperature, algorithm.value, log});
      }
    }
  }
  return all;
}

}  // namespace

std::vector<ProvenanceCase> operation_cases() {
  std::vector<ProvenanceCase> cases;
  for (const auto& [shape, options] : groupings()) {
    cases.push_back({name_of(shape, options), norm_chain(shape, options, true, true), true});
    cases.push_back({name_of(shape, options) + " plain", norm_chain(shape, options, false, false)});
  }
  for (const Shape& shape :
       {Shape{3}, Shape{2, 3}, Shape{2, 3, 2}, Shape{2, 1, 2, 2}, Shape{3, 1}}) {
    for (std::size_t dim = 0; dim < shape.size(); ++dim) {
      for (const SoftmaxOptions& options : softmaxes(static_cast<std::int64_t>(dim))) {
        const std::string name = fmt::format(
            "{} softmax over {}, {}, log {}, temperature {}", tensor::shape_to_text(shape), dim,
            base::name_of(ops::softmax_algorithm_names(), options.algorithm), options.log,
            options.temperature);
        const bool every_step = shape.size() == 2;
        cases.push_back({name, {shape, drawn(size_of(shape), 3), {}, options}, every_step});
      }
    }
  }
  return laid_out(std::move(cases));
}

std::vector<ProvenanceCase> preset_cases() {
  std::vector<ProvenanceCase> cases;
  for (const ops::Preset& preset : ops::presets()) {
    for (const Shape& shape : {Shape{2, 3}, Shape{2, 1}, Shape{2, 2, 3}}) {
      for (const bool gamma : kSwitches) {
        for (const bool beta : kSwitches) {
          cases.push_back({fmt::format("{} {}", preset.id, tensor::shape_to_text(shape)),
                           norm_chain(shape, preset.options, gamma, beta)});
        }
      }
    }
  }
  return cases;
}

std::vector<ProvenanceCase> variant_cases() {
  std::vector<ProvenanceCase> cases = preset_cases();
  const auto add = [&](const Shape& shape, const NormOptions& options) {
    const bool every_step = shape == Shape{2, 3} || shape == Shape{3, 1};
    cases.push_back({name_of(shape, options), norm_chain(shape, options, true, true), every_step});
  };
  const std::vector<Grouped> some{{{2, 3}, kind(Normalization::kLayerNorm)},
                                  {{3, 1}, kind(Normalization::kLayerNorm)},
                                  {{1, 4, 2}, kind(Normalization::kGroupNorm, 2)}};
  for (auto [shape, options] : some) {
    for (const auto& estimator : ops::variance_estimator_names()) {
      for (const auto& algorithm : ops::variance_algorithm_names()) {
        for (const auto& placement : ops::epsilon_placement_names()) {
          for (const bool centring : kSwitches) {
            options.estimator = estimator.value;
            options.algorithm = algorithm.value;
            options.epsilon_placement = placement.value;
            options.centring = centring;
            add(shape, options);
          }
        }
      }
    }
  }
  return laid_out(std::move(cases));
}

std::vector<ProvenanceCase> layer_cases() {
  const auto linear = [](std::size_t in, std::size_t out, std::uint64_t seed) {
    ChainLayer layer{drawn(in * out, seed), drawn(out, seed + 1)};
    layer.weight[1] = 0;                                             // one weight
    for (std::size_t j = 0; j < out; ++j) layer.weight[j * in] = 0;  // an input without effect
    for (double& bias : layer.bias) bias /= 4;
    layer.bias[0] = 1.5;
    return layer;
  };
  // An output that no input has an effect on. Before an operation that shares statistics between
  // rows it is a bias, which may cancel there; provenance does not look for that.
  const auto without_row = [](ChainLayer layer) {
    const std::size_t in = layer.weight.size() / layer.bias.size();
    for (std::size_t k = 0; k < in; ++k) layer.weight[k] = 0;
    return layer;
  };
  const ChainLayer relu;
  struct Layers {
    std::string name;
    std::vector<ChainLayer> layers;
    std::int64_t out;
    bool within_rows = false;  // whether to leave out operations that share statistics between rows
  };
  const std::vector<Layers> all{
      {"relu", {relu}, 3},
      {"linear", {linear(3, 4, 20)}, 4},
      {"linear relu", {linear(3, 4, 30), relu}, 4},
      {"linear linear", {linear(3, 3, 40), linear(3, 4, 50)}, 4},
      {"linear relu linear", {linear(3, 3, 60), relu, linear(3, 4, 70)}, 4},
      {"row of 0", {without_row(linear(3, 3, 61)), relu, linear(3, 4, 71)}, 4, true},
      {"linear to one", {linear(3, 1, 80)}, 1},
  };
  const auto softmax = [](std::int64_t dim) { return SoftmaxOptions{.dim = dim}; };
  std::vector<ProvenanceCase> cases;
  for (const auto& [name, layers, out, within_rows] : all) {
    const auto add = [&, &before = layers, &title = name](const std::string& operation,
                                                          DoubleChain chain, Shape shape) {
      shape.back() = 3;
      chain.shape = shape;
      chain.x = drawn(size_of(shape), 11);
      chain.layers = before;
      // Within a layer each step is alike in all chains.
      const bool every_step = shape.size() == 2 && title != "linear" && title != "linear linear";
      cases.push_back({fmt::format("{}, {}", title, operation), std::move(chain), every_step});
    };
    using N = Normalization;
    for (const auto& [shape, options] : std::vector<Grouped>{{{2, out}, kind(N::kLayerNorm)},
                                                             {{2, 2, out}, kind(N::kLayerNorm)},
                                                             {{2, out}, kind(N::kRmsNorm)},
                                                             {{2, out}, kind(N::kBatchNorm)},
                                                             {{2, 2, out}, kind(N::kBatchNorm)},
                                                             {{2, 2, out}, kind(N::kGroupNorm, 2)},
                                                             {{2, 2, out}, kind(N::kInstanceNorm)},
                                                             {{2, out}, kind(N::kInstanceNorm)}}) {
      if (within_rows && !has_trailing_groups(options)) continue;
      add(name_of(shape, options), norm_chain(shape, options, true, true), shape);
    }
    if (out == 4 && !within_rows) {
      const NormOptions options = kind(N::kGroupNorm, 2);
      add("group norm of columns", norm_chain({2, out}, options, true, true), {2, out});
    }
    for (const std::int64_t dim : {0, 1}) {
      if (within_rows && dim == 0) continue;
      add(fmt::format("softmax over {}", dim), {{}, {}, {}, softmax(dim)}, {2, out});
    }
  }
  return laid_out(std::move(cases));
}

}  // namespace normscope::testing
