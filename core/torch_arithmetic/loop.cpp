// SPDX-License-Identifier: MIT
// See loop.hpp. Facts from the TensorIterator of PyTorch 2.6.
#include "core/torch_arithmetic/loop.hpp"

namespace normscope::torch_arithmetic {
namespace {

std::vector<bool> reduced_mask(std::size_t rank, Dimensions dims) {
  std::vector<bool> mask(rank, dims.empty());
  for (const std::size_t dim : dims) mask[dim] = true;
  return mask;
}

enum class Order : std::uint8_t { kKeep, kSwap, kUndecided };

// The order of two dimensions by the strides of one operand: keep `inner` inside `outer`, or swap.
Order order_by_stride(std::int64_t inner, std::int64_t outer, std::int64_t inner_size,
                      std::int64_t outer_size) {
  if (inner == 0 || outer == 0) return Order::kUndecided;
  if (inner != outer) return inner < outer ? Order::kKeep : Order::kSwap;
  return inner_size > outer_size ? Order::kSwap : Order::kUndecided;
}

}  // namespace

std::vector<std::size_t> loop_order(const tensor::Shape& shape,
                                    std::span<const std::vector<std::int64_t>> strides, Walk walk) {
  const std::size_t rank = shape.size();
  std::vector<std::size_t> order(rank);
  for (std::size_t i = 0; i < rank; ++i) order[i] = rank - 1 - i;
  const auto order_of = [&](std::size_t inner, std::size_t outer) {
    if (walk == Walk::kReduction) {
      const auto& output = strides.front();
      if ((output[inner] == 0) != (output[outer] == 0)) {
        return output[outer] == 0 ? Order::kSwap : Order::kKeep;
      }
    }
    for (const auto& operand : strides) {
      const Order decided =
          order_by_stride(operand[inner], operand[outer], shape[inner], shape[outer]);
      if (decided != Order::kUndecided) return decided;
    }
    return Order::kUndecided;
  };
  // PyTorch's insertion sort, which skips undecided pairs: these have no total order, so the result
  // depends on the exact steps.
  for (std::size_t i = 1; i < rank; ++i) {
    std::size_t moving = i;
    for (std::size_t inner = i; inner-- > 0;) {
      const Order decided = order_of(order[inner], order[moving]);
      if (decided == Order::kKeep) break;
      if (decided == Order::kSwap) {
        std::swap(order[inner], order[moving]);
        moving = inner;
      }
    }
  }
  return order;
}

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

ReductionLoop reduction_loop(const tensor::Shape& shape, const std::vector<std::int64_t>& strides,
                             Dimensions dims) {
  const std::vector<bool> reduced = reduced_mask(shape.size(), dims);
  std::vector<std::int64_t> output = contiguous_strides(reduced_shape(shape, dims, true));
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (reduced[d]) output[d] = 0;
  }
  return loops_over<2>(shape, {output, strides}, Walk::kReduction, 2);
}

}  // namespace normscope::torch_arithmetic
