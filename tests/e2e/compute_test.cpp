// SPDX-License-Identifier: MIT
// `normscope compute` on real files: its outputs are equal to core's.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "core/compute/compute.hpp"
#include "core/io/tensor_file.hpp"
#include "core/random/distributions.hpp"
#include "tests/e2e/process.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using tensor::Shape;
using tensor::Tensor;

struct Compute : public ::testing::Test {
  void SetUp() override {
    random::Generator generator(7);
    for (const auto& [name, shape] :
         {std::pair("x.npy", Shape{2, 6, 4, 5}), std::pair("matrix.npy", Shape{3, 6}),
          std::pair("gamma.npy", Shape{6}), std::pair("beta.npy", Shape{6}),
          std::pair("gamma45.npy", Shape{4, 5})}) {
      const Tensor values = NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, shape));
      ASSERT_TRUE(io::write_tensor(folder_ / name, values));
    }
  }

  Tensor read(std::string_view name) const {
    return NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(folder_ / name));
  }
  std::shared_ptr<const Tensor> shared(std::string_view name) const {
    return std::make_shared<const Tensor>(read(name));
  }
  Ended compute(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "compute");
    return run_normscope(arguments, folder_.path());
  }
  // The command must print nothing, succeed, and write the same values as core for the same
  // request.
  void expect_same(std::vector<std::string> arguments, const compute::Request& request,
                   compute::Device device = compute::Device::kAuto) const {
    arguments.insert(arguments.end(), {"--output", "y.npy"});
    const Ended ended = compute(arguments);
    ASSERT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(ended.out + ended.err, "");
    compute::Settings settings;
    settings.device = device;
    const auto expected =
        NORMSCOPE_VALUE_OR_FAIL(compute::compute(compute::make_backends(), request, settings));
    const Tensor y = read("y.npy");
    EXPECT_EQ(y.shape(), expected.y.shape());
    EXPECT_TRUE(std::ranges::equal(y.values(), expected.y.values(),
                                   [](float a, float b) { return to_bits(a) == to_bits(b); }));
  }

  TemporaryFolder folder_;
};

// Figures of their papers and of PyTorch's documentation, to seven digits.
TEST_F(Compute, RelativesGiveTheirKnownNumbers) {
  ASSERT_TRUE(io::write_tensor(folder_ / "rows.npy", make({2, 3}, {1, 2, 3, 0.5F, 1, 0.8F})));
  const auto expect = [this](std::vector<std::string> arguments,
                             const std::vector<double>& wanted) {
    const std::string name = arguments.front() + " " + arguments.back();
    arguments.insert(arguments.end(), {"--input", "rows.npy", "--output", "y.npy"});
    const Ended ended = compute(arguments);
    ASSERT_EQ(ended.status, 0) << name << ended.err;
    const Tensor y = read("y.npy");
    ASSERT_EQ(y.shape(), (Shape{2, 3}));
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_NEAR(static_cast<double>(y.values()[i]), wanted[i], 2e-7) << name << " " << i;
    }
  };
  expect({"sparsemax"}, {0, 0, 1, 1.0 / 15, 8.5 / 15, 5.5 / 15});
  expect({"l2-norm"}, {1 / std::sqrt(14), 2 / std::sqrt(14), 3 / std::sqrt(14),
                       0.5 / std::sqrt(1.89), 1 / std::sqrt(1.89), 0.8 / std::sqrt(1.89)});
  expect({"l2-norm", "--eps", "10"}, {0.1, 0.2, 0.3, 0.05, 0.1, 0.08});
  expect({"dyt"}, {std::tanh(0.5), std::tanh(1.0), std::tanh(1.5)});
  expect({"dyt", "--alpha", "0.8"}, {std::tanh(0.8), std::tanh(1.6), std::tanh(2.4)});
  const double sum = std::exp(1) + std::exp(2) + std::exp(3);
  expect({"softmax", "--sink", "0"},
         {std::exp(1) / (1 + sum), std::exp(2) / (1 + sum), std::exp(3) / (1 + sum)});
  expect({"log-softmax", "--sink", "0"},
         {1 - std::log(1 + sum), 2 - std::log(1 + sum), 3 - std::log(1 + sum)});
  const double scale = 0.43 * std::log(3);
  const double scaled = std::exp(scale) + std::exp(2 * scale) + std::exp(3 * scale);
  expect({"softmax", "--length-scale", "0.43"},
         {std::exp(scale) / scaled, std::exp(2 * scale) / scaled, std::exp(3 * scale) / scaled});
}

