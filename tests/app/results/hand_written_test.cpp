// SPDX-License-Identifier: MIT
// The primitives, operands and provenance of hand-written chains: those of the built-in steps of
// the same names, where the values are what the primitives make.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "app/document/edits.hpp"
#include "app/results/provenance.hpp"
#include "core/ops/presets.hpp"
#include "core/trace/operations.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

using document::Array;
using document::HandWritten;
using trace::Primitive;
using trace::Step;

const tensor::Tensor kX = testing::make({2, 3}, {1.5F, -2, 0.25F, 3, 5.5F, -1});
const tensor::Tensor kGamma = testing::make({3}, {0.5F, 0, -2});
const tensor::Tensor kBeta = testing::make({3}, {1, 2, 3});

trace::TensorRef share(const tensor::Tensor& values) {
  return std::make_shared<const tensor::Tensor>(values);
}

// The steps of a trace as if cells had computed them; `change` alters the record.
trace::Trace written(HandWritten hand_written, const trace::Trace& built_in,
                     const std::function<void(HandWritten&)>& change = {}) {
  for (const int at : built_in.program().main_steps()) {
    const Step& step = built_in.program().step(at);
    hand_written.steps.push_back({step.name, step.symbol, step.formula, 1, 1, "",
                                  Array(NORMSCOPE_VALUE_OR_FAIL(built_in.whole(at)))});
  }
  if (change) change(hand_written);
  const document::Variable variable{"lecture.py", "y", hand_written};
  const auto edit = NORMSCOPE_VALUE_OR_FAIL(
      document::open_variable(testing::lecture_document(), variable, Array(kX)));
  const Evaluation evaluation =
      evaluate(edit.after, 1, compute::make_backends(), compute::Device::kCpu);
  EXPECT_FALSE(evaluation.failure);
  EXPECT_EQ(evaluation.stages.size(), 1U);
  // The steps are those of the cells, and not the built-in ones.
  EXPECT_EQ(evaluation.cards.back().source.line, 1);
  return evaluation.stages.back().trace;
}

void expect_same_steps(const trace::Trace& trace, const trace::Trace& built_in,
                       const std::string& what) {
  const std::vector<int> steps = trace.program().main_steps();
  const std::vector<int> wanted = built_in.program().main_steps();
  ASSERT_EQ(steps.size(), wanted.size()) << what;
  // Operands by their names: parameters stand elsewhere.
  const auto name_of = [](const trace::Trace& of, int at) {
    return at < 0 ? std::string() : of.program().step(at).name;
  };
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const Step& step = trace.program().step(steps[i]);
    const Step& expected = built_in.program().step(wanted[i]);
    // The temperature is a number of the options here, and a step there.
    if (expected.role == trace::Role::kDividedByTemperature) {
      EXPECT_EQ(step.primitive, Primitive::kDivideConstant) << what;
      continue;
    }
    EXPECT_EQ(step.primitive, expected.primitive) << what << ": " << step.name;
    EXPECT_EQ(name_of(trace, step.a), name_of(built_in, expected.a)) << what << ": " << step.name;
    EXPECT_EQ(name_of(trace, step.b), name_of(built_in, expected.b)) << what << ": " << step.name;
    const bool has_constant =
        step.primitive == Primitive::kSumOver || step.primitive == Primitive::kVariance ||
        step.primitive == Primitive::kAddConstant || step.primitive == Primitive::kDivideConstant;
    if (has_constant) {
      EXPECT_EQ(step.c, expected.c) << what << ": " << step.name;
    }
  }
}

struct NormChain {
  HandWritten hand_written{};
  trace::Trace built_in;
};

NormChain norm_of(ops::NormOptions options, bool affine) {
  options.normalized_shape = {3};
  HandWritten hand_written;
  hand_written.norm.options = options;
  hand_written.norm.gamma = {affine, Array(kGamma)};
  hand_written.norm.beta = {affine, Array(kBeta)};
  return {hand_written,
          NORMSCOPE_VALUE_OR_FAIL(trace::trace_norm(share(kX), affine ? share(kGamma) : nullptr,
                                                    affine ? share(kBeta) : nullptr, options))};
}

TEST(HandWrittenSteps, AreThoseOfTheBuiltInNorm) {
  for (const char* id : {"V2", "V3", "V4", "V5", "V6", "V7", "V8", "V10"}) {
    for (const bool affine : {false, true}) {
      const NormChain chain = norm_of(ops::find_preset(id)->options, affine);
      expect_same_steps(written(chain.hand_written, chain.built_in), chain.built_in, id);
    }
  }
  ops::NormOptions welford;
  welford.algorithm = ops::VarianceAlgorithm::kWelford;
  const NormChain chain = norm_of(welford, true);
  expect_same_steps(written(chain.hand_written, chain.built_in), chain.built_in, "torch.var");
}

