// SPDX-License-Identifier: MIT
// How far every value of a result is from the reference: what the error figure shows.
#pragma once

#include <vector>

#include "app/document/document.hpp"
#include "app/results/evaluation.hpp"
#include "core/base/error.hpp"

namespace normscope::results {

/// What a document asks of a device, of what reaches the operation.
compute::Request operation_request(const document::Document& document,
                                   std::shared_ptr<const tensor::Tensor> activations);

/// The errors of a result, in the order of its values.
/// shape   as the result
/// units   ULPs of max(1, |reference|)
/// errors  as compute::plan_request and compute::output_errors; InvalidArgument: the evaluation has
///         no result
base::Expected<std::vector<float>> errors_of(const document::Document& document,
                                             const Evaluation& evaluation);

}  // namespace normscope::results
