// SPDX-License-Identifier: MIT
// Chains that cells write, normalizations or not, as programs: what the steps are, and that each,
// worked out in double from what its step says, is the array that the cell made.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/app/notebook/evaluated_program.hpp"
#include "tests/app/notebook/sent_records.hpp"
#include "tests/app/notebook/torch_module/embedded_python.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::torch {
namespace {

using recognition::ProgramStep;
using recognition::StepKind;

constexpr const char* kChainStart = R"py(import math
import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
x, w, v = torch.randn(3, 4), torch.randn(4, 4), torch.randn(4, 4)
gamma, beta = torch.rand(4), torch.rand(4)
)py";

std::optional<testing::Program> program_in(const std::string& code) {
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
  EXPECT_EQ(chain_text("y = 1 / (1 + torch.exp(-x))"),
            "input (3, 4); neg 0; exp 1; add 2: 1; reciprocal 3");
}

TEST(Chains, DyT) {
  EXPECT_EQ(chain_text("alpha = torch.tensor(0.5)\ny = gamma * torch.tanh(alpha * x) + beta"),
            "parameter (); parameter (4); parameter (4); input (3, 4); mul 0 3; tanh 4; mul 2 5; "
            "add 6 1");
  EXPECT_EQ(chain_text("y = gamma * torch.tanh(0.5 * x) + beta"),
            "parameter (4); parameter (4); input (3, 4); mul 2: 0.5; tanh 3; mul 1 4; add 5 0");
}

TEST(Chains, LogSumExp) {
  EXPECT_EQ(
      chain_text("m = x.max(-1, keepdim=True).values\n"
                 "y = m.squeeze(-1) + torch.log(torch.exp(x - m).sum(-1))"),
      "input (3, 4); amax 0 over 1 kept; reshape 1; sub 0 1; exp 3; sum 4 over 1; log 5; add 2 6");
}

TEST(Chains, CosineSimilarity) {
  EXPECT_EQ(chain_text("a, b = x[0], x[1]\ny = (a * b).sum() / (a.norm() * b.norm())"),
            "input (4); parameter (4); mul 0 1; norm 0 over 0: 2; norm 1 over 0: 2; sum 2 over 0; "
            "mul 3 4; div 5 6");
}

TEST(Chains, MinMaxScaling) {
  EXPECT_EQ(chain_text("y = (x - x.min()) / (x.max() - x.min())"),
            "input (3, 4); amin 0 over 0,1; amax 0 over 0,1; sub 0 1; sub 2 1; div 3 4");
}

TEST(Chains, TheSoftmaxOfScaledScores) {
  EXPECT_EQ(chain_text("q, k = x @ w, x @ v\ny = torch.softmax(q @ k.T / math.sqrt(4), -1)"),
            "input (3, 4); parameter (4, 4); parameter (4, 4); matmul 0 1; matmul 0 2; permute 4 "
            "over 1,0; matmul 3 5; div 6: 2; softmax 7 over 1");
  EXPECT_EQ(chain_text("q, k = x, torch.randn(5, 4)\ns = q @ k.T / math.sqrt(4)\n"
                       "e = torch.exp(s - s.amax(-1, keepdim=True))\n"
                       "y = e / e.sum(-1, keepdim=True)"),
            "input (3, 4); parameter (4, 5); matmul 0 1; div 2: 2; amax 3 over 1 kept; sub 3 4; "
            "exp 5; sum 6 over 1 kept; div 6 7");
}

TEST(Chains, Normalizations) {
  EXPECT_EQ(chain_text("y = F.normalize(x, dim=-1)"),
            "input (3, 4); norm 0 over 1 kept: 2; maximum 1: 1e-12; div 0 2");
  EXPECT_EQ(chain_text("y = x / x.norm(dim=-1, keepdim=True)"),
            "input (3, 4); norm 0 over 1 kept: 2; div 0 1");
  EXPECT_EQ(chain_text("y = F.layer_norm(x, (4,), gamma, beta, 1e-3)"),
            "input (3, 4); parameter (4); parameter (4); layer_norm 0 1 2 over 1: 0.001");
  EXPECT_EQ(chain_text("m = x.mean(-1)\nd = x - m[:, None]\n"
                       "y = gamma * d / torch.sqrt((d ** 2).mean(-1).unsqueeze(1) + 1e-5) + beta"),
            "parameter (4); parameter (4); input (3, 4); mean 2 over 1 kept; sub 2 3; mul 1 4; pow "
            "4: 2; mean 6 over 1 kept; add 7: 1e-05; sqrt 8; div 5 9; add 10 0");
  // Written twice, it is one step.
  EXPECT_EQ(chain_text("y = torch.exp(x) / torch.exp(x).sum(-1, keepdim=True)"),
            "input (3, 4); exp 0; sum 1 over 1 kept; div 1 2");
  // A weight that is one more than a parameter is computed from it.
  EXPECT_EQ(chain_text("y = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * (1 + gamma)"),
            "input (3, 4); parameter (4); add 1: 1; pow 0: 2; mean 3 over 1 kept; add 4: 1e-06; "
            "rsqrt 5; mul 0 6; mul 7 2");
}

