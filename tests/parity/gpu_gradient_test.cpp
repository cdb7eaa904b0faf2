// SPDX-License-Identifier: MIT
// The backward passes of the table's cases on the gpu, against the double reference: within less
// than forwards. The driver's debug messages are errors here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/base/ulp.hpp"
#include "core/compute/gradient.hpp"
#include "core/ops/reference_gradient.hpp"
#include "core/random/distributions.hpp"
#include "tests/core/gpu/gpu_support.hpp"
#include "tests/parity/cases.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing::gpu_gradient_test {
namespace {

using compute::GradientRequest;
using compute::Gradients;
using tensor::Shape;
using tensor::Tensor;

// In ULP of max(1, |r|): half a unit of one rounding, and what the exponentials of a log-softmax
// lose (2^-27, times the sum of dy). Measured: 0.5 and 0.52.
constexpr double kBound = 1;

std::shared_ptr<const Tensor> normal(const Shape& shape, std::uint64_t seed) {
  random::Generator generator(seed);
  return std::make_shared<const Tensor>(NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, shape)));
}

std::span<const float> values_of(const std::shared_ptr<const Tensor>& tensor) {
  return tensor ? tensor->values() : std::span<const float>{};
}
std::span<const float> values_of(const std::optional<Tensor>& tensor) {
  return tensor ? tensor->values() : std::span<const float>{};
}

// The reference's gradients in double, in memory order.
struct Exact {
  std::vector<double> dx;
  std::vector<double> dgamma;
  std::vector<double> dbeta;
};
Exact exact_gradients(const GradientRequest& request) {
  const compute::Plan plan = NORMSCOPE_VALUE_OR_FAIL(compute::plan_request(request.forward));
  const tensor::GroupLayout& layout = compute::groups_of(plan);
  const auto* const norm = std::get_if<ops::NormPlan>(&plan);
  const auto parameters =
      norm == nullptr ? 0 : static_cast<std::size_t>(tensor::product(norm->affine_shape));
  Exact exact{std::vector<double>(request.dy->values().size()),
              std::vector<double>(request.of_gamma ? parameters : 0),
              std::vector<double>(request.of_beta ? parameters : 0)};
  std::vector<double> row(static_cast<std::size_t>(layout.size));
  const ops::GroupGradient of{request.forward.x->values(),
                              request.dy->values(),
                              values_of(request.forward.gamma),
                              row,
                              exact.dgamma,
                              exact.dbeta};
  for (std::int64_t group = 0; group < layout.count; ++group) {
    if (norm != nullptr) {
      ops::reference_norm_gradient(*norm, group, of);
    } else {
      ops::reference_softmax_gradient(std::get<ops::SoftmaxPlan>(plan), group, of);
    }
    for (std::int64_t k = 0; k < layout.size; ++k) {
      exact.dx[static_cast<std::size_t>(layout.base(group) + layout.offset(k))] =
          row[static_cast<std::size_t>(k)];
    }
  }
  return exact;
}

double largest_error(std::span<const float> values, const std::vector<double>& exact) {
  double worst = values.size() == exact.size() ? 0 : INFINITY;
  for (std::size_t at = 0; at < std::min(values.size(), exact.size()); ++at) {
    worst = std::max(worst, base::ulp_error(values[at], exact[at]));
  }
  return worst;
}

bool same_bits(std::span<const float> a, std::span<const float> b) {
  return std::ranges::equal(a, b, {}, to_bits, to_bits);
}

// Whether the operation has a shader for its backward pass.
bool has_shader(const compute::Operation& operation) {
  const auto* const norm = std::get_if<ops::NormOptions>(&operation);
  if (norm == nullptr) {
    return std::get<ops::SoftmaxOptions>(operation).algorithm != ops::SoftmaxAlgorithm::kNaive;
  }
  return norm->algorithm != ops::VarianceAlgorithm::kOnePass &&
         norm->returned == ops::Returned::kNormalized;
}

// The backward pass of a case, with the gradients of the parameters where the gpu has them.
GradientRequest request_of(const Case& c) {
  GradientRequest request{c.request, normal(c.request.x->shape(), 300000)};
  const auto* const norm = std::get_if<ops::NormOptions>(&c.request.operation);
  request.of_gamma = request.of_beta =
      norm != nullptr && ops::rule_of(norm->kind).grouping == ops::Grouping::kTrailing;
  return request;
}

std::string name_of(const compute::Operation& operation) {
  if (const auto* const norm = std::get_if<ops::NormOptions>(&operation)) {
    return std::string(base::name_of(ops::normalization_names(), norm->kind));
  }
  return std::get<ops::SoftmaxOptions>(operation).log ? "log-softmax" : "softmax";
}

class GpuGradientParity : public GpuTest {
 protected:
  Gradients run(const GradientRequest& request) {
    return NORMSCOPE_VALUE_OR_FAIL(compute::compute_gradient(request, on_gpu(), backends_));
  }

 private:
  compute::Backends backends_ = gpu::make_backends(options());
};

TEST_F(GpuGradientParity, EveryCaseStaysWithinItsBound) {
  std::map<std::string, double> worst;
  for (const Case& c : load_cases()) {
    if (!has_shader(c.request.operation)) continue;
    const GradientRequest request = request_of(c);
    const Exact exact = exact_gradients(request);
    const Gradients gradients = run(request);
    for (const auto& [of, error] :
         {std::pair("input", largest_error(gradients.dx.values(), exact.dx)),
          std::pair("weight", largest_error(values_of(gradients.dgamma), exact.dgamma)),
          std::pair("bias", largest_error(values_of(gradients.dbeta), exact.dbeta))}) {
      EXPECT_LE(error, kBound) << "gradient of the " << of << ": " << c.row;
      double& largest = worst[fmt::format("{}, {}", name_of(c.request.operation), of)];
      largest = std::max(largest, error);
    }
  }
  for (const auto& [what, ulps] : worst) {
    fmt::print("worst error of the gpu, gradient of {}: {:.4f} ULP of max(1, |r|)\n", what, ulps);
  }
}

TEST_F(GpuGradientParity, ResultsRepeat) {
  for (const Case& c : load_cases()) {
    if (c.request.x->size() < 10'000 || !has_shader(c.request.operation)) continue;
    const GradientRequest request = request_of(c);
    const Gradients once = run(request);
    const Gradients again = run(request);
    EXPECT_TRUE(same_bits(once.dx.values(), again.dx.values())) << c.row;
    EXPECT_TRUE(same_bits(values_of(once.dgamma), values_of(again.dgamma))) << c.row;
    EXPECT_TRUE(same_bits(values_of(once.dbeta), values_of(again.dbeta))) << c.row;
  }
}

}  // namespace
}  // namespace normscope::testing::gpu_gradient_test
