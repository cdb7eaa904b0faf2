// SPDX-License-Identifier: MIT
// Inputs computed in parts: the same bits as the whole, for every way in which groups and
// parameters lie; what is left to the whole.
#include "app/cli/streamed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/input_files.hpp"
#include "core/compute/compute.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "core/io/tensor_file.hpp"
#include "core/random/distributions.hpp"
#include "tests/support/support.hpp"

namespace normscope::cli::streamed_test {

using tensor::Shape;
using tensor::Tensor;

Tensor drawn(const Shape& shape, std::uint64_t seed) {
  random::Generator generator(seed);
  return NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, shape));
}

struct StreamedTest : public ::testing::Test {
  std::string path(std::string_view name) const { return (folder_ / name).string(); }

  // Whether the input was computed in parts.
  bool streamed(const ComputeOptions& options, const StreamSizes& sizes) const {
    using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
    const File err(std::fopen(path("err").c_str(), "w"), &std::fclose);
    const auto done = compute_streamed(options, {err.get(), err.get()}, sizes);
    EXPECT_TRUE(done) << (done ? "" : done.error().error.sentence);
    return done && *done;
  }

  ComputeOptions options(const compute::Operation& operation) const {
    ComputeOptions options;
    options.given.operation = operation;
    options.input = path("x.npy");
    options.output = path("y.npy");
    options.mean_output = path("mean.npy");
    options.rstd_output = path("rstd.npy");
    return options;
  }

  // Parts of at most this many numbers give what the whole gives.
  void expect_same(const Shape& shape, const compute::Operation& operation, const Shape& parameters,
                   std::int64_t part) const {
    SCOPED_TRACE(::testing::Message() << tensor::shape_to_text(shape) << " by " << part);
    compute::Request request{operation, std::make_shared<const Tensor>(drawn(shape, 1))};
    ASSERT_TRUE(io::write_tensor(path("x.npy"), *request.x));
    ComputeOptions given = options(operation);
    if (!parameters.empty()) {
      request.gamma = std::make_shared<const Tensor>(drawn(parameters, 2));
      request.beta = std::make_shared<const Tensor>(drawn(parameters, 3));
      ASSERT_TRUE(io::write_tensor(path("w.npy"), *request.gamma));
      ASSERT_TRUE(io::write_tensor(path("b.npy"), *request.beta));
      given.given.paths.weight = path("w.npy");
      given.given.paths.bias = path("b.npy");
    }
    const auto whole = NORMSCOPE_VALUE_OR_FAIL(
        compute::compute(gpu::make_backends(), request, {.device = compute::Device::kCpu}));
    ASSERT_TRUE(streamed(given, {.from = 1, .part = part, .large_part = part}));
    for (const auto& [name, values] :
         {std::pair("y.npy", &whole.y), std::pair("mean.npy", &whole.first),
          std::pair("rstd.npy", &whole.second)}) {
      const Tensor read = NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(path(name)));
      EXPECT_EQ(read.shape(), values->shape()) << name;
      EXPECT_TRUE(std::ranges::equal(read.values(), values->values())) << name;
    }
  }

  testing::TemporaryFolder folder_;
};

ops::NormOptions norm(ops::Normalization kind, const Shape& normalized = {}) {
  ops::NormOptions options;
  options.kind = kind;
  options.normalized_shape = normalized;
  return options;
}

TEST_F(StreamedTest, GivesTheBitsOfTheWhole) {
  using Kind = ops::Normalization;
  for (const std::int64_t part : {700, 1500, 5000}) {
    expect_same({40, 3, 100}, norm(Kind::kLayerNorm, {100}), {100}, part);
    expect_same({40, 3, 100}, norm(Kind::kLayerNorm, {3, 100}), {3, 100}, part);
    expect_same({41, 100}, norm(Kind::kRmsNorm, {100}), {}, part);
    expect_same({6, 10, 9, 7}, norm(Kind::kBatchNorm), {10}, part);
    expect_same({6, 10, 9, 7}, norm(Kind::kInstanceNorm), {10}, part);
    ops::NormOptions group = norm(Kind::kGroupNorm);
    group.groups = 5;
    expect_same({6, 10, 9, 7}, group, {10}, part);
    group.groups = 10;
    expect_same({6, 10, 9, 7}, group, {10}, part);
    for (const std::int64_t dim : {0, 1, -1}) {
      ops::SoftmaxOptions softmax;
      softmax.dim = dim;
      expect_same({33, 12, 15}, softmax, {}, part);
    }
    ops::RelativeOptions relative;
    relative.kind = ops::Relative::kL2Norm;
    relative.dim = 1;
    expect_same({33, 12, 15}, relative, {}, part);
    relative.kind = ops::Relative::kDyt;
    expect_same({33, 12, 15}, relative, {15}, part);
  }
}

