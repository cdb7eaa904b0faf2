// SPDX-License-Identifier: MIT
// The errors of a result against the reference, for the figure backend-error.
#pragma once

#include <vector>

#include "app/document/document.hpp"
#include "app/results/evaluation.hpp"
#include "core/base/error.hpp"

namespace normscope::results {

/// The document's operation on these activations, as a request to a device.
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
