// SPDX-License-Identifier: MIT
// See walk.hpp.
#include "app/notebook/arrays/walk.hpp"

#include <algorithm>
#include <numeric>

namespace normscope::notebook::arrays {

void advance(const Shape& shape, const Shape& strides, Shape& index, std::int64_t& at) {
  std::size_t d = shape.size();
  while (d > 0) {
    --d;
    at += strides[d];
    if (++index[d] < shape[d]) break;
    at -= shape[d] * strides[d];
    index[d] = 0;
  }
}

Expected<Shape> broadcast(const Shape& a, const Shape& b) {
  Shape shape(std::max(a.size(), b.size()));
  for (std::size_t i = 1; i <= shape.size(); ++i) {
    const std::int64_t first = i <= a.size() ? a[a.size() - i] : 1;
    const std::int64_t second = i <= b.size() ? b[b.size() - i] : 1;
    if (first != second && first != 1 && second != 1) {
      return runtime_error(
          "The size of tensor a ({}) must match the size of tensor b ({}) at non-singleton "
          "dimension {}",
          first, second, shape.size() - i);
    }
    shape[shape.size() - i] = first == 1 ? second : first;
  }
  return shape;
}

Shape expanded_strides(const Array& x, const Shape& shape) {
  Shape strides(shape.size(), 0);
  const std::size_t missing = shape.size() - x.rank();
  for (std::size_t d = 0; d < x.rank(); ++d) {
    strides[missing + d] = x.shape[d] == 1 && shape[missing + d] != 1 ? 0 : x.strides[d];
  }
  return strides;
}

bool is_dense(const Array& x) {
  std::vector<std::size_t> order(x.rank());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t d) { return x.strides[d]; });
  return x.lies_in(order);
}

Shape elementwise_strides(const Shape& shape, std::initializer_list<const Array*> inputs) {
  const auto as_whole = [&](const Array* x) { return x->shape == shape; };
  if (std::ranges::all_of(inputs, as_whole)) {
    const Array& first = **inputs.begin();
    if (std::ranges::all_of(inputs, &Array::is_contiguous)) return contiguous_strides(shape);
    const auto same = [&](const Array* x) { return x->strides == first.strides; };
    if (is_dense(first) && std::ranges::all_of(inputs, same)) return first.strides;
  }
  std::vector<Shape> strides;
  strides.reserve(inputs.size());
  for (const Array* x : inputs) strides.push_back(expanded_strides(*x, shape));
  const std::vector<std::size_t> order = ta::loop_order(shape, strides, ta::Walk::kElements);
  Shape result(shape.size());
  std::int64_t stride = 1;
  for (const std::size_t d : order) {
    result[d] = stride;
    stride *= std::max<std::int64_t>(shape[d], 1);
  }
  return result;
}

template <std::size_t N>
void for_each_piece(const Array& out, const std::array<const Array*, N - 1>& inputs,
                    std::int64_t vector_step, const std::function<void(const Piece<N>&)>& body) {
  std::array<Shape, N> strides{out.strides};
  for (std::size_t k = 1; k < N; ++k) strides[k] = expanded_strides(*inputs[k - 1], out.shape);
  ta::for_each_run(ta::loops_over<N>(out.shape, strides), [&](const auto& at, std::int64_t count,
                                                              const auto& step) {
    bool contiguous = step[0] == 1;
    bool moves = false;
    for (std::size_t k = 1; k < N; ++k) {
      contiguous = contiguous && (step[k] == 0 || step[k] == 1);
      moves = moves || step[k] == 1;
    }
    const std::int64_t whole = contiguous && moves ? count / vector_step * vector_step : 0;
    in_pieces(out, count, [&](std::int64_t first, std::int64_t last) {
      Piece<N> piece{at, std::clamp(whole, first, last) - first, last - first, step};
      for (std::size_t k = 0; k < N; ++k) piece.at[k] += first * step[k];
      body(piece);
    });
  });
}
template void for_each_piece(const Array&, const std::array<const Array*, 1>&, std::int64_t,
                             const std::function<void(const Piece<2>&)>&);
template void for_each_piece(const Array&, const std::array<const Array*, 2>&, std::int64_t,
                             const std::function<void(const Piece<3>&)>&);
template void for_each_piece(const Array&, const std::array<const Array*, 3>&, std::int64_t,
                             const std::function<void(const Piece<4>&)>&);

}  // namespace normscope::notebook::arrays
