// SPDX-License-Identifier: MIT
// The errors of a result against the reference: of the groups that every evaluation checks, and of
// every value for the figure backend-error.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "app/document/document.hpp"
#include "app/results/evaluation.hpp"
#include "core/base/error.hpp"

namespace normscope::results {

/// The document's operation on these activations, as a request to a device.
compute::Request operation_request(const document::Document& document,
                                   std::shared_ptr<const tensor::Tensor> activations);

/// Groups that are compared with the reference in batches above base::kWholeStepElements elements:
/// enough to reveal a wrong kernel, and 256 rows of a thousand numbers take a few milliseconds.
inline constexpr std::int64_t kCheckedGroups = 256;
/// Of long groups fewer, so that they have about so many elements: also some milliseconds.
inline constexpr std::int64_t kCheckedElements = std::int64_t{1} << 21;

/// The groups that are compared with the reference: all, or some spread evenly, at least one.
std::vector<std::int64_t> groups_to_check(std::int64_t groups, std::int64_t elements);

/// The largest of some errors; the first of equal ones.
compute::OutputError largest_error(std::span<const compute::OutputError> errors);

/// The error of one group of an evaluation's result.
compute::OutputError group_error(const compute::Plan& plan, const compute::Request& request,
                                 std::span<const float> y, std::int64_t group);

/// The errors of a result, in the order of its values.
/// shape   as the result
/// units   ULPs of max(1, |reference|)
/// errors  as compute::plan_request and compute::output_errors; InvalidArgument: the evaluation has
///         no result
base::Expected<std::vector<float>> errors_of(const document::Document& document,
                                             const Evaluation& evaluation);

}  // namespace normscope::results
