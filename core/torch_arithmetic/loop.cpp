// SPDX-License-Identifier: MIT
// See loop.hpp. Facts from the TensorIterator of PyTorch 1.13.
#include "core/torch_arithmetic/loop.hpp"

#include <algorithm>
#include <utility>

namespace normscope::torch_arithmetic {
namespace {

std::vector<bool> reduced_mask(std::size_t rank, Dimensions dims) {
  std::vector<bool> mask(rank, dims.empty());
  for (const std::size_t dim : dims) mask[dim] = true;
  return mask;
}

enum class Order { kKeep, kSwap, kUndecided };

// Whether `inner` may stay inside of `outer` when one operand's strides decide.
Order order_by_stride(std::int64_t inner, std::int64_t outer, std::int64_t inner_size,
                      std::int64_t outer_size) {
  if (inner == 0 || outer == 0) return Order::kUndecided;
  if (inner != outer) return inner < outer ? Order::kKeep : Order::kSwap;
  return inner_size > outer_size ? Order::kSwap : Order::kUndecided;
}

Order order_of(const LoopDimension& inner, const LoopDimension& outer, bool has_output) {
  if (has_output) {
    if ((inner.output_stride == 0) != (outer.output_stride == 0)) {
      return outer.output_stride == 0 ? Order::kSwap : Order::kKeep;
    }
    const Order order =
        order_by_stride(inner.output_stride, outer.output_stride, inner.size, outer.size);
    if (order != Order::kUndecided) return order;
  }
  return order_by_stride(inner.input_stride, outer.input_stride, inner.size, outer.size);
}

// An insertion sort that steps over undecided pairs: no total order exists, so the very steps
// count.
void sort_levels(Loop& loop, bool has_output) {
  for (std::size_t i = 1; i < loop.size(); ++i) {
    std::size_t moving = i;
    for (std::size_t inner = i; inner-- > 0;) {
      const Order order = order_of(loop[inner], loop[moving], has_output);
      if (order == Order::kKeep) break;
      if (order == Order::kSwap) {
        std::swap(loop[inner], loop[moving]);
        moving = inner;
      }
    }
  }
}

bool continues(const LoopDimension& inner, const LoopDimension& outer) {
  return inner.size == 1 || outer.size == 1 ||
         (inner.size * inner.input_stride == outer.input_stride &&
          inner.size * inner.output_stride == outer.output_stride);
}

Loop merged(const Loop& loop) {
  Loop result;
  for (const LoopDimension& level : loop) {
    if (result.empty() || !continues(result.back(), level)) {
      result.push_back(level);
    } else if (result.back().size == 1) {
      result.back() = level;
    } else {
      result.back().size *= level.size;
    }
  }
  result.resize(std::max<std::size_t>(result.size(), 2));
  return result;
}

}  // namespace

tensor::Shape reduced_shape(const tensor::Shape& shape, Dimensions dims, bool keepdim) {
  const std::vector<bool> reduced = reduced_mask(shape.size(), dims);
  tensor::Shape result;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (!reduced[d]) {
      result.push_back(shape[d]);
    } else if (keepdim) {
      result.push_back(1);
    }
  }
  return result;
}

Loop reduction_loop(const tensor::Shape& shape, const std::vector<std::int64_t>& strides,
                    Dimensions dims) {
  const std::vector<bool> reduced = reduced_mask(shape.size(), dims);
  const std::vector<std::int64_t> output = contiguous_strides(reduced_shape(shape, dims, true));
  Loop loop;
  for (std::size_t d = shape.size(); d-- > 0;) {
    loop.push_back({shape[d], strides[d], reduced[d] ? 0 : output[d]});
  }
  sort_levels(loop, true);
  return merged(loop);
}

Loop elements_loop(const tensor::Shape& shape, const std::vector<std::int64_t>& strides) {
  Loop loop;
  for (std::size_t d = shape.size(); d-- > 0;) loop.push_back({shape[d], strides[d], 0});
  sort_levels(loop, false);
  // Without an output its strides must not keep levels apart: all are 0, which always continues.
  return merged(loop);
}

}  // namespace normscope::torch_arithmetic
