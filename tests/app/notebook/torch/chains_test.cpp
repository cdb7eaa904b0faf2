// SPDX-License-Identifier: MIT
// Chains that cells write, normalizations or not, as programs: what the steps are, and that each,
// worked out in double from what its step says, is the array that the cell made.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/app/notebook/evaluated_program.hpp"
#include "tests/app/notebook/sent_records.hpp"
#include "tests/app/notebook/torch/embedded_python.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::torch {
namespace {

constexpr const char* kChainStart = R"py(import math
import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
x, w, v = torch.randn(3, 4), torch.randn(4, 4), torch.randn(4, 4)
gamma, beta = torch.rand(4), torch.rand(4)
)py";

std::optional<testing::Chain> program_in(const std::string& code) {
  Cells cells;
  EXPECT_EQ(cells.run(kChainStart + code), "") << code;
  const auto records = protocol::records_of(cells.array("y"));
  auto program = recognition::chain_program(testing::sent(records));
  if (program) testing::expect_values(*program, records);
  return program;
}

std::string chain_text(const std::string& code) {
  SCOPED_TRACE(code);
  const auto program = program_in(code);
  return program ? testing::text_of(*program) : "nothing";
}

TEST(Chains, ASigmoidByHand) {
  EXPECT_EQ(
      chain_text("y = 1 / (1 + torch.exp(-x))"),
      "input (3, 4); multiply-constant 0: -1; exponential 1; add-constant 2: 1; reciprocal 3");
}

TEST(Chains, DyT) {
  EXPECT_EQ(chain_text("alpha = torch.tensor(0.5)\ny = gamma * torch.tanh(alpha * x) + beta"),
            "input (3, 4); parameter (); parameter (4); parameter (4); multiply 1 0; tanh 4; "
            "multiply 3 5; add 6 2");
  EXPECT_EQ(chain_text("y = gamma * torch.tanh(0.5 * x) + beta"),
            "input (3, 4); parameter (4); parameter (4); multiply-constant 0: 0.5; tanh 3; "
            "multiply 2 4; add 5 1");
}

TEST(Chains, LogSumExp) {
  EXPECT_EQ(chain_text("m = x.max(-1, keepdim=True).values\n"
                       "y = m.squeeze(-1) + torch.log(torch.exp(x - m).sum(-1))"),
            "input (3, 4); maximum 0 over 1; view 1 (3); subtract 0 1; exponential 3; sum-over 4 "
            "over 1 dropped: 1; logarithm 5; add 2 6");
}

TEST(Chains, CosineSimilarity) {
  EXPECT_EQ(chain_text("a, b = x[0], x[1]\ny = (a * b).sum() / (a.norm() * b.norm())"),
            "input (4); parameter (4); multiply 0 1; square 0; sum-over 3 over 0 dropped: 1; "
            "root-of-squares 4; square 1; sum-over 6 over 0 dropped: 1; root-of-squares 7; "
            "sum-over 2 over "
            "0 dropped: 1; multiply 5 8; divide 9 10");
}

TEST(Chains, MinMaxScaling) {
  EXPECT_EQ(chain_text("y = (x - x.min()) / (x.max() - x.min())"),
            "input (3, 4); minimum 0 over 0,1 dropped; maximum 0 over 0,1 dropped; subtract 0 1; "
            "subtract 2 1; divide 3 4");
}

TEST(Chains, TheSoftmaxOfScaledScores) {
  EXPECT_EQ(chain_text("q, k = x @ w, x @ v\ny = torch.softmax(q @ k.T / math.sqrt(4), -1)"),
            "input (3, 4); parameter (4, 4); parameter (4, 4); plain-product 0 1; plain-product 0 "
            "2; product 3 4; divide-constant 5: 2; maximum 6 over 1; subtract 6 7; exponential 8; "
            "sum-over 9 over 1: 1; divide 9 10");
  EXPECT_EQ(chain_text("q, k = x, torch.randn(5, 4)\ns = q @ k.T / math.sqrt(4)\n"
                       "e = torch.exp(s - s.amax(-1, keepdim=True))\n"
                       "y = e / e.sum(-1, keepdim=True)"),
            "input (3, 4); parameter (5, 4); product 0 1; divide-constant 2: 2; maximum 3 over 1; "
            "subtract 3 4; exponential 5; sum-over 6 over 1: 1; divide 6 7");
}

