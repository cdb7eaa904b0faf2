// SPDX-License-Identifier: MIT
// Normalizations and softmaxes as cells write them, from their source to the Trace: the variant,
// the steps, the lines, and the last step's values beside those of the variable.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/notebook/recognition/recognize.hpp"
#include "tests/app/notebook/torch_module/embedded_python.hpp"
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
  const auto found = recognition::recognize(cells.array("y"));
  if (!found) return {};
  Found result{std::string(found->preset), {}, {}};
  for (const auto& place : found->places) result.lines.push_back(place.line);
  for (const trace::Step& step : found->trace.steps()) result.steps.push_back(step.name);
  const auto values = arrays::values_of<float>(cells.array("y"));
  const int last = static_cast<int>(result.steps.size()) - 1;
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_NEAR(found->trace.value(last, static_cast<std::int64_t>(i)), values[i],
                1e-6F)  // built-in operations round otherwise than their chain; by hand it is exact
        << code;
  }
  return result;
}

TEST(Recognized, TheZooAsPeopleWriteIt) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"y = (x - mean) / torch.sqrt(var + 1e-5)", "V3"},
      {"y = (x - mean) / (var + 1e-5).sqrt()", "V3"},
      {"y = (x - mean) / (var + 1e-5) ** 0.5", "V3"},
      {"y = (x - mean) * torch.rsqrt(var + 1e-5)", "V3"},
      {"y = (x - mean) * (var + 1e-5) ** -0.5", "V3"},
      {"y = (x - mean) * (1 / torch.sqrt(var + 1e-5))", "V3"},
      {"y = torch.div(torch.sub(x, mean), torch.sqrt(torch.add(var, 1e-5)))", "V3"},
      {"y = (x - mean) / torch.sqrt(((x - mean) ** 2).mean(-1, keepdim=True) + 1e-5)", "V3"},
      {"d = x - mean\ny = d / torch.sqrt((d * d).sum(-1, keepdim=True) / 4 + 1e-5)", "V3"},
      {"m = x.mean(-1)\ny = (x - m[..., None]) / torch.sqrt(var + 1e-5)", "V3"},
      {"m = x.mean(-1).unsqueeze(-1)\ny = (x - m) / torch.sqrt(var + 1e-5)", "V3"},
      {"y = F.layer_norm(x, (4,))", "V3"},
      {"y = nn.LayerNorm(4)(x)", "V3"},
      {"y = (x - mean) / x.var(-1, keepdim=True).sqrt()", "V2"},
      {"y = (x - mean) / x.std(-1, keepdim=True)", "V2"},
      {"y = (x - mean) / torch.sqrt((x ** 2).mean(-1, keepdim=True) - mean ** 2 + 1e-5)", "V4"},
      {"y = (x - mean) / (x.std(-1, keepdim=True, unbiased=False) + 1e-5)", "V5"},
      {"y = nn.Parameter(torch.ones(4)) * (x - mean) / (x.std(-1, keepdim=True) + 1e-6)", "V6"},
      {"y = (x - mean) / torch.sqrt(var + 1e-3)", "V7"},
      {"d = x - mean\ny = d * torch.rsqrt((d ** 2).sum(-1, keepdim=True) / (4 + 1e-5))", "V8"},
      {"y = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)", "V10"},
      {"g, b = nn.Parameter(torch.ones(4)), nn.Parameter(torch.zeros(4))\ny = g * mean + b", "V1"},
      {"y = x - mean", "none"},
      {"y = x * 2 + 1", "none"},
      {"y = (x - mean) / var", "none"},
      {"y = (x - 1) / torch.sqrt(var + 1e-5)", "none"},
  };
  for (const auto& [code, preset] : cases) EXPECT_EQ(recognized(code).preset, preset) << code;
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
  const auto found = recognition::recognize(cells.array("y"));
  ASSERT_TRUE(found);
  using recognition::Place;
  EXPECT_EQ(found->places,
            (std::vector<Place>{{3, 1}, {1, 3}, {1, 3}, {4, 1}, {4, 1}, {4, 1}, {4, 1}}));
}

TEST(Recognized, GammaAndBetaAreThoseOfTheGroups) {
  const auto of = [](const std::string& code) {
    Cells cells;
    EXPECT_EQ(cells.run(kHead + code), "") << code;
    return recognition::recognize(cells.array("y"));
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

// What NumPy writes is no operation; a memoryview is what it writes through.
TEST(Recognized, NothingWhereOthersHaveWrittenIntoTheMemory) {
  const std::string setup =
      "import _torch\ndef change(t):\n    m = _torch._memory_of(t)\n    m[(0,) * m.ndim] = 9.0\n";
  const std::string chain = "d = x - mean\ny = d / torch.sqrt(var + 1e-5)\n";
  const auto is_found = [&](const std::string& code) {
    Cells cells;
    EXPECT_EQ(cells.run(kHead + setup + code), "") << code;
    return recognition::recognize(cells.array("y")).has_value();
  };
  EXPECT_TRUE(is_found(chain));
  EXPECT_TRUE(
      is_found("m = _torch._memory_of(x)\n" + chain + "k = m.tolist(), _torch._memory_of(y)"));
  EXPECT_FALSE(is_found(chain + "change(y)"));
  EXPECT_FALSE(is_found(chain + "change(x)"));
  EXPECT_FALSE(is_found("d = x - mean\nchange(d)\ny = d / torch.sqrt(var + 1e-5)"));
  // Written before it was used: then it is an input like any other.
  EXPECT_TRUE(is_found("x = x * 2\nchange(x)\ny = torch.softmax(x, -1)"));
  EXPECT_FALSE(is_found(chain + "v = y[0]\nv.zero_()"));
}

TEST(Recognized, Softmaxes) {
  for (const std::string code :
       {"y = torch.softmax(x, dim=-1)", "y = F.log_softmax(x, dim=0)",
        "y = torch.exp(x) / torch.exp(x).sum(-1, keepdim=True)",
        "e = x.exp()\ny = e / e.sum(dim=1, keepdim=True)",
        "e = (x - x.max(-1, keepdim=True).values).exp()\ny = e / e.sum(-1, keepdim=True)",
        "e = torch.exp(x / 0.5)\ny = e / torch.sum(e, dim=-1, keepdim=True)"}) {
    const Found found = recognized(code);
    ASSERT_FALSE(found.steps.empty()) << code;
    EXPECT_EQ(found.steps.front(), "input") << code;
    EXPECT_EQ(found.steps.back(), "output") << code;
  }
}

}  // namespace
}  // namespace normscope::notebook::torch
