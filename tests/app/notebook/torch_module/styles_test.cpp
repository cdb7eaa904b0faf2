// SPDX-License-Identifier: MIT
// Normalizations and softmaxes in the many ways in which people write them, run as code and read
// back: each is found, with its options and the line of each step; what is none is not taken for
// one.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/notebook/recognition/recognize.hpp"
#include "tests/app/notebook/torch_module/embedded_python.hpp"

namespace normscope::notebook::torch {
namespace {

constexpr const char* kStart = R"py(
import math
import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
x, z = torch.randn(3, 6), torch.randn(2, 3, 6)
eps, g, b = 1e-5, torch.ones(6) * 2, torch.ones(6)
mu = x.mean(-1, keepdim=True)
d = x - mu
e = torch.exp(x)
)py";

std::optional<recognition::Recognized> chain_of(const std::string& code) {
  Cells cells;
  EXPECT_EQ(cells.run(kStart + code), "") << code;
  return recognition::recognize(cells.array("y"));
}

ops::NormOptions norm_of(const std::string& code) {
  SCOPED_TRACE(code);
  const auto found = chain_of(code);
  EXPECT_TRUE(found);
  if (!found || !std::holds_alternative<ops::NormOptions>(found->options)) {
    ADD_FAILURE() << "no normalization";
    return {};
  }
  return std::get<ops::NormOptions>(found->options);
}

TEST(Styles, TheReferenceIsTheReferenceHoweverItIsWritten) {
  for (const char* const code : {
           "y = d * torch.rsqrt(x.var(-1, keepdim=True, unbiased=False) + eps)",
           "y = d.div((x.var(-1, keepdim=True, unbiased=False) + eps).sqrt())",
           "y = (x - x.mean(dim=1)[:, None]) / torch.sqrt(x.var(1, False)[:, None] + eps)",
           "y = d / (d.pow(2).mean(-1, keepdim=True) + eps) ** 0.5",
           "y = d * (d * d).mean(-1, keepdim=True).add(eps).pow(-0.5)",
           "y = d / torch.sqrt(torch.sum(d ** 2, -1, keepdim=True) / d.shape[-1] + eps)",
           "y = d / torch.sqrt(d.var(-1, keepdim=True, unbiased=False) + eps)",
           "y = d / torch.sqrt(x.var(-1, keepdim=True, unbiased=False) + torch.tensor(1e-5))",
           // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): lines of one program
           "v, m = torch.var_mean(x, -1, unbiased=False, keepdim=True)\n"
           "y = (x - m) / torch.sqrt(v + eps)",
           "y = torch.stack([(r - r.mean()) / torch.sqrt(r.var(unbiased=False) + eps) for r in x])",
           "y = torch.empty_like(x)\n"
           "for i in range(3):\n"
           "    y[i] = (x[i] - x[i].mean()) / torch.sqrt(x[i].var(unbiased=False) + eps)",
           "y = g * (d / torch.sqrt(x.var(-1, keepdim=True, unbiased=False) + eps)) + b",
           "y = nn.LayerNorm(6)(x)",
       }) {
    const ops::NormOptions found = norm_of(code);
    EXPECT_EQ(found.kind, ops::Normalization::kLayerNorm) << code;
    EXPECT_EQ(found.normalized_shape, (tensor::Shape{6})) << code;
    EXPECT_EQ(found.epsilon, 1e-5) << code;
    EXPECT_EQ(found.epsilon_placement, ops::EpsilonPlacement::kInside) << code;
    EXPECT_EQ(found.estimator, ops::VarianceEstimator::kBiased) << code;
    EXPECT_EQ(chain_of(code)->preset, "V3") << code;
  }
}

TEST(Styles, RowsOfALoopKeepTheirValuesAndLines) {
  const auto found = chain_of(
      "y = torch.zeros(3, 6)\n"
      "for i, row in enumerate(x):\n"
      "    m = row.mean()\n"
      "    s = torch.sqrt(row.var(unbiased=False) + eps)\n"
      "    y[i] = (row - m) / s");
  ASSERT_TRUE(found);
  const auto& steps = found->trace.steps();
  ASSERT_EQ(steps.front().shape, (tensor::Shape{3, 6}));
  EXPECT_EQ(steps[1].name, "mean");
  EXPECT_EQ(steps[1].shape, (tensor::Shape{3, 1}));
  EXPECT_EQ(found->places[1].line, 14);
  EXPECT_EQ(found->places.back().line, 16);
  const auto whole = chain_of("y = d / torch.sqrt(x.var(-1, False, keepdim=True) + eps)");
  ASSERT_TRUE(whole);
  for (std::int64_t group = 0; group < 3; ++group) {
    EXPECT_EQ(found->trace.value(1, group), whole->trace.value(1, group));
  }
}

TEST(Styles, OtherNormalizations) {
  EXPECT_EQ(norm_of("y = (x - x.mean(0)) / torch.sqrt(x.var(0, unbiased=False) + eps)").kind,
            ops::Normalization::kBatchNorm);
  EXPECT_EQ(norm_of("y = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * g").kind,
            ops::Normalization::kRmsNorm);
  EXPECT_EQ(norm_of("y = nn.BatchNorm1d(6)(x)").kind, ops::Normalization::kBatchNorm);
  EXPECT_EQ(norm_of("y = nn.InstanceNorm1d(3)(z)").kind, ops::Normalization::kInstanceNorm);
  const ops::NormOptions group = norm_of("y = nn.GroupNorm(3, 3)(z)");
  EXPECT_EQ(group.kind, ops::Normalization::kGroupNorm);
  EXPECT_EQ(group.groups, 3);
  const ops::NormOptions outside = norm_of(
      "s, m = torch.std_mean(x, -1, keepdim=True)\n"
      "y = (x - m) / (s + 1e-6)");
  EXPECT_EQ(outside.epsilon_placement, ops::EpsilonPlacement::kOutside);
  EXPECT_EQ(outside.estimator, ops::VarianceEstimator::kUnbiased);
  EXPECT_EQ(outside.epsilon, 1e-6);
}

TEST(Styles, Softmax) {
  for (const char* const code : {
           "y = e / e.sum(dim=1)[:, None]",
           "y = e * e.sum(-1, keepdim=True).reciprocal()",
           "y = e * (1 / e.sum(-1, keepdim=True))",
           "y = torch.exp(x - x.max(1)[0].unsqueeze(1)); y = y / y.sum(1, keepdim=True)",
           "y = torch.exp(x - torch.logsumexp(x, -1, keepdim=True))",
           "y = torch.stack([torch.exp(r) / torch.exp(r).sum() for r in x])",
           "y = torch.softmax(x, 1)",
       }) {
    SCOPED_TRACE(code);
    const auto found = chain_of(code);
    ASSERT_TRUE(found);
    const auto& options = std::get<ops::SoftmaxOptions>(found->options);
    EXPECT_FALSE(options.log);
    EXPECT_EQ(options.dim, 1);
    EXPECT_EQ(found->trace.steps().back().shape, (tensor::Shape{3, 6}));
  }
  const auto logarithm = chain_of("y = x - torch.logsumexp(x, -1, keepdim=True)");
  ASSERT_TRUE(logarithm);
  EXPECT_TRUE(std::get<ops::SoftmaxOptions>(logarithm->options).log);
}

TEST(Styles, WhatIsNone) {
  for (const char* const code : {
           "y = x / x.norm(dim=-1, keepdim=True)",
           "y = torch.stack([r - r.mean() for r in x])",
           // Rows of two kinds, a row that is missing, and one that was written over.
           "y = torch.stack([F.softmax(x[0], 0), x[1]])",
           "y = torch.zeros(3, 6)\n"
           "for i in range(2):\n"
           "    y[i] = torch.softmax(x[i], 0)",
           "y = torch.zeros(3, 6)\n"
           "for i in range(3):\n"
           "    y[i] = torch.softmax(x[i], 0)\n"
           "y[1, 2] = 0",
           "m = nn.BatchNorm1d(6).eval(); y = m(x)",
       }) {
    EXPECT_FALSE(chain_of(code)) << code;
  }
}

}  // namespace
}  // namespace normscope::notebook::torch
