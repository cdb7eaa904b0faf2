// SPDX-License-Identifier: MIT
#include "app/results/hand_written/builtin.hpp"

#include <span>
#include <utility>

#include "core/base/memory.hpp"
#include "core/ops/norm_options.hpp"
#include "core/text/translate.hpp"
#include "core/torch_arithmetic/norms.hpp"
#include "core/torch_arithmetic/softmax.hpp"
#include "core/trace/trace.hpp"

namespace normscope::results {

using compute::Request;
using tensor::Tensor;

namespace {

base::Error no_function() {
  return {base::ErrorKind::kUnsupported, tr("PyTorch has no function for this variant"),
          tr("compare it step by step")};
}

Expected<Tensor> norm_output(const Request& request, const ops::NormPlan& plan) {
  const ops::NormOptions& options = plan.options;
  if (!ops::is_torch_norm(options)) return tl::unexpected(no_function());
  const auto of = [](const trace::TensorRef& values) {
    return values ? values->values() : std::span<const float>{};
  };
  const torch_arithmetic::Affine affine{of(request.gamma), of(request.beta)};
  const Tensor& x = *request.x;
  switch (options.kind) {
    case ops::Normalization::kLayerNorm: {
      const std::size_t trailing =
          options.normalized_shape.empty() ? 1 : options.normalized_shape.size();
      return torch_arithmetic::layer_norm(x, trailing, affine, options.epsilon).output;
    }
    case ops::Normalization::kBatchNorm:
      if (options.running) {
        return torch_arithmetic::batch_norm(x, affine, of(request.running.mean),
                                            of(request.running.variance), options.epsilon);
      }
      return torch_arithmetic::batch_norm(x, affine, options.epsilon).output;
    case ops::Normalization::kInstanceNorm:
      return torch_arithmetic::instance_norm(x, affine, options.epsilon).output;
    case ops::Normalization::kGroupNorm:
      return torch_arithmetic::group_norm(x, options.groups, affine, options.epsilon).output;
    case ops::Normalization::kRmsNorm:
      break;
  }
  return tl::unexpected(no_function());
}

Expected<Tensor> softmax_output(const Request& request, const ops::SoftmaxPlan& plan) {
  const ops::SoftmaxOptions& options = plan.options;
  if (options.algorithm == ops::SoftmaxAlgorithm::kNaive || options.has_sink()) {
    return tl::unexpected(no_function());
  }
  Tensor logits = *request.x;
  if (options.temperature != 1) {
    const auto temperature = static_cast<float>(options.temperature);
    for (float& value : logits.values()) value /= temperature;
  }
  if (options.has_length_scale()) {
    const auto factor = static_cast<float>(ops::length_factor(options, plan.groups.size));
    for (float& value : logits.values()) value *= factor;
  }
  const auto rank = static_cast<std::int64_t>(logits.rank());
  const auto dim = static_cast<std::size_t>(options.dim < 0 ? options.dim + rank : options.dim);
  return options.log ? torch_arithmetic::log_softmax(std::move(logits), dim)
                     : torch_arithmetic::softmax(std::move(logits), dim);
}

}  // namespace

Expected<Tensor> builtin_output(const Request& request) {
  const auto plan = compute::plan_request(request);
  if (!plan) return tl::unexpected(plan.error());
  const auto bytes = static_cast<std::uint64_t>(request.x->size()) * 2 * sizeof(float);
  if (const auto fits = base::check_memory(bytes, text::tr_later("PyTorch's output")); !fits) {
    return tl::unexpected(fits.error());
  }
  // A scalar has no dimension that PyTorch would normalize over.
  if (request.x->rank() == 0) return tl::unexpected(no_function());
  if (const auto* norm = std::get_if<ops::NormPlan>(&*plan)) return norm_output(request, *norm);
  if (const auto* softmax = std::get_if<ops::SoftmaxPlan>(&*plan)) {
    return softmax_output(request, *softmax);
  }
  return tl::unexpected(no_function());
}

}  // namespace normscope::results
