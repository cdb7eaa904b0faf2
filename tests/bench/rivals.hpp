// SPDX-License-Identifier: MIT
// What our operations are measured against: oneDNN in this process, PyTorch in another one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace normscope::bench {

/// One measurement: an operation on a matrix.
struct Case {
  std::string operation;  // "layer_norm", "softmax", "softmax_dim0"
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  int threads = 1;

  std::size_t size() const { return static_cast<std::size_t>(rows * columns); }
};

/// A call that computes the case by oneDNN from x to y, which outlive it; empty where this build
/// has no oneDNN.
std::function<void()> onednn(const Case& what, std::span<float> x, std::span<float> y);

/// The median seconds of the case in PyTorch; empty where python3 has no torch.
std::optional<double> torch_seconds(const Case& what);

/// The sentences about rivals that are missing here, one a line.
std::string missing_rivals();

}  // namespace normscope::bench
