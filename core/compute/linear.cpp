// SPDX-License-Identifier: MIT
#include "core/compute/linear.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/base/parallel.hpp"
#include "core/compute/steps.hpp"
#include "core/kernels/linear_rows.hpp"
#include "core/ops/linear.hpp"

namespace normscope::compute {
namespace {

// Elements of a piece of work, of the input or the output: 256 KiB stay in a processor's second
// cache while panel after panel goes over them.
constexpr std::int64_t kPieceElements = std::int64_t{1} << 16;

}  // namespace

base::Expected<tensor::Tensor> linear(const tensor::Tensor& x, const tensor::Tensor& weight,
                                      const tensor::Tensor* bias, const Control& control) {
  const auto shape =
      ops::linear_shape(x.shape(), weight.shape(), bias == nullptr ? nullptr : &bias->shape());
  if (!shape) return tl::unexpected(shape.error());
  auto result = tensor::Tensor::full(*shape, 0.0F);
  if (!result || result->size() == 0) return result;

  const auto out = static_cast<std::size_t>(weight.shape()[0]);
  const auto in = static_cast<std::size_t>(weight.shape()[1]);
  const auto panels = kernels::linear_panels(
      weight.values(), bias == nullptr ? std::span<const float>{} : bias->values(),
      weight.shape()[1], weight.shape()[0]);
  const std::int64_t rows = result->size() / weight.shape()[0];
  Steps steps(control, rows);
  const std::int64_t widest = std::max(weight.shape()[0], weight.shape()[1]);
  base::parallel_for(rows, kPieceElements / widest, control.threads,
                     [&](std::int64_t begin, std::int64_t end) {
                       if (steps.stopped()) return;
                       const auto first = static_cast<std::size_t>(begin);
                       const auto count = static_cast<std::size_t>(end - begin);
                       kernels::linear_rows(panels, x.values().subspan(first * in, count * in),
                                            result->values().subspan(first * out, count * out));
                       steps.done(end - begin);
                     });
  if (control.stop.stop_requested()) return cancelled();
  return result;
}

}  // namespace normscope::compute
