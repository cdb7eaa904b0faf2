// SPDX-License-Identifier: MIT
// The kernels of backward passes on hard rows: within their bound of the double reference, and NaN
// and infinities where it has them and where the steps of the closed form, which columns run by,
// have them. Every expectation is of a row, as the kernels see it.
#include "core/compute/cpu_gradient.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include "core/compute/gradient.hpp"
#include "core/random/distributions.hpp"
#include "tests/support/support.hpp"

namespace normscope::compute::cpu_gradient_test {

using tensor::Shape;
using tensor::Tensor;
using Row = std::vector<float>;

constexpr double kUnit = 0x1p-24;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct HardRow {
  std::string name;
  Row x;
  Row dy;
};

Row drawn(std::size_t size, std::uint64_t seed, double offset = 0, double scale = 1) {
  random::Generator generator(seed);
  const Tensor tensor =
      NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, {static_cast<std::int64_t>(size)}));
  Row row(size);
  for (std::size_t k = 0; k < size; ++k) {
    row[k] = static_cast<float>(offset + scale * static_cast<double>(tensor.values()[k]));
  }
  return row;
}

// Rows whose numbers are finite, and those of their gradients.
std::vector<HardRow> finite_rows() {
  std::vector<HardRow> rows;
  for (const std::size_t size : {1U, 2U, 5U, 16U, 33U, 64U, 768U, 1000U, 1025U, 4100U, 9000U}) {
    const std::string of = " of " + std::to_string(size);
    const Row dy = drawn(size, 2);
    rows.push_back({"drawn" + of, drawn(size, 1), dy});
    rows.push_back({"offset 1e5" + of, drawn(size, 1, 1e5), dy});
    rows.push_back({"constant" + of, Row(size, 0.1F), dy});
    rows.push_back({"zeros" + of, Row(size, 0), dy});
    rows.push_back({"large" + of, drawn(size, 1, 0, 1e12), dy});
    rows.push_back({"tiny" + of, drawn(size, 1, 0, 1e-12), dy});
    rows.push_back({"large dy" + of, drawn(size, 1), drawn(size, 2, 0, 1e30)});
    rows.push_back({"tiny dy" + of, drawn(size, 1), drawn(size, 2, 0, 1e-20)});
    rows.push_back({"dy with an offset" + of, drawn(size, 1), drawn(size, 2, 1e4)});
    Row outlier = drawn(size, 1);
    outlier.front() = 1e4F;
    rows.push_back({"outlier" + of, outlier, dy});
    Row ramp(size);
    for (std::size_t k = 0; k < size; ++k) ramp[k] = static_cast<float>(k);
    rows.push_back({"ramp" + of, ramp, dy});
  }
  return rows;
}

// Rows with NaN and infinities, in the input or upstream, and masked numbers.
std::vector<HardRow> special_rows() {
  std::vector<HardRow> rows;
  for (const std::size_t size : {2U, 20U, 5000U}) {
    const auto with = [size](std::uint64_t seed, std::size_t at, float value) {
      Row row = drawn(size, seed);
      row[at] = value;
      return row;
    };
    for (const float value : {std::nanf(""), kInfinity, -kInfinity}) {
      for (const std::size_t at : {std::size_t{0}, size - 1}) {
        const std::string of = " at " + std::to_string(at) + " of " + std::to_string(size);
        rows.push_back({"x " + std::to_string(value) + of, with(1, at, value), drawn(size, 2)});
        rows.push_back({"dy " + std::to_string(value) + of, drawn(size, 1), with(2, at, value)});
      }
    }
    rows.push_back({"masked all", Row(size, -kInfinity), drawn(size, 2)});
    // A masked block before one of numbers whose exponentials do not exist on their own.
    Row masked(size, -kInfinity);
    std::fill(masked.begin() + static_cast<std::ptrdiff_t>(size * 9 / 10), masked.end(), -1000.0F);
    rows.push_back({"masked but the end", masked, drawn(size, 2)});
    rows.push_back({"masked, dy NaN there", masked, with(2, 0, std::nanf(""))});
  }
  return rows;
}