TEST(Chains, WhatOperationsAreTold) {
  EXPECT_EQ(chain_text("y = x.clamp(-1, 0.5)"), "input (3, 4); maximum 0: -1; minimum 1: 0.5");
  EXPECT_EQ(chain_text("y = x.clamp(max=torch.tensor(0.5), min=0)"),
            "parameter (); input (3, 4); maximum 1: 0; minimum 2 0");
  EXPECT_EQ(chain_text("y = 2 - x"), "input (3, 4); sub 0: 2 first");
  EXPECT_EQ(chain_text("y = 2 ** x"), "input (3, 4); pow 0: 2 first");
  EXPECT_EQ(chain_text("y = 3 / x"), "input (3, 4); reciprocal 0; mul 1: 3");
  EXPECT_EQ(chain_text("y = x.var(0) + x.std((0, 1), unbiased=False)"),
            "input (3, 4); var 0 over 0: 1; std 0 over 0,1: 0; add 1 2");
  EXPECT_EQ(chain_text("y = torch.where(x > 0, x, x * 0.1)"),
            "input (3, 4); gt 0: 0; mul 0: 0.1; where 1 0 2");
  EXPECT_EQ(chain_text("y = torch.linalg.vector_norm(x, ord=3, dim=1)"),
            "input (3, 4); norm 0 over 1: 3");
  EXPECT_EQ(chain_text("y = F.linear(x, w, beta)"),
            "input (3, 4); parameter (4, 4); parameter (4); linear 0 1 2");
  EXPECT_EQ(chain_text("z = x.sort(-1, descending=True).values\ny = z - z.mean()"),
            "input (3, 4); sort 0 over 1: 1; mean 1 over 0,1; sub 1 2");
  EXPECT_EQ(chain_text("y = x @ x.T"), "input (3, 4); permute 0 over 1,0; matmul 0 1");
  EXPECT_EQ(chain_text("y = torch.logsumexp(x, -1) + x.softmax(0).amin(1)"),
            "input (3, 4); logsumexp 0 over 1; softmax 0 over 0; amin 2 over 1; add 1 3");
}

TEST(Chains, WhatNoStepSaysIsGiven) {
  // A draw, a part, another type, a sum with a factor.
  EXPECT_EQ(chain_text("y = F.dropout(x * 2, 0.5) + 1"), "input (3, 4); add 0: 1");
  EXPECT_EQ(chain_text("y = (x * 2)[0] + 1"), "input (4); add 0: 1");
  EXPECT_EQ(chain_text("y = (x.double() * 2).float() + 1"), "input (3, 4); add 0: 1");
  EXPECT_EQ(chain_text("y = torch.add(x * 2, x, alpha=3) + 1"), "input (3, 4); add 0: 1");
  EXPECT_EQ(chain_text("y = x.double() * 2"), "nothing");
  EXPECT_EQ(chain_text("y = x"), "nothing");
  EXPECT_EQ(chain_text("y = x.T"), "nothing");
  EXPECT_EQ(chain_text("y = (x * 2).max(-1).indices"), "nothing");
}

TEST(Chains, WhatWasChangedInPlaceIsComputedAsItWas) {
  // Nobody has the values of d any more, but they are x - 1.
  EXPECT_EQ(chain_text("d = x - 1\ny = d.exp()\nd.zero_()"), "input (3, 4); sub 0: 1; exp 1");
  EXPECT_EQ(chain_text("y = x - 1\ny *= 2\ny.exp_()"), "input (3, 4); sub 0: 1; mul 1: 2; exp 2");
  // The values of x themselves are lost.
  EXPECT_EQ(chain_text("y = x.exp() + 1\nx.zero_()"), "input (3, 4); add 0: 1");
  EXPECT_EQ(chain_text("y = x.exp()\nx.zero_()"), "nothing");
}

TEST(Chains, ParametersAreWhatAsksForGradients) {
  EXPECT_EQ(chain_text("p = nn.Parameter(torch.ones(3, 4))\ny = p * x"),
            "parameter (3, 4); input (3, 4); mul 1 0");
  EXPECT_EQ(chain_text("y = nn.Sequential(nn.Linear(4, 2), nn.ReLU())(x)"),
            "input (3, 4); parameter (2, 4); parameter (2); linear 0 1 2; relu 3");
}

TEST(Chains, ALongOneBeginsWhereAllPathsMeet) {
  const auto program = program_in(
      "a = x\nfor i in range(20):\n    a = a - a.mean(-1, keepdim=True)\n    a = a + 1\n"
      "    b = a * 2\n    a = a.tanh() + b\ny = a");
  ASSERT_TRUE(program);
  EXPECT_LE(program->size(), recognition::kMostProgramSteps);
  EXPECT_GT(program->size(), recognition::kMostProgramSteps - 12);
  EXPECT_EQ(std::ranges::count(*program, StepKind::kInput, &ProgramStep::kind), 1);
  EXPECT_EQ(std::ranges::count(*program, StepKind::kParameter, &ProgramStep::kind), 0);
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
        EXPECT_LE(program->size(), recognition::kMostProgramSteps);
        EXPECT_EQ(program->back().shape, cells.array(name.c_str()).shape);
        try {
          testing::expect_values(*program, records);
        } catch (const std::out_of_range&) {
          // An operation that the judge does not know.
        }
      }
    }
  }
  EXPECT_GT(chains, 80U);
}

}  // namespace
}  // namespace normscope::notebook::torch
