// SPDX-License-Identifier: MIT
// Outputs to explain: computed by the cpu's kernels, rounded as print() rounds.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/compute/compute.hpp"
#include "core/variants/explain/explain.hpp"

namespace normscope::testing {

/// Standard normal numbers of a seed, times `scale`, plus `offset`.
tensor::Tensor normal(std::uint64_t seed, const tensor::Shape& shape, float scale = 1,
                      float offset = 0);

/// What the cpu computes; gamma and beta may be empty.
tensor::Tensor output_of(const compute::Operation& operation, const tensor::Tensor& x,
                         const std::shared_ptr<const tensor::Tensor>& gamma = {},
                         const std::shared_ptr<const tensor::Tensor>& beta = {});

std::shared_ptr<const tensor::Tensor> kept(tensor::Tensor tensor);

/// dx by the reference; gamma may be empty.
tensor::Tensor gradient_of(const compute::Operation& operation, const tensor::Tensor& x,
                           const tensor::Tensor& dy,
                           const std::shared_ptr<const tensor::Tensor>& gamma = {});

/// Each value as text with so many decimals, read again.
tensor::Tensor printed(const tensor::Tensor& values, int decimals);

variants::Explanations explained(const tensor::Tensor& x, const tensor::Tensor& y,
                                 const variants::Known& known = {});

/// How an answer names the operation that made y.
enum class Hit {
  kBest,        // as the best
  kRange,       // as the best, whose range has this epsilon or temperature
  kSame,        // among those that are the same on these data
  kOtherwise,   // explained by other operations only
  kUnexplained  // by nothing
};

/// Whether an explanation of this kind has these options, or these but for a number that its range
/// has.
bool covers(const variants::Explanation& explanation, std::string_view kind,
            const compute::Operation& truth);

Hit hit_of(const variants::Explanations& answer, const compute::Operation& truth);

/// The whole answer as text, for the message of a failed test.
std::string text_of(const variants::Explanations& answer);

}  // namespace normscope::testing
