// SPDX-License-Identifier: MIT
#include "tests/property/inputs.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/base/ulp.hpp"
#include "tests/support/support.hpp"

namespace normscope::property {

using tensor::Shape;
using tensor::Tensor;

rc::Gen<float> on_grid(int limit) {
  const int steps = limit * 1024;
  return rc::gen::map(rc::gen::inRange(1 - steps, steps),
                      [](int k) { return static_cast<float>(k) * kStep; });
}

rc::Gen<std::vector<float>> row(std::size_t size) {
  return rc::gen::container<std::vector<float>>(size, on_grid(4));
}

rc::Gen<Tensor> filled(const Shape& shape) {
  return rc::gen::map(
      row(static_cast<std::size_t>(tensor::product(shape))),
      [shape](std::vector<float> values) { return testing::make(shape, std::move(values)); });
}

rc::Gen<Tensor> matrix() {
  const auto shape = rc::gen::construct<Shape>(rc::gen::inRange<std::int64_t>(1, 6),
                                               rc::gen::inRange<std::int64_t>(2, 41));
  return rc::gen::mapcat(shape, filled);
}

rc::Gen<Tensor> batch() {
  const auto shape = rc::gen::map(
      rc::gen::tuple(rc::gen::inRange<std::int64_t>(1, 5), rc::gen::inRange<std::int64_t>(1, 7),
                     rc::gen::inRange<std::int64_t>(1, 9)),
      [](const std::tuple<std::int64_t, std::int64_t, std::int64_t>& sizes) {
        return Shape{std::get<0>(sizes), std::get<1>(sizes), std::get<2>(sizes)};
      });
  return rc::gen::mapcat(shape, filled);
}

Tensor run(const compute::Operation& operation, const Tensor& x, const Tensor* gamma,
           const Tensor* beta) {
  const auto share = [](const Tensor* t) {
    return t == nullptr ? nullptr : std::make_shared<const Tensor>(*t);
  };
  compute::Settings settings;
  settings.device = compute::Device::kCpu;
  settings.threads = 1;
  return NORMSCOPE_VALUE_OR_FAIL(compute::compute(compute::make_backends(),
                                                  {operation, share(&x), share(gamma), share(beta)},
                                                  settings))
      .y;
}

bool same_bits(const Tensor& a, const Tensor& b) {
  return std::ranges::equal(a.values(), b.values(), [](float u, float v) {
    return std::bit_cast<std::uint32_t>(u) == std::bit_cast<std::uint32_t>(v);
  });
}

double largest_difference(const Tensor& a, const Tensor& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.values().size(); ++i) {
    largest = std::max(largest, base::ulp_error(a.values()[i], double{b.values()[i]}));
  }
  return largest;
}

}  // namespace normscope::property
