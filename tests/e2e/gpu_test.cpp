// SPDX-License-Identifier: MIT
// `--device gpu` of the program: its results, its report with --verbose, and its error where there
// is no GPU. Without a display.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <regex>

#include "core/base/ulp.hpp"
#include "core/compute/compute.hpp"
#include "core/compute/reference_group.hpp"
#include "core/io/tensor_file.hpp"
#include "core/random/distributions.hpp"
#include "tests/e2e/process.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using tensor::Tensor;

class Gpu : public ::testing::Test {
 protected:
  void SetUp() override {
    random::Generator generator(9);
    x_ = std::make_shared<const Tensor>(
        NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, {40, 500})));
    ASSERT_TRUE(io::write_tensor(folder_ / "x.npy", *x_));
  }

  static bool has_gpu() {
    return run_normscope({"--version", "--verbose"}).out.find(" through EGL") != std::string::npos;
  }
  Ended compute(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "compute");
    arguments.insert(arguments.end(), {"--input", "x.npy", "--output", "y.npy"});
    return run_normscope(arguments, folder_.path());
  }

  const TemporaryFolder& folder() const { return folder_; }
  const std::shared_ptr<const Tensor>& x() const { return x_; }

 private:
  TemporaryFolder folder_;
  std::shared_ptr<const Tensor> x_;
};

TEST_F(Gpu, ComputesWithinTheBound) {
  if (!has_gpu()) GTEST_SKIP() << "no gpu: see normscope --version --verbose";
  for (const char* operation : {"layer-norm", "rms-norm", "softmax", "log-softmax"}) {
    const Ended ended = compute({operation, "--device", "gpu"});
    ASSERT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(ended.out + ended.err, "");
    compute::Operation wanted = ops::NormOptions{};
    if (std::string_view(operation) == "rms-norm") {
      std::get<ops::NormOptions>(wanted).kind = ops::Normalization::kRmsNorm;
    } else if (std::string_view(operation) != "layer-norm") {
      ops::SoftmaxOptions softmax;
      softmax.log = std::string_view(operation) == "log-softmax";
      wanted = softmax;
    }
    const auto plan = NORMSCOPE_VALUE_OR_FAIL(compute::plan_request({wanted, x()}));
    const Tensor y = NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(folder() / "y.npy"));
    // The table's bound where PyTorch has no error.
    EXPECT_LE(compute::output_error(plan, x()->values(), {}, {}, y.values()).ulps, 2.0)
        << operation;
  }
}

TEST_F(Gpu, ComputesGradients) {
  if (!has_gpu()) GTEST_SKIP() << "no gpu: see normscope --version --verbose";
  random::Generator generator(10);
  const Tensor dy = NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, {40, 500}));
  ASSERT_TRUE(io::write_tensor(folder() / "dy.npy", dy));
  const std::vector<std::string> of_parameters{"--weight-gradient", "dw.npy", "--bias-gradient",
                                               "db.npy"};
  for (const std::string operation : {"layer-norm", "rms-norm", "softmax", "log-softmax"}) {
    std::vector<std::string> files{"dx.npy"};
    if (operation.ends_with("norm")) files.insert(files.end(), {"dw.npy", "db.npy"});
    const auto gradients = [&](const std::string& device) {
      std::vector<std::string> arguments{operation, "--gradient", "dy.npy", "--input-gradient",
                                         "dx.npy",  "--device",   device};
      if (files.size() > 1) {
        arguments.insert(arguments.end(), of_parameters.begin(), of_parameters.end());
      }
      const Ended ended = compute(arguments);
      EXPECT_EQ(ended.status, 0) << ended.err;
      EXPECT_EQ(ended.out + ended.err, "");
      std::vector<Tensor> all;
      all.reserve(files.size());
      for (const std::string& file : files) {
        all.push_back(NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(folder() / file)));
      }
      return all;
    };
    const std::vector<Tensor> mine = gradients("gpu");
    const std::vector<Tensor> exact = gradients("reference");
    for (std::size_t of = 0; of < files.size(); ++of) {
      ASSERT_EQ(mine[of].shape(), exact[of].shape());
      for (std::size_t at = 0; at < exact[of].values().size(); ++at) {
        // One ULP, and the reference's own rounding.
        EXPECT_LE(
            base::ulp_error(mine[of].values()[at], static_cast<double>(exact[of].values()[at])),
            1.5)
            << operation << ", " << files[of];
      }
    }
  }
}

TEST_F(Gpu, SaysWhatItMeasured) {
  if (!has_gpu()) GTEST_SKIP() << "no gpu: see normscope --version --verbose";
  const Ended ended = compute({"layer-norm", "--device", "gpu", "--verbose"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_TRUE(std::regex_match(
      ended.err,
      std::regex("device: gpu \\(.+\\)\n"
                 "kernel time: [0-9]+\\.[0-9]+ ms \\(median of five runs\\)\n"
                 "bytes moved: 160320\n"
                 "rate: [0-9]+\\.[0-9]+ GB/s\n"
                 "buffer copy on the same device: [0-9]+\\.[0-9]+ ms, [0-9]+\\.[0-9]+ GB/s\n")))
      << ended.err;
}

TEST_F(Gpu, MistakesInShaderFilesAreNamed) {
  if (!has_gpu()) GTEST_SKIP() << "no gpu: see normscope --version --verbose";
  write_file(folder() / "groups.comp", "#version 430 core\nvoid main() { wrong }\n");
  setenv("NORMSCOPE_SHADER_DIR", folder().path().c_str(), 1);
  const Ended ended = compute({"layer-norm", "--device", "gpu"});
  unsetenv("NORMSCOPE_SHADER_DIR");
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(ended.err.starts_with("normscope: a shader does not compile: groups.comp:2: "))
      << ended.err;
  EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1);
  EXPECT_FALSE(std::filesystem::exists(folder() / "y.npy"));
}

// libglvnd looks for drivers in folders; an empty folder gives none.
TEST_F(Gpu, WhereThereIsNoneOneLineSaysSo) {
  setenv("__EGL_VENDOR_LIBRARY_DIRS", folder().path().c_str(), 1);
  const Ended refused = compute({"softmax", "--device", "gpu"});
  const bool left_a_file = std::filesystem::exists(folder() / "y.npy");
  const Ended automatic = compute({"softmax", "--device", "auto"});
  const Ended version = run_normscope({"--version", "--verbose"});
  unsetenv("__EGL_VENDOR_LIBRARY_DIRS");
  EXPECT_EQ(refused.status, 1);
  EXPECT_TRUE(refused.err.starts_with("normscope: no gpu can be used: ")) << refused.err;
  EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1);
  EXPECT_FALSE(left_a_file);
  EXPECT_EQ(automatic.status, 0) << automatic.err;
  EXPECT_EQ(version.status, 0);
  EXPECT_NE(version.out.find("device gpu: no gpu can be used: "), std::string::npos) << version.out;
}

}  // namespace
}  // namespace normscope::testing