std::shared_ptr<const Tensor> shared(const Row& values, const Shape& shape) {
  return std::make_shared<const Tensor>(testing::make(shape, values));
}

// The gradient of a row: of contiguous numbers, or of a column beside another one.
Row gradient(const HardRow& row, const Operation& operation, Device device) {
  const Shape shape{1, static_cast<std::int64_t>(row.x.size())};
  const GradientRequest request{{operation, shared(row.x, shape)}, shared(row.dy, shape)};
  const Gradients result = NORMSCOPE_VALUE_OR_FAIL(compute_gradient(request, {.device = device}));
  return {result.dx.values().begin(), result.dx.values().end()};
}

Row gradient_by_steps(const HardRow& row, const Operation& as_columns) {
  const std::size_t size = row.x.size();
  Row x(2 * size);
  Row dy(2 * size, 1);
  for (std::size_t k = 0; k < size; ++k) {
    x[2 * k] = row.x[k];
    x[2 * k + 1] = static_cast<float>(k % 7);
    dy[2 * k] = row.dy[k];
  }
  const Shape shape{static_cast<std::int64_t>(size), 2};
  const GradientRequest request{{as_columns, shared(x, shape)}, shared(dy, shape)};
  const Gradients result =
      NORMSCOPE_VALUE_OR_FAIL(compute_gradient(request, {.device = Device::kCpu}));
  Row dx(size);
  for (std::size_t k = 0; k < size; ++k) dx[k] = result.dx.values()[2 * k];
  return dx;
}

// An operation over rows, and the same over columns.
struct Both {
  std::string name;
  Operation rows;
  Operation columns;
};

std::vector<Both> norms() {
  std::vector<Both> all;
  for (const bool centring : {true, false}) {
    for (const double epsilon : {1e-5, 0.0}) {
      for (const auto placement : {ops::EpsilonPlacement::kInside, ops::EpsilonPlacement::kOutside,
                                   ops::EpsilonPlacement::kCount}) {
        ops::NormOptions rows{.epsilon = epsilon,
                              .epsilon_placement = placement,
                              .estimator = epsilon > 0 ? ops::VarianceEstimator::kBiased
                                                       : ops::VarianceEstimator::kUnbiased,
                              .centring = centring};
        ops::NormOptions columns = rows;
        columns.kind = ops::Normalization::kBatchNorm;
        all.push_back({std::string(centring ? "centred" : "uncentred") + ", epsilon " +
                           std::to_string(epsilon) + ", placement " +
                           std::to_string(static_cast<int>(placement)),
                       rows, columns});
      }
    }
  }
  return all;
}

std::vector<Both> softmaxes() {
  std::vector<Both> all;
  for (const bool log : {false, true}) {
    for (const double temperature : {1.0, 0.3}) {
      const ops::SoftmaxOptions rows{.dim = -1, .temperature = temperature, .log = log};
      ops::SoftmaxOptions columns = rows;
      columns.dim = 0;
      all.push_back(
          {std::string(log ? "log-softmax" : "softmax") + " at " + std::to_string(temperature),
           rows, columns});
    }
  }
  return all;
}

// The unit that errors of a row are measured in, from its gradient's terms in double.
using Units = std::function<double(std::size_t k)>;

double mean_of(std::size_t size, const std::function<double(std::size_t)>& value) {
  double sum = 0;
  for (std::size_t k = 0; k < size; ++k) sum += value(k);
  return sum / static_cast<double>(size);
}

