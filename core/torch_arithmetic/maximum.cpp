// SPDX-License-Identifier: MIT
// See maximum.hpp.
#include "core/torch_arithmetic/maximum.hpp"

#include <limits>
#include <utility>
#include <vector>

#include "core/torch_arithmetic/lanes.hpp"
#include "core/torch_arithmetic/loop.hpp"

namespace normscope::torch_arithmetic {
namespace {

constexpr std::int64_t kVectors = 4;  // that are reduced side by side
constexpr std::int64_t kWide = kVectors * kLanes;

void take(float& result, float x) {
  result = scalar_maximum(result, x);
}

// A contiguous run into one result.
void take_row(float& result, const float* x, std::int64_t size) {
  const std::int64_t whole = size / kWide * kWide;
  if (whole > 0) {
    std::array<Lanes, kVectors> running;
    for (std::int64_t at = 0; at < whole; at += kWide) {
      for (std::int64_t v = 0; v < kVectors; ++v) {
        Lanes& lanes = running[static_cast<std::size_t>(v)];
        const Lanes next = Lanes::load(x + at + v * kLanes);
        lanes = at == 0 ? next : zip(lanes, next, vector_maximum);
      }
    }
    const Lanes all = zip(zip(running[0], running[1], vector_maximum),
                          zip(running[2], running[3], vector_maximum), vector_maximum);
    float largest = all[0];
    for (std::int64_t i = 1; i < kLanes; ++i) take(largest, all[i]);
    take(result, largest);
  }
  for (std::int64_t i = whole; i < size; ++i) take(result, x[i]);
}

// Neighbouring columns: in whole blocks of 32 by vectors, the rest one by one.
void take_columns(float* result, const float* x, const LoopDimension& reduced,
                  std::int64_t columns) {
  const std::int64_t blocks = columns / kWide * kWide;
  for (std::int64_t j = 0; j < columns; ++j) {
    const float* column = x + j;
    if (j < blocks) {
      float largest = column[0];
      for (std::int64_t i = 1; i < reduced.size; ++i) {
        largest = vector_maximum(largest, column[i * reduced.input_stride]);
      }
      result[j] = vector_maximum(largest, result[j]);
    } else {
      for (std::int64_t i = 0; i < reduced.size; ++i) {
        take(result[j], column[i * reduced.input_stride]);
      }
    }
  }
}

void take_plane(float* result, const float* x, const LoopDimension& inner,
                const LoopDimension& outer) {
  if (inner.output_stride == 0 && inner.input_stride == 1) {
    for (std::int64_t j = 0; j < outer.size; ++j) {
      take_row(result[j * outer.output_stride], x + j * outer.input_stride, inner.size);
    }
  } else if (inner.output_stride == 0 && outer.output_stride == 1 && outer.input_stride == 1) {
    take_columns(result, x, inner, outer.size);
  } else {
    for (std::int64_t j = 0; j < outer.size; ++j) {
      for (std::int64_t i = 0; i < inner.size; ++i) {
        take(result[j * outer.output_stride + i * inner.output_stride],
             x[j * outer.input_stride + i * inner.input_stride]);
      }
    }
  }
}

}  // namespace

tensor::Tensor amax(const View& x, Dimensions dims, bool keepdim) {
  tensor::Shape shape = reduced_shape(x.shape, dims, keepdim);
  std::vector<float> values(static_cast<std::size_t>(tensor::product(shape)),
                            -std::numeric_limits<float>::infinity());
  if (x.size() != 0) {
    const Loop loop = reduction_loop(x, dims);
    for_each_outer(loop, 2, [&](std::int64_t input, std::int64_t output) {
      take_plane(values.data() + output, x.values.data() + input, loop[0], loop[1]);
    });
  }
  return *tensor::Tensor::from_values(std::move(shape), std::move(values));
}

float maximum(std::span<const float> row) {
  return reduce_row(
      row, [](float x) { return x; }, vector_maximum);
}

}  // namespace normscope::torch_arithmetic
