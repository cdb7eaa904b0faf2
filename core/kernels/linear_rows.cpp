// SPDX-License-Identifier: MIT
// The build forbids the compiler to fuse products and sums, and Eigen fuses only in matrix
// products, which are not used here: so every instruction set gives the same roundings.
#include "core/kernels/linear_rows.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace normscope::kernels {
namespace {

// The sums of a tile fill eight of SSE2's sixteen registers; the rest hold weights and x.
constexpr std::int64_t kOutputs = 8;
constexpr std::int64_t kRows = 4;

using Lanes = Eigen::Array<float, static_cast<int>(kOutputs), 1>;

// One panel of a layer, and the first row of a tile in x and y.
struct LinearTile {
  const LinearPanels& layer;
  std::int64_t first;  // the panel's first output
  const float* x;
  float* y;

  Eigen::Map<const Lanes> weight(std::int64_t input) const {
    return Eigen::Map<const Lanes>(layer.weight.data() + first * layer.inputs + input * kOutputs);
  }
};

template <std::int64_t kTileRows>
void run_tile(const LinearTile& tile) {
  const auto [inputs, outputs] = std::pair(tile.layer.inputs, tile.layer.outputs);
  std::array<Lanes, static_cast<std::size_t>(kTileRows)> sums;
  sums.fill(Lanes::Zero());
  for (std::int64_t input = 0; input < inputs; ++input) {
    const Lanes weight = tile.weight(input);
    const float* x = tile.x + input;
    for (Lanes& sum : sums) {
      sum += *x * weight;
      x += inputs;
    }
  }
  const Eigen::Map<const Lanes> bias(tile.layer.bias.data() + tile.first);
  const std::int64_t count = std::min(kOutputs, outputs - tile.first);
  float* y = tile.y + tile.first;
  for (Lanes& sum : sums) {
    sum += bias;
    std::copy_n(sum.data(), count, y);
    y += outputs;
  }
}

}  // namespace

LinearPanels linear_panels(std::span<const float> weight, std::span<const float> bias,
                           std::int64_t inputs, std::int64_t outputs) {
  const std::int64_t lanes = (outputs + kOutputs - 1) / kOutputs * kOutputs;
  LinearPanels layer{inputs, outputs, {}, {bias.begin(), bias.end()}};
  layer.bias.resize(static_cast<std::size_t>(lanes), 0.0F);
  layer.weight.resize(static_cast<std::size_t>(lanes * inputs), 0.0F);
  for (std::int64_t output = 0; output < outputs; ++output) {
    const std::int64_t lane = output % kOutputs;
    for (std::int64_t input = 0; input < inputs; ++input) {
      layer.weight[static_cast<std::size_t>((output - lane) * inputs + input * kOutputs + lane)] =
          weight[static_cast<std::size_t>(output * inputs + input)];
    }
  }
  return layer;
}

void linear_rows(const LinearPanels& layer, std::span<const float> x, std::span<float> y) {
  if (layer.outputs == 0) return;
  const std::int64_t rows = static_cast<std::int64_t>(y.size()) / layer.outputs;
  // The outer loop runs over panels: a panel stays in the processor's first-level cache.
  for (std::int64_t first = 0; first < layer.outputs; first += kOutputs) {
    const auto tile = [&](std::int64_t row) {
      return LinearTile{layer, first, x.data() + row * layer.inputs,
                        y.data() + row * layer.outputs};
    };
    std::int64_t row = 0;
    for (; row + kRows <= rows; row += kRows) run_tile<kRows>(tile(row));
    for (; row < rows; ++row) run_tile<1>(tile(row));
  }
}

}  // namespace normscope::kernels
