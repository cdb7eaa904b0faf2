// SPDX-License-Identifier: MIT
// What `compute` does beside an operation over one dimension: several dimensions, channels in
// another place, masks. The input is seen with its dimensions in another order, and the result in
// the input's own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/failure.hpp"
#include "core/compute/compute.hpp"
#include "core/compute/gradient.hpp"

namespace normscope::cli {

/// The options, as they were given.
struct ViewOptions {
  std::vector<std::int64_t> dims{};           // more than one; empty: the operation's own
  std::optional<std::int64_t> channel_dim{};  // none: dimension 1
  std::string mask{};                         // a file; empty: none
  bool causal = false;

  bool masks() const { return causal || !mask.empty(); }
};

/// A request about a view of the input.
struct ViewedRequest {
  compute::Request request;              // of the input as it is seen
  std::optional<tensor::Tensor> mask{};  // as it is added, seen in the same way
  tensor::Shape seen{};                  // before dimensions were joined
  std::vector<std::size_t> order{};      // of the dimensions; empty: as they are
};

/// Sees the input of a request, which has no gamma and beta yet, as the options have it.
/// errors  wrong usage: options that contradict each other; InvalidArgument: a dimension that the
///         input does not have; as reading the files
OrFailure<ViewedRequest> viewed(const ViewOptions& options, const compute::Operation& operation,
                                tensor::Tensor x, const std::string& input);

/// Computes it; the result has the input's own order of dimensions.
/// errors  as compute::compute and compute_masked
base::Expected<compute::Result> compute_viewed(const ViewedRequest& viewed,
                                               const compute::Settings& settings);

/// The gradients of it for a gradient of its output that is seen as its input; that of the input
/// has the input's own order of dimensions.
/// errors  as compute::compute_gradient and compute_masked_gradient
base::Expected<compute::Gradients> gradients_viewed(const ViewedRequest& viewed,
                                                    std::shared_ptr<const tensor::Tensor> dy,
                                                    bool of_weight, bool of_bias,
                                                    const compute::Settings& settings);

}  // namespace normscope::cli