// rstd (|d| + mean|d| + |xhat| (mean|d xhat| + mean|d|)), times 2^-24.
Units norm_units(const HardRow& row, const ops::NormOptions& options) {
  const std::size_t size = row.x.size();
  const auto x = [&row](std::size_t k) { return double{row.x[k]}; };
  const double centre = options.centring ? mean_of(size, x) : 0;
  const double squares =
      mean_of(size, [&](std::size_t k) { return (x(k) - centre) * (x(k) - centre); }) *
      static_cast<double>(size);
  const double rstd = 1 / ops::denominator(squares, static_cast<double>(size), options);
  const auto d = [&row](std::size_t k) { return std::abs(double{row.dy[k]}); };
  const auto xhat = [x, centre, rstd](std::size_t k) { return std::abs((x(k) - centre) * rstd); };
  const double mean_d = mean_of(size, d);
  const double along = mean_of(size, [&](std::size_t k) { return d(k) * xhat(k); });
  return [=](std::size_t k) { return kUnit * rstd * (d(k) + mean_d + xhat(k) * (along + mean_d)); };
}

// (1 + |log p|) p (|dy| + sum p|dy|), log |dy| + (1 + |log p|) p sum|dy|, by the temperature.
Units softmax_units(const HardRow& row, const ops::SoftmaxOptions& options) {
  const std::size_t size = row.x.size();
  const double maximum = *std::max_element(row.x.begin(), row.x.end());
  const auto z = [&row, maximum, options](std::size_t k) {
    return (double{row.x[k]} - maximum) / options.temperature;
  };
  const auto count = static_cast<double>(size);
  const double sum = count * mean_of(size, [&](std::size_t k) { return std::exp(z(k)); });
  const auto p = [z, sum](std::size_t k) { return std::exp(z(k)) / sum; };
  const auto d = [&row](std::size_t k) { return std::abs(double{row.dy[k]}); };
  const double along =
      count * mean_of(size, [&](std::size_t k) { return options.log ? d(k) : p(k) * d(k); });
  return [=](std::size_t k) {
    const double share = p(k) > 0 ? (1 - std::log(p(k))) * p(k) : 0;
    const double terms = options.log ? d(k) + share * along : share * (d(k) + along);
    return (kUnit * terms + 0x1p-149 * (1 + d(k) + along)) / options.temperature;
  };
}

double worst_units(const Row& dx, const Row& reference, const Units& units) {
  double worst = 0;
  for (std::size_t k = 0; k < dx.size(); ++k) {
    // The reference was rounded, too.
    const double rounding = kUnit * std::abs(double{reference[k]}) + 0x1p-149;
    const double error = std::abs(double{dx[k]} - double{reference[k]}) - rounding;
    if (error > 0) worst = std::max(worst, error / units(k));
  }
  return worst;
}

// NaN in the same places, and the same infinities.
void expect_same_kinds(const Row& a, const Row& b, const std::string& what) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    ASSERT_EQ(std::isnan(a[k]), std::isnan(b[k])) << what << ", element " << k;
    if (std::isinf(b[k])) {
      ASSERT_EQ(a[k], b[k]) << what << ", element " << k;
    }
  }
}

TEST(CpuGradient, OfANormIsWithinItsBoundOnHardRows) {
  double worst = 0;
  for (const Both& norm : norms()) {
    for (const HardRow& row : finite_rows()) {
      const Row dx = gradient(row, norm.rows, Device::kCpu);
      const Row reference = gradient(row, norm.rows, Device::kReference);
      const std::string what = norm.name + ": " + row.name;
      expect_same_kinds(dx, reference, what);
      if (!std::isfinite(dx.front())) continue;  // of equal numbers, without an epsilon
      const double units =
          worst_units(dx, reference, norm_units(row, std::get<ops::NormOptions>(norm.rows)));
      EXPECT_LE(units, 8) << what;
      worst = std::max(worst, units);
    }
  }
  RecordProperty("units", std::to_string(worst));
}

