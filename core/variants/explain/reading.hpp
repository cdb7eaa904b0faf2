// SPDX-License-Identifier: MIT
// Other ways to read x and y, so that what is searched for one dimension, without a mask and with
// the channels second, is found over several dimensions, with a mask and with the channels last.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/compute/compute.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::variants {

struct Reading {
  std::shared_ptr<const tensor::Tensor> x;
  std::shared_ptr<const tensor::Tensor> y;
  std::shared_ptr<const tensor::Tensor> gamma{};  // of norms, given; null: none
  std::string kind{};                             // as Explanation::kind
  bool norms = true;
  bool softmaxes = true;
  bool channels_only = false;           // no norms that have no channels
  double cost = 0;                      // bits, of what the reading takes from y
  std::optional<std::int64_t> dim{};    // of softmaxes: no other
  std::string_view sentence{};          // of the operation's {words}; empty: they alone
  std::string over{};                   // what stands for their dimension
  std::optional<std::string> option{};  // for compute; empty: compute has no such thing

  /// Of an operation on this reading: its words, and its arguments for compute.
  std::string words(const compute::Operation& operation) const;
  std::string arguments(const compute::Operation& operation) const;
};

/// x and y as they are.
Reading plain_reading(const tensor::Tensor& x, const tensor::Tensor& y);

/// Softmax over several dimensions, causal, masked where y is 0, and of a softmax; norms of
/// channels that are last. Each is made when it is asked for.
/// shape   x and y the same; they must outlive the readings
std::vector<std::function<Reading()>> other_readings(const tensor::Tensor& x,
                                                     const tensor::Tensor& y);

}  // namespace normscope::variants
