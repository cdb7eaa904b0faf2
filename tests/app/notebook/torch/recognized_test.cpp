// SPDX-License-Identifier: MIT
// Normalizations and softmaxes as cells write them, from their source to the Trace: the variant,
// the steps, the lines, and the last step's values beside those of the variable.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/notebook/sent_records.hpp"
#include "tests/app/notebook/torch/embedded_python.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::torch {
namespace {

constexpr const char* kHead =
    "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
    "torch.manual_seed(3)\nx = torch.randn(2, 3, 4)\n"
    "mean = x.mean(dim=-1, keepdim=True)\nvar = x.var(dim=-1, keepdim=True, unbiased=False)\n";

struct Found {
  std::string preset = "none";
  std::vector<std::string> steps{};
  std::vector<int> lines{};
};

Found recognized(const std::string& code) {
  Cells cells;
  EXPECT_EQ(cells.run(kHead + code), "") << code;
  const auto found = testing::recognized(cells.array("y"));
  if (!found) return {};
  Found result{std::string(found->preset), {}, {}};
  for (const auto& step : found->steps) result.lines.push_back(step.place.line);
  for (const recognition::Step& step : found->steps) result.steps.push_back(step.name);
  const auto values = arrays::values_of<float>(cells.array("y"));
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_NEAR(found->values.back().values()[i], values[i],
                1e-6F)  // built-in operations round otherwise than their chain; by hand it is exact
        << code;
  }
  return result;
}

TEST(Recognized, EachStepKnowsItsLine) {
  const Found found = recognized(
      "\ncentred = x - mean\nroot = torch.sqrt(var + 1e-5)\n"
      "unit = centred / root\nscale = nn.Parameter(torch.full((4,), 2.0))\ny = scale * unit\n");
  EXPECT_EQ(found.steps,
            (std::vector<std::string>{"input", "mean", "centred", "variance", "variance + eps",
                                      "standard deviation", "normalized", "scaled"}));
  EXPECT_EQ(found.lines, (std::vector<int>{5, 6, 9, 7, 10, 10, 11, 13}));
}

TEST(Recognized, AClassOfALecture) {
  const Found found = recognized(
      "class Norm(nn.Module):\n    def __init__(self, n):\n        super().__init__()\n"
      "        self.scale = nn.Parameter(torch.ones(n))\n"
      "        self.shift = nn.Parameter(torch.zeros(n))\n"
      "    def forward(self, x):\n        m = x.mean(-1, keepdim=True)\n"
      "        v = x.var(-1, keepdim=True, unbiased=False)\n"
      "        return self.scale * ((x - m) / torch.sqrt(v + 1e-5)) + self.shift\n"
      "y = Norm(4)(x)\n");
  EXPECT_EQ(found.preset, "V3");
  EXPECT_EQ(found.steps.back(), "shifted");
  EXPECT_EQ(found.lines.back(), 16);
}

TEST(Recognized, StepsKnowTheRunThatTheyWereWrittenIn) {
  Cells cells;
  cells.run("import torch\ndef centre(x):\n    return x - x.mean(-1, keepdim=True)");
  cells.run("nothing but a fault (");
  cells.run("x = torch.randn(2, 4)\n\nd = centre(x)");
  cells.run("y = d / torch.sqrt(x.var(-1, keepdim=True) + 1e-5)");
  const auto found = testing::recognized(cells.array("y"));
  ASSERT_TRUE(found);
  using recognition::Place;
  std::vector<Place> places;
  for (const recognition::Step& step : found->steps) places.push_back(step.place);
  EXPECT_EQ(places, (std::vector<Place>{{3, 1}, {1, 3}, {1, 3}, {4, 1}, {4, 1}, {4, 1}, {4, 1}}));
}

TEST(Recognized, GammaAndBetaAreThoseOfTheGroups) {
  const auto of = [](const std::string& code) {
    Cells cells;
    EXPECT_EQ(cells.run(kHead + code), "") << code;
    return testing::recognized(cells.array("y"));
  };
  const std::string unit = "u = (x - mean) / torch.sqrt(var + 1e-5)\n";
  const auto scalar = of(unit + "y = torch.tensor(2.0) * u + torch.arange(4.0)");
  ASSERT_TRUE(scalar);
  EXPECT_EQ(*scalar->gamma, testing::make({4}, {2, 2, 2, 2}));
  EXPECT_EQ(*scalar->beta, testing::make({4}, {0, 1, 2, 3}));
  // One number a channel is what an instance norm has.
  const auto instance = of(unit + "y = torch.arange(3.0).reshape(3, 1) * u");
  ASSERT_TRUE(instance);
  EXPECT_EQ(std::get<ops::NormOptions>(instance->options).kind, ops::Normalization::kInstanceNorm);
  EXPECT_EQ(*instance->gamma, testing::make({3}, {0, 1, 2}));
  // One number an example is no gamma of any.
  EXPECT_FALSE(of(unit + "y = torch.arange(2.0).reshape(2, 1, 1) * u"));
}

// What NumPy writes into memory that it was lent is no operation.
TEST(Recognized, NothingWhereOthersHaveWrittenIntoTheMemory) {
  const std::string setup =
      "import _torch, ctypes\ndef change(t):\n    m = _torch._lent(t)\n"
      "    ctypes.c_float.from_address(t.data_ptr()).value = 9.0\n";
  const std::string chain = "d = x - mean\ny = d / torch.sqrt(var + 1e-5)\n";
  const auto is_found = [&](const std::string& code) {
    Cells cells;
    EXPECT_EQ(cells.run(kHead + setup + code), "") << code;
    return testing::recognized(cells.array("y")).has_value();
  };
  EXPECT_TRUE(is_found(chain));
  EXPECT_TRUE(is_found("m = _torch._lent(x)\n" + chain + "k = x.tolist(), _torch._lent(y)"));
  EXPECT_FALSE(is_found(chain + "change(y)"));
  EXPECT_FALSE(is_found(chain + "change(x)"));
  EXPECT_FALSE(is_found("d = x - mean\nchange(d)\ny = d / torch.sqrt(var + 1e-5)"));
  // Written before it was used: then it is an input like any other.
  EXPECT_TRUE(is_found("x = x * 2\nchange(x)\ny = torch.softmax(x, -1)"));
  EXPECT_FALSE(is_found(chain + "v = y[0]\nv.zero_()"));
}

}  // namespace
}  // namespace normscope::notebook::torch