TEST(Chains, Normalizations) {
  EXPECT_EQ(
      chain_text("y = F.normalize(x, dim=-1)"),
      "input (3, 4); square 0; sum-over 1 over 1: 1; root-of-squares 2; at-least 3: 1e-12; view "
      "4 (3, 4); divide 0 5");
  EXPECT_EQ(chain_text("y = x / x.norm(dim=-1, keepdim=True)"),
            "input (3, 4); square 0; sum-over 1 over 1: 1; root-of-squares 2; divide 0 3");
  EXPECT_EQ(
      chain_text("y = F.layer_norm(x, (4,), gamma, beta, 1e-3)"),
      "input (3, 4); parameter (4); parameter (4); sum-over 0 over 1: n; subtract 0 3; variance 0 "
      "over 1: n; add-constant 5: 0.001; reciprocal-root 6; multiply 4 7; multiply 8 1; add 9 2");
  EXPECT_EQ(chain_text("m = x.mean(-1)\nd = x - m[:, None]\n"
                       "y = gamma * d / torch.sqrt((d ** 2).mean(-1).unsqueeze(1) + 1e-5) + beta"),
            "input (3, 4); parameter (4); parameter (4); sum-over 0 over 1 dropped: n; view 3 (3); "
            "view 4 (3, 1); subtract 0 5; multiply 2 6; square 6; sum-over 8 over 1 dropped: n; "
            "view 9 (3, 1); add-constant 10: 1e-05; square-root 11; divide 7 12; add 13 1");
  // Written twice, it is one step.
  EXPECT_EQ(chain_text("y = torch.exp(x) / torch.exp(x).sum(-1, keepdim=True)"),
            "input (3, 4); exponential 0; sum-over 1 over 1: 1; divide 1 2");
  // A weight that is one more than a parameter is computed from it.
  EXPECT_EQ(chain_text("y = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * (1 + gamma)"),
            "input (3, 4); parameter (4); add-constant 1: 1; square 0; sum-over 3 over 1: n; "
            "add-constant 4: 1e-06; reciprocal-root 5; multiply 0 6; multiply 7 2");
}

TEST(Chains, WhatOperationsAreTold) {
  EXPECT_EQ(chain_text("y = x.clamp(-1, 0.5)"), "nothing");
  EXPECT_EQ(chain_text("y = x.clamp(max=torch.tensor(0.5), min=0)"), "nothing");
  EXPECT_EQ(chain_text("y = 2 - x"), "input (3, 4); multiply-constant 0: -1; add-constant 1: 2");
  EXPECT_EQ(chain_text("y = 2 ** x"), "nothing");
  EXPECT_EQ(chain_text("y = 3 / x"), "input (3, 4); reciprocal 0; multiply-constant 1: 3");
  EXPECT_EQ(chain_text("y = x.var(0) + x.std((0, 1), unbiased=False)"),
            "input (3, 4); variance 0 over 0 dropped: n-1; variance 0 over 0,1 dropped: n; "
            "root-of-squares 2; add 1 3");
  EXPECT_EQ(chain_text("y = torch.where(x > 0, x, x * 0.1)"), "nothing");
  EXPECT_EQ(chain_text("y = torch.linalg.vector_norm(x, ord=3, dim=1)"), "nothing");
  EXPECT_EQ(chain_text("y = F.linear(x, w, beta)"),
            "input (3, 4); parameter (4, 4); parameter (4); product 0 1; add 3 2");
  EXPECT_EQ(chain_text("z = x.sort(-1, descending=True).values\ny = z - z.mean()"),
            "input (3, 4); sum-over 0 over 0,1 dropped: n; subtract 0 1");
  EXPECT_EQ(chain_text("y = x @ x.T"), "input (3, 4); product 0 0");
  EXPECT_EQ(chain_text("y = torch.logsumexp(x, -1) + x.softmax(0).amin(1)"),
            "input (3, 4); maximum 0 over 1; subtract 0 1; exponential 2; sum-over 3 over 1: 1; "
            "logarithm 4; add 5 1; view 6 (3); maximum 0 over 0; subtract 0 8; exponential 9; "
            "sum-over 10 over 0: 1; divide 10 11; minimum 12 over 1 dropped; add 7 13");
}