TEST(HandWrittenSteps, AreThoseOfTheBuiltInSoftmax) {
  for (const auto algorithm :
       {ops::SoftmaxAlgorithm::kMaxSubtracted, ops::SoftmaxAlgorithm::kNaive}) {
    for (const bool log : {false, true}) {
      for (const double temperature : {1.0, 0.5}) {
        HandWritten hand_written;
        hand_written.subject = document::Subject::kSoftmax;
        hand_written.softmax = {-1, temperature, algorithm, log};
        const auto built_in =
            NORMSCOPE_VALUE_OR_FAIL(trace::trace_softmax(share(kX), hand_written.softmax));
        expect_same_steps(written(hand_written, built_in), built_in,
                          "log " + std::to_string(static_cast<int>(log)));
      }
    }
  }
}

// x-hat as a product with a reciprocal, which no primitive is: the operands are known all the same.
TEST(HandWrittenSteps, WithAReciprocalHaveOperandsAndProvenance) {
  const NormChain chain = norm_of({}, false);
  const trace::Trace trace = written(chain.hand_written, chain.built_in, [](HandWritten& of) {
    const auto root =
        std::ranges::find(of.steps, "standard deviation", &document::HandWrittenStep::name);
    document::HandWrittenStep reciprocal = *root;
    reciprocal.name = "reciprocal standard deviation";
    reciprocal.values =
        Array(testing::make({2, 1}, {1 / root->values.at(0), 1 / root->values.at(1)}));
    of.steps.insert(root + 1, reciprocal);
  });
  const int reciprocal = trace.find("reciprocal standard deviation");
  const int normalized = trace.find("normalized");
  const Step& step = trace.steps()[static_cast<std::size_t>(normalized)];
  EXPECT_EQ(step.primitive, Primitive::kGiven);
  EXPECT_EQ(step.a, trace.find("centred"));
  EXPECT_EQ(step.b, reciprocal);
  EXPECT_EQ(trace.steps()[static_cast<std::size_t>(reciprocal)].a,
            trace.find("standard deviation"));
  const trace::Provenance provenance(trace);
  const trace::Cells cell = trace::one_cell({2, 3}, 4);
  EXPECT_EQ(provenance.sources(normalized, cell, 0).box, (trace::Box{{1, 0}, {2, 3}}));
  EXPECT_EQ(provenance.sources(normalized, cell, reciprocal).single(), 1);
  EXPECT_EQ(provenance.sources(normalized, cell, trace.find("mean")).single(), 1);
  EXPECT_EQ(provenance.made(trace.find("mean"), trace::one_cell({2, 1}, 0), normalized).box,
            (trace::Box{{0, 0}, {1, 3}}));
}

// Values that the primitive does not make, and a name that no role has.
TEST(HandWrittenSteps, ThatDisagreeHaveNoPrimitive) {
  const NormChain chain = norm_of({}, false);
  const trace::Trace trace = written(chain.hand_written, chain.built_in, [](HandWritten& of) {
    for (document::HandWrittenStep& step : of.steps) {
      if (step.name == "mean") step.values = Array(testing::make({2, 1}, {0.5F, 0.5F}));
      if (step.name == "squared") step.name = "something";
    }
  });
  const auto step = [&](const char* name) {
    return trace.steps()[static_cast<std::size_t>(trace.find(name))];
  };
  EXPECT_EQ(step("mean").primitive, Primitive::kGiven);
  EXPECT_EQ(step("mean").a, 0);
  EXPECT_EQ(step("centred").primitive, Primitive::kGiven);  // of the true mean, which is not there
  EXPECT_EQ(step("centred").b, trace.find("mean"));
  EXPECT_EQ(step("something").primitive, Primitive::kGiven);
  EXPECT_EQ(step("something").a, 0);
  EXPECT_EQ(step("normalized").primitive, Primitive::kDivide);
  // Of an unknown step, the whole group is a source.
  EXPECT_EQ(
      trace::Provenance(trace).sources(trace.find("something"), trace::one_cell({2, 3}, 1), 0).box,
      (trace::Box{{0, 0}, {1, 3}}));
}

}  // namespace
}  // namespace normscope::results