// The largest share of one +3 among n - 1 values of -2.
TEST_F(Compute, ALengthScaleKeepsLongGroupsSharp) {
  for (const auto& [size, plain, sharp] :
       {std::tuple(10, 0.9428, 0.9401), std::tuple(100, 0.5999, 0.9951),
        std::tuple(1000, 0.1293, 0.9996)}) {
    std::vector<float> values(static_cast<std::size_t>(size), -2);
    values[3] = 3;
    ASSERT_TRUE(io::write_tensor(folder_ / "long.npy", make({1, size}, values)));
    for (const auto& [scale, wanted] : {std::pair("0", plain), std::pair("0.43", sharp)}) {
      const Ended ended =
          compute({"softmax", "--length-scale", scale, "--input", "long.npy", "--output", "y.npy"});
      ASSERT_EQ(ended.status, 0) << ended.err;
      EXPECT_NEAR(static_cast<double>(read("y.npy").values()[3]), wanted, 5e-5) << size << scale;
    }
  }
}

TEST_F(Compute, DytTakesGammaAndBeta) {
  expect_same(
      {"dyt", "--input", "matrix.npy", "--weight", "gamma.npy", "--bias", "beta.npy"},
      {ops::RelativeOptions{}, shared("matrix.npy"), shared("gamma.npy"), shared("beta.npy")});
  const Ended wrong =
      compute({"dyt", "--input", "x.npy", "--weight", "gamma.npy", "--output", "y.npy"});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_NE(wrong.err.find("gamma must have one value for each number of a row"), std::string::npos)
      << wrong.err;
}

TEST_F(Compute, TheGpuSaysThatItHasNoShader) {
  for (const std::vector<std::string>& operation : {std::vector<std::string>{"dyt"},
                                                    {"l2-norm"},
                                                    {"sparsemax"},
                                                    {"softmax", "--sink", "0"},
                                                    {"softmax", "--length-scale", "1"}}) {
    std::vector<std::string> arguments = operation;
    arguments.insert(arguments.end(),
                     {"--device", "gpu", "--input", "matrix.npy", "--output", "y.npy"});
    const Ended ended = compute(arguments);
    EXPECT_EQ(ended.status, 1) << operation.front();
    EXPECT_NE(ended.err.find("has no shader for this operation"), std::string::npos) << ended.err;
  }
}

TEST_F(Compute, ArraysOfAnArchive) {
  const Tensor x = read("matrix.npy");
  const Tensor gamma = read("gamma.npy");
  const std::vector<io::NamedTensor> named{{"ln.x", &x}, {"ln.weight", &gamma}};
  ASSERT_TRUE(io::write_archive(folder_ / "model.safetensors", named));
  expect_same({"layer-norm", "--input", "model.safetensors:ln.x", "--weight",
               "model.safetensors:ln.weight"},
              {ops::NormOptions{.normalized_shape = {6}}, shared("matrix.npy"), shared("gamma.npy"),
               nullptr});
  const Ended unnamed = compute({"softmax", "--input", "model.safetensors", "--output", "y.npy"});
  EXPECT_EQ(unnamed.status, 1);
  EXPECT_NE(unnamed.err.find("it holds 2 arrays, and one is needed: ln.x, ln.weight"),
            std::string::npos)
      << unnamed.err;
  const Ended written =
      compute({"softmax", "--input", "model.safetensors:ln.x", "--output", "y.safetensors"});
  EXPECT_EQ(written.status, 0) << written.err;
  EXPECT_EQ(read("y.safetensors:y").shape(), x.shape());
}

TEST_F(Compute, LayerNormWithEveryOption) {
  ops::NormOptions options;
  options.normalized_shape = {4, 5};
  options.epsilon = 1e-3;
  options.epsilon_placement = ops::EpsilonPlacement::kOutside;
  options.estimator = ops::VarianceEstimator::kUnbiased;
  options.algorithm = ops::VarianceAlgorithm::kWelford;
  expect_same({"layer-norm", "--input", "x.npy", "--normalized-shape", "4,5", "--eps", "1e-3",
               "--eps-placement", "outside", "--variance", "unbiased", "--algorithm", "welford",
               "--weight", "gamma45.npy", "--bias", "gamma45.npy"},
              {options, shared("x.npy"), shared("gamma45.npy"), shared("gamma45.npy")});
}

// The input and the output, four bytes an element each, and nothing else that grows with them: half
// a byte is for the statistics of the rows.
TEST_F(Compute, AnElementTakesEightBytesOfMemory) {
  constexpr std::int64_t kRows = 4096;
  constexpr std::int64_t kColumns = 4096;
  {
    const Tensor x = NORMSCOPE_VALUE_OR_FAIL(Tensor::full({kRows, kColumns}, 0.5F));
    ASSERT_TRUE(io::write_tensor(folder_ / "large.npy", x));
  }
  for (const char* const operation : {"layer-norm", "softmax"}) {
    const Ended small = compute({operation, "--input", "matrix.npy", "--output", "y.npy"});
    ASSERT_EQ(small.status, 0) << small.err;
    const Ended large = compute({operation, "--input", "large.npy", "--output", "y.npy"});
    ASSERT_EQ(large.status, 0) << large.err;
    EXPECT_LT(static_cast<double>(large.peak_bytes - small.peak_bytes), 8.5 * kRows * kColumns)
        << operation;
  }
}

