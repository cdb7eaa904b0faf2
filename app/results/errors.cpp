// SPDX-License-Identifier: MIT
#include "app/results/errors.hpp"

#include <utility>

namespace normscope::results {

using document::Document;
using TensorRef = std::shared_ptr<const tensor::Tensor>;

namespace {

std::span<const float> values_of(const TensorRef& values) {
  return values ? values->values() : std::span<const float>{};
}

}  // namespace

compute::Request operation_request(const Document& document, TensorRef x) {
  if (document.subject == document::Subject::kSoftmax) return {document.softmax, std::move(x)};
  const auto& norm = document.norm;
  return {norm.effective(), std::move(x), norm.gamma.on ? norm.gamma.values.values() : nullptr,
          norm.beta.on ? norm.beta.values.values() : nullptr};
}

base::Expected<std::vector<float>> errors_of(const Document& document,
                                             const Evaluation& evaluation) {
  if (!evaluation.result) {
    return base::fail(base::ErrorKind::kInvalidArgument, "there is no result to compare");
  }
  const compute::Request request = operation_request(document, evaluation.activations);
  const auto plan = compute::plan_request(request);
  if (!plan) return tl::unexpected(plan.error());
  return compute::output_errors(*plan, request.x->values(), values_of(request.gamma),
                                values_of(request.beta), evaluation.result->y.values());
}

}  // namespace normscope::results