TEST_F(StreamedTest, FilesThatAPatternMeansAreOneInput) {
  const Tensor x = drawn({40, 30}, 1);
  // "part-10" comes after "part-2".
  const std::vector<std::pair<std::string, std::int64_t>> parts{
      {"part-1.npy", 7}, {"part-2.npy", 20}, {"part-10.npy", 13}};
  std::size_t first = 0;
  for (const auto& [name, rows] : parts) {
    const auto count = static_cast<std::size_t>(rows * 30);
    const auto values = x.values().subspan(first, count);
    first += count;
    ASSERT_TRUE(
        io::write_tensor(path(name), testing::make({rows, 30}, {values.begin(), values.end()})));
  }
  ComputeOptions given = options(norm(ops::Normalization::kLayerNorm, {30}));
  given.input = path("part-*.npy");
  const auto whole = NORMSCOPE_VALUE_OR_FAIL(compute::compute(
      gpu::make_backends(), {given.given.operation, std::make_shared<const Tensor>(x)},
      {.device = compute::Device::kCpu}));
  for (const std::int64_t part : {70, 300, 5000}) {
    ASSERT_TRUE(streamed(given, {.from = 1, .part = part, .large_part = part}));
    const Tensor y = NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(path("y.npy")));
    EXPECT_EQ(y.shape(), x.shape());
    EXPECT_TRUE(std::ranges::equal(y.values(), whole.y.values()));
  }
  // What is read whole is joined as well.
  const auto read = read_input(given.input, {});
  ASSERT_TRUE(read);
  EXPECT_TRUE(std::ranges::equal(read->values(), x.values()));
  ASSERT_TRUE(io::write_tensor(path("part-3.npy"), drawn({2, 31}, 1)));
  const auto other = read_input(given.input, {});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().subject, path("part-3.npy"));
  EXPECT_EQ(other.error().error.sentence, "it is (2, 31), which is not put below (27, 30)");
  EXPECT_FALSE(read_input(path("none-*.npy"), {}));
  // A file of that very name is meant by it.
  ASSERT_TRUE(io::write_tensor(path("part-*.npy"), drawn({3}, 1)));
  const auto single = read_input(given.input, {});
  ASSERT_TRUE(single);
  EXPECT_EQ(single->shape(), Shape{3});
}

TEST_F(StreamedTest, FilesOfDoublesKeepTheirDigits) {
  testing::write_file(path("a.csv"), "16777217\n");
  testing::write_file(path("b.csv"), "1\n0.1\n");
  io::Doubles doubles;
  bool rounds = false;
  const auto joined = read_input(path("*.csv"), {}, {.doubles = &doubles, .rounds = &rounds});
  ASSERT_TRUE(joined);
  EXPECT_EQ(joined->shape(), (Shape{3, 1}));
  EXPECT_EQ(doubles.values, (std::vector<double>{16777217, 1, 0.1}));
  EXPECT_TRUE(rounds);
}

TEST_F(StreamedTest, LeavesTheRestToTheWhole) {
  ASSERT_TRUE(io::write_tensor(path("x.npy"), drawn({20, 30}, 1)));
  ops::SoftmaxOptions softmax;
  softmax.dim = 1;
  const StreamSizes sizes{.from = 1, .part = 100, .large_part = 100};
  ComputeOptions given = options(softmax);
  given.mean_output.clear();
  given.rstd_output.clear();
  EXPECT_TRUE(streamed(given, sizes));
  EXPECT_FALSE(streamed(given, {.from = 2401, .part = 100, .large_part = 100}));  // smaller
  EXPECT_FALSE(streamed(given, {.from = 1, .part = 29, .large_part = 29}));       // than a group
  const auto expect_whole = [&](const auto& change) {
    ComputeOptions changed = given;
    change(changed);
    EXPECT_FALSE(streamed(changed, sizes));
  };
  expect_whole([](ComputeOptions& it) { it.output = "-"; });
  expect_whole([&](ComputeOptions& it) { it.output = path("y.csv"); });
  expect_whole([](ComputeOptions& it) { it.view.causal = true; });
  expect_whole([](ComputeOptions& it) { it.view.dims = {0, 1}; });
  expect_whole([](ComputeOptions& it) { it.settings.device = compute::Device::kReference; });
  expect_whole([&](ComputeOptions& it) { it.gradient.of_output = path("x.npy"); });
  expect_whole([&](ComputeOptions& it) {
    it.given.precision = NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan("storage=float16"));
  });
}

}  // namespace normscope::cli::streamed_test