TEST_F(Compute, TheOtherNormalizationsByTheirNames) {
  for (const auto& [kind, name] : ops::normalization_names()) {
    ops::NormOptions options;
    options.kind = kind;
    std::vector<std::string> arguments{std::string(name), "--input", "x.npy"};
    compute::Request request{options, shared("x.npy")};
    if (ops::rule_of(kind).grouping != ops::Grouping::kTrailing) {
      arguments.insert(arguments.end(), {"--weight", "gamma.npy", "--bias", "beta.npy"});
      request.gamma = shared("gamma.npy");
      request.beta = shared("beta.npy");
    }
    if (kind == ops::Normalization::kGroupNorm) {
      arguments.insert(arguments.end(), {"--groups", "3"});
      options.groups = 3;
      request.operation = options;
    }
    expect_same(arguments, request);
  }
}

TEST_F(Compute, NoCentringIsRmsNorm) {
  ops::NormOptions options;
  options.kind = ops::Normalization::kRmsNorm;
  expect_same({"layer-norm", "--no-centring", "--input", "matrix.npy"},
              {options, shared("matrix.npy")});
}

TEST_F(Compute, SoftmaxOverAnyDimension) {
  for (const std::string dim : {"-4", "-1", "0", "2"}) {
    ops::SoftmaxOptions options;
    options.dim = std::stoi(dim);
    options.temperature = 0.5;
    expect_same({"softmax", "--input", "x.npy", "--dim", dim, "--temperature", "0.5"},
                {options, shared("x.npy")});
    options.log = true;
    options.algorithm = ops::SoftmaxAlgorithm::kOnline;
    expect_same({"log-softmax", "--input", "x.npy", "--dim", dim, "--temperature=0.5",
                 "--algorithm", "online"},
                {options, shared("x.npy")});
  }
}

TEST_F(Compute, EveryDeviceOfThisBuild) {
  for (const std::string device : {"auto", "cpu", "reference"}) {
    expect_same({"softmax", "--input", "x.npy", "--device", device, "--threads", "3"},
                {ops::SoftmaxOptions{}, shared("x.npy")},
                *base::value_of(compute::device_names(), device));
  }
}

TEST_F(Compute, AKnownRow) {
  write_file(folder_ / "row.csv", "0,1,2,3,4,5\n");
  ASSERT_EQ(compute({"layer-norm", "--input", "row.csv", "--output", "y.csv"}).status, 0);
  const Tensor y = read("y.csv");
  const std::array<float, 6> expected = {-1.46385F, -0.87831F, -0.29277F,
                                         0.29277F,  0.87831F,  1.46385F};
  ASSERT_EQ(y.shape(), (Shape{1, 6}));
  // The expected values are printed to five decimals.
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(y.values()[i], expected[i], 0.5e-5F);
}

TEST_F(Compute, StatisticsHaveTheReducedDimensionsAsOne) {
  ASSERT_EQ(compute({"layer-norm", "--input", "x.npy", "--output", "y.npy", "--normalized-shape",
                     "4,5", "--mean-output", "m.npy", "--rstd-output", "r.npy"})
                .status,
            0);
  EXPECT_EQ(read("m.npy").shape(), (Shape{2, 6, 1, 1}));
  EXPECT_EQ(read("r.npy").shape(), (Shape{2, 6, 1, 1}));
  ASSERT_EQ(
      compute({"batch-norm", "--input", "x.npy", "--output", "y.npy", "--mean-output", "m.npy"})
          .status,
      0);
  EXPECT_EQ(read("m.npy").shape(), (Shape{1, 6, 1, 1}));
}

TEST_F(Compute, VerboseMeasuresOnStderr) {
  const Ended ended = compute({"softmax", "--input", "x.npy", "--output", "y.npy", "--verbose"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.out, "");
  for (const char* word : {"device: cpu", "kernel time: ", "bytes moved: ", "GB/s"}) {
    EXPECT_NE(ended.err.find(word), std::string::npos) << ended.err;
  }
}

TEST_F(Compute, TheOutputMayBeTheInput) {
  ASSERT_EQ(compute({"softmax", "--input", "x.npy", "--output", "once.npy"}).status, 0);
  ASSERT_EQ(compute({"softmax", "--input", "x.npy", "--output", "x.npy", "--force"}).status, 0);
  EXPECT_EQ(read_file(folder_ / "once.npy"), read_file(folder_ / "x.npy"));
}

TEST_F(Compute, NamesWithSpacesAndDashes) {
  std::filesystem::copy(folder_ / "x.npy", folder_ / "a file.npy");
  EXPECT_EQ(compute({"softmax", "--input=a file.npy", "--output=-y.npy"}).status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "-y.npy"));
}

}  // namespace
}  // namespace normscope::testing
