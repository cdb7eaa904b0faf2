// SPDX-License-Identifier: MIT
// exp, log and the other elementwise functions against PyTorch's bits, over all kinds of floats.
#include "core/torch_arithmetic/elementwise.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/torch_arithmetic/c_library.hpp"
#include "tests/core/torch_arithmetic/golden.hpp"

namespace normscope::torch_arithmetic {
namespace {

template <class F>
nlohmann::json result_of_each(const tensor::Tensor& x, const F& f) {
  std::vector<float> y(x.values().size());
  std::transform(x.values().begin(), x.values().end(), y.begin(), f);
  return testing::result_of(y);
}

TEST(TorchElementwise, HasTheBitsOfPyTorch) {
  const testing::Golden golden("elementwise");
  for (const auto& of_case : golden.cases()) {
    SCOPED_TRACE(of_case.dump());
    const tensor::Tensor x = golden.input(of_case);
    const auto& results = of_case["results"];
    std::vector<float> y(x.values().size());
    exp(x.values(), y);
    EXPECT_EQ(testing::result_of(y), results["exp"]);
    log(x.values(), y);
    EXPECT_EQ(testing::result_of(y), results["log"]);
    EXPECT_EQ(result_of_each(x, rsqrt), results["rsqrt"]);
    EXPECT_EQ(result_of_each(x, square), results["square"]);
  }
}

TEST(TorchElementwise, SpecialValues) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(exp(0.0F), 1.0F);
  EXPECT_EQ(exp(-kInfinity), 0.0F);
  EXPECT_EQ(exp(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(exp(std::numeric_limits<float>::quiet_NaN())));
  EXPECT_EQ(exp(-104.0F), 0.0F);
  EXPECT_EQ(log(1.0F), 0.0F);
  EXPECT_EQ(log(-0.0F), -kInfinity);
  EXPECT_EQ(log(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(log(-1.0F)));
}

// Errors against double: at most 1 ULP for the vector function, 0.51 for the C library's (0.5 of
// its rounding, and less than 0.01 of its cubic).
TEST(TorchElementwise, IsCloseToTheTruth) {
  constexpr float kLargest = std::numeric_limits<float>::max();
  for (int i = 0; i < 13500; ++i) {
    const float x = -87.0F + 0.013F * static_cast<float>(i);
    const double truth = std::exp(static_cast<double>(x));
    const double ulp = static_cast<double>(std::nextafter(static_cast<float>(truth), kLargest)) -
                       static_cast<double>(static_cast<float>(truth));
    EXPECT_LE(std::abs(static_cast<double>(exp(x)) - truth), ulp) << x;
    EXPECT_LE(std::abs(static_cast<double>(c_library_exp(x)) - truth), 0.51 * ulp) << x;
    if (x > 0.0F) {
      EXPECT_NEAR(log(x), std::log(static_cast<double>(x)),
                  std::numeric_limits<float>::epsilon() *
                      std::max(std::abs(std::log(static_cast<double>(x))), 1e-30));
    }
  }
}

// Arrays whose exponentials are all normal numbers take a shorter way than one number.
TEST(TorchElementwise, ArraysHaveTheBitsOfTheirNumbers) {
  const auto same_bits = [](float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
  };
  std::vector<float> x;
  for (int i = -89'000; i <= 89'000; ++i) x.push_back(0.001F * static_cast<float>(i));
  for (const float special : {-1e30F, 0.0F, -0.0F, std::nanf("")}) {
    x.push_back(special);
    std::vector<float> y(x.size());
    exp(x, y);
    for (std::size_t at = 0; at < x.size(); ++at) {
      EXPECT_TRUE(same_bits(y[at], exp(x[at]))) << x[at];
    }
    std::vector<float> same = x;
    exp(same, same);
    EXPECT_TRUE(std::ranges::equal(same, y, same_bits));
  }
}

TEST(TorchElementwise, TheTangentIsWithinTwoUlpOfTheTruth) {
  for (int i = -40'000; i <= 40'000; ++i) {
    const float x = 0.00031F * static_cast<float>(i);
    const double truth = std::tanh(static_cast<double>(x));
    const auto rounded = static_cast<float>(truth);
    const double ulp = std::abs(static_cast<double>(std::nextafter(rounded, 2.0F) - rounded));
    EXPECT_LE(std::abs(static_cast<double>(tanh(x)) - truth), 2 * ulp) << x;
  }
  EXPECT_EQ(tanh(std::numeric_limits<float>::infinity()), 1.0F);
  EXPECT_EQ(tanh(-200.0F), -1.0F);
  EXPECT_TRUE(std::isnan(tanh(std::nanf(""))));
  EXPECT_TRUE(std::signbit(tanh(-0.0F)));
}

}  // namespace
}  // namespace normscope::torch_arithmetic