TEST(Chains, WhatNoStepSaysIsGiven) {
  // A draw, a part, another type, a sum with a factor.
  EXPECT_EQ(chain_text("y = F.dropout(x * 2, 0.5) + 1"), "input (3, 4); add-constant 0: 1");
  EXPECT_EQ(chain_text("y = (x * 2)[0] + 1"), "input (4); add-constant 0: 1");
  EXPECT_EQ(chain_text("y = (x.double() * 2).float() + 1"), "input (3, 4); add-constant 0: 1");
  EXPECT_EQ(chain_text("y = torch.add(x * 2, x, alpha=3) + 1"), "input (3, 4); add-constant 0: 1");
  EXPECT_EQ(chain_text("y = x.double() * 2"), "nothing");
  EXPECT_EQ(chain_text("y = x"), "nothing");
  EXPECT_EQ(chain_text("y = x.T"), "nothing");
  EXPECT_EQ(chain_text("y = (x * 2).max(-1).indices"), "nothing");
}

TEST(Chains, WhatWasChangedInPlaceIsComputedAsItWas) {
  // Nobody has the values of d any more, but they are x - 1.
  EXPECT_EQ(chain_text("d = x - 1\ny = d.exp()\nd.zero_()"),
            "input (3, 4); add-constant 0: -1; exponential 1");
  EXPECT_EQ(chain_text("y = x - 1\ny *= 2\ny.exp_()"),
            "input (3, 4); add-constant 0: -1; multiply-constant 1: 2; exponential 2");
  // The values of x themselves are lost.
  EXPECT_EQ(chain_text("y = x.exp() + 1\nx.zero_()"), "input (3, 4); add-constant 0: 1");
  EXPECT_EQ(chain_text("y = x.exp()\nx.zero_()"), "nothing");
}

TEST(Chains, ParametersAreWhatAsksForGradients) {
  EXPECT_EQ(chain_text("p = nn.Parameter(torch.ones(3, 4))\ny = p * x"),
            "input (3, 4); parameter (3, 4); view 0 (3, 4); multiply 2 1");
  EXPECT_EQ(chain_text("y = nn.Sequential(nn.Linear(4, 2), nn.ReLU())(x)"),
            "input (3, 4); parameter (2, 4); parameter (2); product 0 1; add 3 2; rectify 4");
}

TEST(Chains, ALongOneBeginsWhereAllPathsMeet) {
  const auto program = program_in(
      "a = x\nfor i in range(20):\n    a = a - a.mean(-1, keepdim=True)\n    a = a + 1\n"
      "    b = a * 2\n    a = a.tanh() + b\ny = a");
  ASSERT_TRUE(program);
  EXPECT_LE(program->size(), trace::kMostWrittenSteps);
  EXPECT_GT(program->size(), trace::kMostWrittenSteps - 12);
  EXPECT_EQ(
      std::ranges::count_if(
          *program, [](const auto& at) { return at.step.primitive == trace::Primitive::kGiven; }),
      1);
}

// Beyond a depth, records are only told apart by when they were made.
TEST(Chains, TheEndOfAVeryLongOneComesInOrder) {
  Cells cells;
  ASSERT_EQ(cells.run("import torch\nz = torch.ones(2, requires_grad=True)\n"
                      "for _ in range(3000):\n    z = z * 1.0001 + 0.001\n"),
            "");
  const auto records = protocol::records_of(cells.array("z"));
  EXPECT_GT(records.graph.records.size(), 100U);
  EXPECT_TRUE(protocol::check(records.graph));
  EXPECT_EQ(records.graph.records.back().operation, "add");
}

// Whatever people write: the records of each tensor are a message that the app takes, and their
// program is one.
TEST(Chains, TheTensorsOfWholeScripts) {
  std::size_t chains = 0;
  for (const char* const folder : {"nn", "programs", "torch"}) {
    for (const auto& file : std::filesystem::directory_iterator(
             testing::data_path(std::string("notebooks/") + folder))) {
      if (file.path().extension() != ".py") continue;
      SCOPED_TRACE(file.path().filename().string());
      Cells cells;
      cells.run(testing::read_file(file.path()));  // some end with an exception
      for (const std::string& name : cells.tensors()) {
        SCOPED_TRACE(name);
        const auto records = protocol::records_of(cells.array(name.c_str()));
        const auto program = recognition::chain_program(testing::sent(records));
        testing::recognized(cells.array(name.c_str()));
        if (!program) continue;
        ++chains;
        EXPECT_LE(program->size(), trace::kMostWrittenSteps);
        testing::expect_values(*program, records);
      }
    }
  }
  EXPECT_GT(chains, 80U);
}

}  // namespace
}  // namespace normscope::notebook::torch
