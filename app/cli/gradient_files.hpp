// SPDX-License-Identifier: MIT
// The backward pass of `compute`: from a file of the gradient of the output to files of the
// gradients of the input, the weight and the bias.
#pragma once

#include <memory>

#include "app/cli/compute_options.hpp"
#include "app/cli/failure.hpp"

namespace normscope::cli {

/// Whether files of a backward pass are given without what it begins with.
/// errors  wrong usage: they are
OrFailure<void> check_gradient(const GradientFiles& files);

/// Reads the gradient of the output; one with nan is noted, and integers in it or in the input.
/// errors  as read_input
OrFailure<tensor::Tensor> read_gradient(const ComputeOptions& options, const Console& console);

/// Writes the gradient of the input.
/// errors  as io::write_tensors
OrFailure<void> write_input_gradient(const GradientFiles& files, const tensor::Tensor& dx,
                                     const Console& console);

/// Computes and writes the gradients of a request.
/// errors  as read_gradient, viewed and gradients_viewed, and as io::write_tensors
OrFailure<compute::Gradients> write_gradients(const ComputeOptions& options,
                                              const ViewedRequest& request, const Console& console);

}  // namespace normscope::cli
