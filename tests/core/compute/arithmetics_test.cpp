// SPDX-License-Identifier: MIT
// The two named arithmetics against each other: `fast` (the cpu backend, sums in double) and
// `torch` (PyTorch's float32 built-ins, bit for bit). Both are float32 results of one formula, so
// they differ by PyTorch's rounding errors, whose bound follows from PyTorch's steps.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/compute/compute.hpp"
#include "core/random/distributions.hpp"
#include "core/torch_arithmetic/norms.hpp"
#include "core/torch_arithmetic/softmax.hpp"
#include "tests/support/support.hpp"

namespace normscope::compute {
namespace {

using tensor::Shape;
using tensor::Tensor;

constexpr double kRounding = 0x1p-24;  // the relative error of one float32 operation

Tensor normals(const Shape& shape, std::uint64_t seed, float scale, float offset) {
  random::Generator generator(seed);
  Tensor x = NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, shape));
  for (float& v : x.values()) v = v * scale + offset;
  return x;
}

Tensor fast(const Operation& operation, const Tensor& x, const Tensor* gamma = nullptr,
            const Tensor* beta = nullptr) {
  const auto share = [](const Tensor* t) {
    return t == nullptr ? nullptr : std::make_shared<const Tensor>(*t);
  };
  Settings settings;
  settings.device = Device::kCpu;
  return NORMSCOPE_VALUE_OR_FAIL(
             compute(make_backends(), {operation, share(&x), share(gamma), share(beta)}, settings))
      .y;
}

// The numbers of a row that the bound depends on.
struct Row {
  double n = 0;
  double farthest = 0;  // max |x| / sqrt(var + eps)
};

Row row_of(std::span<const float> x, double epsilon) {
  const auto n = static_cast<double>(x.size());
  double mean = 0;
  double squares = 0;
  double largest = 0;
  for (const float v : x) mean += static_cast<double>(v) / n;
  for (const float v : x) {
    squares += (static_cast<double>(v) - mean) * (static_cast<double>(v) - mean);
    largest = std::max(largest, std::abs(static_cast<double>(v)));
  }
  return {n, largest / std::sqrt(squares / n + epsilon)};
}

// PyTorch computes mean and variance by Welford's recurrence in eight lanes, in blocks of 16 steps
// that are merged in pairs: about 16 + log2(n) + 8 float32 steps. Each step may err by a rounding
// of max |x|, so the error of the mean is `steps` such roundings. The terms of the variance are
// products of two such differences, so its relative error is 4 steps (1 + farthest), and that of
// the standard deviation half as much. Then x rstd - mean rstd rounds two products of up to
// `farthest` and their difference.
double layer_norm_bound(const Row& row, double y) {
  const double steps = 16 + std::log2(row.n) + 8;
  const double mean = steps * row.farthest;
  const double root = 2 * steps * (1 + row.farthest) + 3;
  const double last = 2 * row.farthest + 1;
  const double once = y;  // the fast result's one rounding
  return kRounding * (mean + root * y + last + once);
}

TEST(Arithmetics, LayerNormsDifferByNoMoreThanTorchsRounding) {
  double worst = 0;
  for (const Shape& shape :
       {Shape{3, 2}, {5, 7}, {4, 8}, {3, 33}, {7, 128}, {5, 1000}, {2, 65537}}) {
    for (const float offset : {0.0F, 1.0F, 100.0F, 10000.0F}) {
      for (const float scale : {1.0F, 1e-3F, 1e3F}) {
        const Tensor x = normals(shape, 5, scale, offset * scale);
        const auto columns = static_cast<std::size_t>(shape[1]);
        const Tensor a = fast(ops::NormOptions{}, x);
        const Tensor b = torch_arithmetic::layer_norm(x, 1, {}, 1e-5).output;
        Row row;
        for (std::size_t at = 0; at < a.values().size(); ++at) {
          if (at % columns == 0) row = row_of(x.values().subspan(at, columns), 1e-5);
          const double y = std::abs(static_cast<double>(a.values()[at]));
          const double difference =
              std::abs(static_cast<double>(a.values()[at]) - static_cast<double>(b.values()[at]));
          const double bound = layer_norm_bound(row, y);
          ASSERT_LE(difference, bound) << tensor::shape_to_text(shape) << " offset " << offset
                                       << " scale " << scale << " at " << at;
          worst = std::max(worst, difference / bound);
        }
      }
    }
  }
  fmt::print("layer norm, fast against torch: at most {:.3f} of the bound\n", worst);
}

