// SPDX-License-Identifier: MIT
// Plans as text.
#include "core/precision/plan.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "tests/core/precision/plan_of.hpp"

namespace normscope::precision {
namespace {

TEST(Plan, WhatIsNotSaidFollowsFromWhatIs) {
  EXPECT_EQ(plan_of(""), Plan{});
  EXPECT_EQ(plan_of("float32"), Plan{});
  const Plan half = plan_of("storage=float16");
  EXPECT_EQ(half.step, FormatId::kFloat16);
  EXPECT_EQ(half.sum, FormatId::kFloat16);
  EXPECT_EQ(half.order, formats::SumOrder::kSequential);
  const Plan mixed = plan_of("storage=float16 sum=float32 lanes=4");
  EXPECT_EQ(mixed.step, FormatId::kFloat16);
  EXPECT_EQ(mixed.sum, FormatId::kFloat32);
  EXPECT_EQ(mixed.order, formats::SumOrder::kSequential);
  EXPECT_EQ(mixed.lanes, 4);
  EXPECT_EQ(plan_of("storage=float16 sum=float32").order, formats::SumOrder::kTorch);
  EXPECT_EQ(plan_of("rounding=toward-zero").order, formats::SumOrder::kSequential);
  EXPECT_EQ(plan_of("float16, sum=float32"),
            plan_of("storage=float16 sum=float32 order=sequential"));
}

TEST(Plan, EveryTextIsReadAsItWasWritten) {
  const auto same = [](std::string_view text) {
    const Plan plan = plan_of(text);
    std::string written = to_text(plan);
    EXPECT_EQ(plan_of(written), plan) << text << ": " << written;
    return written;
  };
  for (const NamedPlan& named : named_plans()) {
    same(named.text);
    same(named.name);
    EXPECT_EQ(name_or_text(plan_of(named.name)), named.name);
  }
  EXPECT_EQ(same("storage=float16 sum=float32 lanes=4"), "storage=float16 sum=float32 lanes=4");
  EXPECT_EQ(same("centred=float64 variance+eps=float16"), "variance+eps=float16 centred=float64");
  EXPECT_EQ(same("order=sequential"), "order=sequential");
  EXPECT_EQ(same("fold=halves lanes=8"), "lanes=8 fold=halves");
  same("storage=bfloat16 step=float32 statistics=float16 sum=float16 order=kahan lanes=2");
  same("rounding=stochastic seed=18446744073709551615 overflow=saturate subnormals=flushed");
  same("rounding=toward-zero constants=float16 fma=on");
}

TEST(Plan, NamesAreDifferentPlansWithSources) {
  std::set<std::string> texts;
  for (const NamedPlan& named : named_plans()) {
    EXPECT_TRUE(texts.insert(to_text(plan_of(named.name))).second) << named.name;
    EXPECT_FALSE(named.source.empty());
    EXPECT_FALSE(named.words.empty());
    EXPECT_FALSE(named.words.ends_with('.'));
  }
}

TEST(Plan, WhatIsWrongIsNamed) {
  const auto error = [](std::string_view text) {
    const auto plan = parse_plan(text);
    EXPECT_FALSE(plan) << text;
    return plan ? std::string() : plan.error().sentence;
  };
  EXPECT_EQ(error("fp16"), "no precision plan is called 'fp16'");
  EXPECT_EQ(
      error("storage=fp16"),
      "storage=fp16: expected one of float64, float32, tf32, bfloat16, float16, e4m3fn, e5m2");
  EXPECT_EQ(error("store=float16"), "no setting of a precision plan is called 'store'");
  EXPECT_EQ(error("lanes=3"), "lanes=3: expected one of 1, 2, 4, 8, ... 64");
  EXPECT_EQ(error("lanes=128"), "lanes=128: expected one of 1, 2, 4, 8, ... 64");
  EXPECT_EQ(error("lanes=4 lanes=4"), "lanes is given twice");
  EXPECT_EQ(error("lanes=4 order=torch"), "order=torch has lanes of its own");
  EXPECT_EQ(error("sum=float16 order=torch"),
            "order=torch is PyTorch's order in float32, but sum is float16");
  EXPECT_EQ(error("rounding=stochastic order=torch"), "order=torch is rounded to nearest");
  EXPECT_EQ(error("fma=on order=kahan"),
            "fma=on goes with sums in sequence, not with pairs or compensation");
  EXPECT_EQ(error("seed=-1"), "seed=-1: expected one of a number from 0 on");
  EXPECT_EQ(error("lanes=4 float16"), "the name of a plan, float16, comes before its changes");
  EXPECT_EQ(error("float16 bfloat16"), "the name of a plan, bfloat16, comes before its changes");
}

TEST(Plan, AnUnknownNameIsAnsweredWithTheNearest) {
  const auto hint = [](std::string_view text) {
    const auto plan = parse_plan(text);
    EXPECT_FALSE(plan) << text;
    return plan ? std::string() : plan.error().hint;
  };
  EXPECT_EQ(hint("half"), "did you mean float16?");
  EXPECT_EQ(hint("bf16"), "did you mean bfloat16?");
  EXPECT_EQ(hint("float8_e4m3fn"), "did you mean e4m3fn?");
  EXPECT_EQ(hint("pairwize"), "did you mean pairwise?");
  EXPECT_EQ(hint("four_lane"), "did you mean four-lanes?");
  const std::string all = hint("what");
  for (const NamedPlan& named : named_plans()) {
    EXPECT_NE(all.find(named.name), std::string::npos) << named.name;
  }
}

}  // namespace
}  // namespace normscope::precision
