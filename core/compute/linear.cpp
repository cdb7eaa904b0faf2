// SPDX-License-Identifier: MIT
#include "core/compute/linear.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/compute/pieces.hpp"
#include "core/compute/progress.hpp"
#include "core/kernels/linear_rows.hpp"
#include "core/ops/linear.hpp"
#include "core/text/translate.hpp"

namespace normscope::compute {
namespace {

// Fewest rows of a piece of work: several tiles, however wide a row is.
constexpr std::int64_t kLeastRows = 16;

void run_rows(const tensor::Tensor& x, const tensor::Tensor& weight, std::span<const float> bias,
              tensor::Tensor& y, const Control& control) {
  const std::int64_t outputs = weight.shape()[0];
  const std::int64_t inputs = weight.shape()[1];
  const auto panels = kernels::linear_panels(weight.values(), bias, inputs, outputs);
  const std::int64_t rows = y.size() / outputs;
  Progress progress(control, rows);
  const auto rows_of = [](auto values, std::int64_t begin, std::int64_t end, std::int64_t size) {
    return values.subspan(static_cast<std::size_t>(begin * size),
                          static_cast<std::size_t>((end - begin) * size));
  };
  const auto piece = [&](std::int64_t begin, std::int64_t end) {
    if (progress.stopped()) return;
    kernels::linear_rows(panels, rows_of(x.values(), begin, end, inputs),
                         rows_of(y.values(), begin, end, outputs));
    progress.done(end - begin);
  };
  const std::int64_t grain = std::max(kPieceElements / std::max(inputs, outputs), kLeastRows);
  base::parallel_for(rows, grain, control.threads, piece);
}

}  // namespace

base::Expected<tensor::Tensor> linear(const tensor::Tensor& x, const tensor::Tensor& weight,
                                      const tensor::Tensor* bias, const Control& control) {
  const auto shape =
      ops::linear_shape(x.shape(), weight.shape(), bias == nullptr ? nullptr : &bias->shape());
  if (!shape) return tl::unexpected(shape.error());
  auto result = tensor::Tensor::unfilled(*shape);
  if (!result || result->size() == 0) return result;
  return base::within_memory(
      text::tr_later("a linear layer"), [&]() -> base::Expected<tensor::Tensor> {
        run_rows(x, weight, bias == nullptr ? std::span<const float>{} : bias->values(), *result,
                 control);
        if (control.stop.stop_requested()) return cancelled();
        return *std::move(result);
      });
}

}  // namespace normscope::compute
