// SPDX-License-Identifier: MIT
// Where nothing explains an output: what comes near, and what explains all its numbers but a few,
// which somebody may have changed by hand or computed from another input.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/variants/explain/evidence.hpp"
#include "core/variants/explain/explain.hpp"
#include "core/variants/explain/explain_tolerance.hpp"

namespace normscope::variants {

/// Presets, norms and softmaxes with PyTorch's options, without gamma and beta, by their largest
/// error on a sample.
std::vector<Explanation> nearest(const std::shared_ptr<const tensor::Tensor>& x,
                                 const tensor::Tensor& y, const Plainly& plainly,
                                 const Allowance& allowance);

/// The operation with usual options that leaves the fewest bits to say, when each exception is said
/// on its own: at most an eighth of the numbers, and a third of the rows or columns. Nothing where
/// it saves too few bits, or where the input is large.
/// shape   x and y the same
std::optional<Suspicion> suspect(const std::shared_ptr<const tensor::Tensor>& x,
                                 const tensor::Tensor& y, const Plainly& plainly,
                                 const Allowance& allowance);

}  // namespace normscope::variants
