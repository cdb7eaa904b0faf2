// SPDX-License-Identifier: MIT
#include "core/trace/operations.hpp"

#include <utility>

#include "core/ops/linear.hpp"
#include "core/trace/builder.hpp"

namespace normscope::trace {

using base::Expected;
using tensor::Tensor;

Expected<Trace> trace_linear(const TensorRef& x, const TensorRef& weight, const TensorRef& bias) {
  const auto shape =
      ops::linear_shape(x->shape(), weight->shape(), bias ? &bias->shape() : nullptr);
  if (!shape) return tl::unexpected(shape.error());
  // Groups are the rows of the result: its last dimension has one bias an element.
  Builder builder(x, tensor::trailing_groups(*shape, 1));
  builder.parts().weight = weight;
  const auto weights = weight->values();
  for (std::size_t at = 0; at < weights.size(); ++at) {
    if (weights[at] != 0.0F) continue;
    builder.parts().zero_weights.push_back(static_cast<std::int64_t>(at));
  }
  builder.parts().beta = bias;
  const bool biased = bias != nullptr;
  const int product =
      builder.add_shaped({biased ? "product" : "output", biased ? "x W^\\top" : "y", "x W^\\top"},
                         *shape, Primitive::kMatrixProduct, Builder::kInput);
  if (biased) builder.add({"output", "y", "x W^\\top + b"}, Primitive::kAddBeta, product);
  return std::move(builder).finish();
}

Trace trace_relu(const TensorRef& x) {
  Builder builder(x, tensor::whole_group(x->shape()));
  builder.add({"output", "y", "\\max(x, 0)"}, Primitive::kRectify, Builder::kInput);
  return std::move(builder).finish();
}

}  // namespace normscope::trace