TEST(CpuGradient, OfASoftmaxIsWithinItsBoundOnHardRows) {
  double worst = 0;
  for (const Both& softmax : softmaxes()) {
    for (const HardRow& row : finite_rows()) {
      const Row dx = gradient(row, softmax.rows, Device::kCpu);
      const Row reference = gradient(row, softmax.rows, Device::kReference);
      const std::string what = softmax.name + ": " + row.name;
      expect_same_kinds(dx, reference, what);
      const double units = worst_units(
          dx, reference, softmax_units(row, std::get<ops::SoftmaxOptions>(softmax.rows)));
      EXPECT_LE(units, 4) << what;
      worst = std::max(worst, units);
    }
  }
  RecordProperty("units", std::to_string(worst));
}

TEST(CpuGradient, OfSpecialNumbersIsThatOfTheSteps) {
  for (const auto& operations : {norms(), softmaxes()}) {
    for (const Both& both : operations) {
      for (const HardRow& row : special_rows()) {
        const std::string what = both.name + ": " + row.name;
        expect_same_kinds(gradient(row, both.rows, Device::kCpu),
                          gradient_by_steps(row, both.columns), what);
      }
    }
  }
}

// Exactly 0, not a rounding error: a group of one, and equal upstream numbers on equal inputs.
TEST(CpuGradient, OfAGroupOfOneIsZero) {
  for (const float x : {0.3F, 1e5F, -7.0F}) {
    const HardRow row{"one", {x}, {0.7F}};
    EXPECT_EQ(gradient(row, ops::NormOptions{}, Device::kCpu), Row{0});
    EXPECT_EQ(gradient(row, ops::SoftmaxOptions{}, Device::kCpu), Row{0});
  }
}

// The parameters' gradients are sums of what each row adds: shares of float32 within 3 units of
// |dy| max(1, |xhat|), in double over the rows; and they are wanted by themselves or together.
TEST(CpuGradient, OfParametersIsTheSumOverRows) {
  // 9000 rows are several blocks, whose sums no number of threads changes.
  for (const Shape& shape : {Shape{9000, 37}, Shape{300, 37}, Shape{7, 768}, Shape{5, 2100}}) {
    const auto count = static_cast<std::size_t>(shape[0] * shape[1]);
    GradientRequest request{{ops::NormOptions{}, shared(drawn(count, 3, 1e3), shape)},
                            shared(drawn(count, 4), shape)};
    request.forward.gamma = shared(drawn(static_cast<std::size_t>(shape[1]), 5), {shape[1]});
    request.of_gamma = request.of_beta = true;
    const Gradients both = NORMSCOPE_VALUE_OR_FAIL(compute_gradient(request, {.threads = 1}));
    const Gradients many = NORMSCOPE_VALUE_OR_FAIL(compute_gradient(request, {.threads = 3}));
    EXPECT_EQ(many.dx, both.dx);
    EXPECT_EQ(*many.dgamma, *both.dgamma);
    EXPECT_EQ(*many.dbeta, *both.dbeta);
    const Gradients reference =
        NORMSCOPE_VALUE_OR_FAIL(compute_gradient(request, {.device = Device::kReference}));
    for (std::size_t k = 0; k < static_cast<std::size_t>(shape[1]); ++k) {
      // |xhat| is below 5, and the magnitudes of dy have a mean below 1.
      const double bound = 5 * 3 * kUnit * static_cast<double>(shape[0]);
      EXPECT_NEAR(double{both.dgamma->values()[k]}, double{reference.dgamma->values()[k]}, bound);
      EXPECT_NEAR(double{both.dbeta->values()[k]}, double{reference.dbeta->values()[k]},
                  2 * kUnit * std::abs(double{reference.dbeta->values()[k]}));
    }
    for (const bool gamma : {true, false}) {
      request.of_gamma = gamma;
      request.of_beta = !gamma;
      const Gradients one = NORMSCOPE_VALUE_OR_FAIL(compute_gradient(request, {}));
      EXPECT_EQ(one.dx, both.dx);
      EXPECT_EQ(gamma ? *one.dgamma : *one.dbeta, gamma ? *both.dgamma : *both.dbeta);
    }
  }
}

}  // namespace normscope::compute::cpu_gradient_test