TEST(Arithmetics, GammaAndBetaScaleTheDifference) {
  const Shape shape{6, 40};
  const Tensor x = normals(shape, 6, 1, 10);
  const Tensor gamma = normals({40}, 7, 3, 0);
  const Tensor beta = normals({40}, 8, 1, 2);
  const Tensor plain = fast(ops::NormOptions{}, x);
  const Tensor a = fast(ops::NormOptions{}, x, &gamma, &beta);
  const Tensor b = torch_arithmetic::layer_norm(x, 1, {gamma.values(), beta.values()}, 1e-5).output;
  for (std::size_t at = 0; at < a.values().size(); ++at) {
    const Row row = row_of(x.values().subspan(at / 40 * 40, 40), 1e-5);
    const double y = std::abs(static_cast<double>(plain.values()[at]));
    const double scale = std::abs(static_cast<double>(gamma.values()[at % 40]));
    const double shift = std::abs(static_cast<double>(beta.values()[at % 40]));
    // Both round the product and the sum once more.
    const double bound = scale * layer_norm_bound(row, y) + 4 * kRounding * (scale * y + shift);
    EXPECT_NEAR(a.values()[at], b.values()[at], bound) << at;
  }
}

// In float32 PyTorch rounds x - max: an error of one rounding of |x - max| in the exponent. exp
// errs by one ULP, two roundings. At worst n terms are added one after the other, and the errors of
// the terms average to log(n) roundings (sum p |x - max| is the entropy of p less log of the sum).
double sum_bound(double n) {
  return n + 2 + std::log(n);
}

TEST(Arithmetics, SoftmaxesDifferByNoMoreThanTorchsRounding) {
  double worst = 0;
  for (const Shape& shape : {Shape{3, 2}, {5, 7}, {33, 8}, {129, 40}, {4, 5, 33}, {2, 4099}}) {
    for (std::size_t dim = 0; dim < shape.size(); ++dim) {
      for (const float scale : {0.1F, 1.0F, 20.0F}) {
        const Tensor x = normals(shape, 9, scale, 50);
        ops::SoftmaxOptions options;
        options.dim = static_cast<std::int64_t>(dim);
        const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_softmax(shape, options));
        const Tensor a = fast(options, x);
        const Tensor b = torch_arithmetic::softmax(x, dim);
        options.log = true;
        const Tensor log_a = fast(options, x);
        const Tensor log_b = torch_arithmetic::log_softmax(x, dim);
        std::vector<float> group(static_cast<std::size_t>(plan.groups.size));
        for (std::size_t at = 0; at < a.values().size(); ++at) {
          const auto place = plan.groups.locate(static_cast<std::int64_t>(at));
          tensor::gather(x.values(), plan.groups, place.group, group);
          const auto n = static_cast<double>(group.size());
          const double below = static_cast<double>(*std::ranges::max_element(group)) -
                               static_cast<double>(x.values()[at]);
          const double y = static_cast<double>(a.values()[at]);
          // The exponent, exp, the sum, the quotient, and the fast result's rounding; where shares
          // leave float32's normal range, a step of the smallest numbers.
          const double bound = kRounding * y * (below + 2 + sum_bound(n) + 1 + 1) + 2 * 0x1p-149;
          const double difference = std::abs(y - static_cast<double>(b.values()[at]));
          ASSERT_LE(difference, bound)
              << tensor::shape_to_text(shape) << " dim " << dim << " at " << at;
          worst = std::max(worst, difference / bound);

          // The logarithm turns the sum's relative error into an absolute one and adds an ULP of
          // its own; the two differences and the fast result are rounded.
          const double log_y = std::abs(static_cast<double>(log_a.values()[at]));
          const double log_bound =
              kRounding * (below + sum_bound(n) + 2 * std::log(n) + log_y + log_y);
          ASSERT_LE(std::abs(static_cast<double>(log_a.values()[at]) -
                             static_cast<double>(log_b.values()[at])),
                    log_bound)
              << tensor::shape_to_text(shape) << " dim " << dim << " at " << at;
        }
      }
    }
  }
  fmt::print("softmax, fast against torch: at most {:.3f} of the bound\n", worst);
}

}  // namespace
}  // namespace normscope::compute
