// SPDX-License-Identifier: MIT
// A document beside PyTorch: beside a program that answers fixed numbers, and beside the real one
// where it is installed.
#include "app/verification/verification.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <utility>

#include "app/document/edits.hpp"
#include "tests/app/every_operation.hpp"
#include "tests/app/hand_written_steps.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/app/verification/fake_python.hpp"

namespace normscope::testing {
namespace {

using base::ErrorKind;
using document::Document;
using verification::ComputedBy;
using verification::Settings;
using verification::Verification;

struct Verifying : public ::testing::Test {
  base::Expected<Verification> verify(const std::vector<std::filesystem::path>& pythons) const {
    return verification::verify(document_, backends_, Settings{.pythons = pythons});
  }
  std::string report(const std::vector<Changed>& changed = {},
                     const std::string& parting = "part 0 -1 0 0") const {
    const auto evaluation = results::evaluate(document_, 0, backends_, compute::Device::kCpu);
    return report_of(verification::program_of(document_, evaluation), changed, parting);
  }

  TemporaryFolder folder_;
  compute::Backends backends_ = compute::make_backends();
  Document document_ =
      document::document_of("x", document::Typed{}, make({2, 3}, {1, 2, 4, 8, -1, NAN}));
};

TEST_F(Verifying, TheSameNumbersAreSaidToBeTheSame) {
  const auto python = reporting_python(folder_, report());
  const Verification result = NORMSCOPE_VALUE_OR_FAIL(verify({python}));
  EXPECT_EQ(result.python, python);
  EXPECT_EQ(result.version, "9.8.7");
  EXPECT_EQ(result.capability, "FAKE");
  EXPECT_TRUE(result.device.starts_with("cpu")) << result.device;
  ASSERT_EQ(result.rows.size(), 12U);
  for (const auto& row : result.rows) {
    EXPECT_EQ(row.at, -1) << row.name << ": NaN equals NaN";
    EXPECT_EQ(row.differing, 0);
    EXPECT_EQ(row.ulps, 0);
  }
  EXPECT_EQ(result.rows[0].elements, 6);
  EXPECT_EQ(result.rows[1].elements, 2);
  EXPECT_EQ(result.largest(), 0);
  EXPECT_EQ(verification::sentence_of(result), "PyTorch 9.8.7 (FAKE, one thread) of " +
                                                   python.string() +
                                                   " gives the same numbers, in every step");
}

TEST_F(Verifying, ADifferenceIsNamedByItsStepPlaceAndUlps) {
  // The mean of 1, 2 and 4 is between 2 and 4, where a ULP is 2^-22.
  const float mean = 7.0F / 3;
  const float three_more = mean + 3 * 0x1p-22F;
  const auto python = reporting_python(
      folder_, report({{1, 0, three_more}, {0, 1, 2 + 0x1p-22F}, {0, 2, 4 + 0x1p-21F}}));
  const Verification result = NORMSCOPE_VALUE_OR_FAIL(verify({python}));
  EXPECT_EQ(result.rows[1].name, "mean");
  EXPECT_EQ(result.rows[1].at, 0);
  EXPECT_EQ(result.rows[1].ours, mean);
  EXPECT_EQ(result.rows[1].theirs, three_more);
  EXPECT_EQ(result.rows[1].ulps, 3);
  EXPECT_EQ(result.rows[0].differing, 2);
  EXPECT_EQ(result.rows[0].at, 1) << "the first of two equally far";
  EXPECT_EQ(result.largest(), 3);
  EXPECT_EQ(result.rows[1].exact, 7.0 / 3);
  EXPECT_EQ(result.rows[0].exact, 2.0) << "a number of the input is what it is";
  EXPECT_NE(verification::sentence_of(result).find(
                "largest difference is 3 ULP, in mean; in double precision it is 2.33333333, and "
                "ours is nearer"),
            std::string::npos)
      << verification::sentence_of(result);
}

TEST_F(Verifying, WherePyTorchPartsFromItselfBothArePyTorch) {
  const auto python = reporting_python(folder_, report({}, "part 7 0 -1.0 nan"));
  const Verification result = NORMSCOPE_VALUE_OR_FAIL(verify({python}));
  EXPECT_EQ(result.largest(), 0) << "ours are those of each";
  EXPECT_EQ(
      verification::parting_sentence(result),
      "PyTorch's own steps and its own function differ in 7 numbers, most in -1 and nan: both "
      "are PyTorch");
  EXPECT_EQ(verification::parting_sentence(
                NORMSCOPE_VALUE_OR_FAIL(verify({reporting_python(folder_, report())}))),
            "");
}

TEST(Verification, TheNumberThatIsNearerToTheDoubleIsNamed) {
  verification::RowCheck row;
  row.ours = 1;
  row.theirs = 1.5F;
  EXPECT_EQ(verification::nearer(row), "") << "nobody knows";
  row.exact = 1.4;
  EXPECT_EQ(verification::nearer(row), "PyTorch's is nearer");
  row.exact = 1.25;
  EXPECT_EQ(verification::nearer(row), "both are as near");
  row.theirs = NAN;
  EXPECT_EQ(verification::nearer(row), "ours is nearer");
}

TEST_F(Verifying, OneSideThatIsNotFiniteIsInfinitelyFar) {
  const auto python =
      reporting_python(folder_, report({{1, 0, std::numeric_limits<float>::quiet_NaN()}}));
  const Verification result = NORMSCOPE_VALUE_OR_FAIL(verify({python}));
  EXPECT_EQ(result.rows[1].at, 0);
  EXPECT_TRUE(std::isinf(result.largest()));
}

TEST_F(Verifying, TakesTheFirstPythonThatHasTorch) {
  const auto python = reporting_python(folder_, report());
  const auto result = verify({folder_ / "none", python_without_torch(folder_), python});
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(result).python, python);
}

TEST_F(Verifying, WithoutPyTorchOneSentenceSaysHowToGetIt) {
  const auto alone = python_without_torch(folder_);
  const auto one = verify({alone});
  ASSERT_FALSE(one);
  EXPECT_EQ(one.error().sentence, alone.string() + " has no PyTorch");
  const auto several = verify({alone, folder_ / "none"});
  ASSERT_FALSE(several);
  EXPECT_EQ(several.error().kind, ErrorKind::kUnavailable);
  EXPECT_EQ(several.error().sentence, "there is no PyTorch on this computer");
  EXPECT_NE(several.error().hint.find("apt install python3-torch"), std::string::npos);
}

TEST_F(Verifying, AReportThatIsNotTheProgramsIsRefused) {
  const std::string whole = report();
  const auto check = [&](const std::string& given, ErrorKind kind, std::string_view words) {
    const auto result = verify({reporting_python(folder_, given)});
    ASSERT_FALSE(result) << words;
    EXPECT_EQ(result.error().kind, kind) << result.error().sentence;
    EXPECT_NE(result.error().sentence.find(words), std::string::npos) << result.error().sentence;
  };
  check("", ErrorKind::kUnavailable, "ended before");
  check("hello world\n", ErrorKind::kMalformed, "'hello world'");
  check("torch 1.0\n", ErrorKind::kMalformed, "'torch 1.0'");
  check("torch 1.0 X\nrow 0 5\n", ErrorKind::kMalformed, "'row 0 5'");
  check("torch 1.0 X\nrow 1 6\n", ErrorKind::kMalformed, "'row 1 6'");
  check(whole.substr(0, whole.size() - 4), ErrorKind::kUnavailable, "ended before");
  check(whole.substr(0, whole.size() - 4) + "more\n", ErrorKind::kMalformed, "'more'");
  check(whole.substr(0, 40), ErrorKind::kUnavailable, "ended before");
  check(report({}, "part 7 0 -1.0"), ErrorKind::kMalformed, "'part 7 0 -1.0'");
}

TEST_F(Verifying, AnOperationThatDoesNotFitIsItsOwnError) {
  document_.norm.options.normalized_shape = {7};
  const auto result = verify({python_without_torch(folder_)});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::kInvalidArgument);
}

TEST_F(Verifying, CanBeStoppedBeforeItBegins) {
  std::stop_source stop;
  stop.request_stop();
  const auto result = verification::verify(
      document_, backends_,
      Settings{.pythons = {python_without_torch(folder_)}, .stop = stop.get_token()});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::kCancelled);
}

// The steps of a layer norm as a cell writes them.
Document norm_as_chain() {
  Document document = testing::lecture_document();
  document.layers.clear();
  const auto evaluation =
      results::evaluate(document, 0, compute::make_backends(), compute::Device::kReference);
  document::HandWritten chain;
  chain.subject = document.subject = document::Subject::kChain;
  chain.steps = steps_of(evaluation.stages.back().trace, true);
  document.inputs[document.input].origin =
      document::Variable{.lesson = "lecture.py", .name = "y", .hand_written = chain};
  return document;
}

TEST(VerifyingWithPyTorch, EveryStepOfEveryKindAgrees) {
  if (!has_torch()) GTEST_SKIP() << kNoTorch;
  setenv("ATEN_CPU_CAPABILITY", "avx2", 1);
  const auto backends = compute::make_backends();
  // Each starts PyTorch, which takes a second.
  for (const Document& document : every_operation({{"V1", "V6", "V8"}})) {
    const Verification result = NORMSCOPE_VALUE_OR_FAIL(
        verification::verify(document, backends, Settings{.pythons = {"/usr/bin/python3"}}));
    const bool known = result.version.starts_with("2.6.") && result.capability == "AVX2";
    const bool online = document.subject == document::Subject::kSoftmax &&
                        document.softmax.algorithm == ops::SoftmaxAlgorithm::kOnline;
    for (const auto& row : result.rows) {
      // The steps and the function have PyTorch's own order of summation, and its bits. PyTorch has
      // no softmax in one pass, devices and other PyTorchs add in another order: a few ULP of a
      // handful of numbers.
      const bool same = known && row.by != ComputedBy::kDevice && !online;
      // Our tanh is within 2 ULP, PyTorch's within 1; below 1 each counts as half of one.
      const bool tangent = row.name == base::name_of(trace::role_names(), trace::Role::kTangent);
      EXPECT_LE(row.ulps, !same     ? 8
                          : tangent ? 1.5
                                    : 0)
          << row.name << " of " << base::name_of(verification::computed_by_names(), row.by) << "\n"
          << verification::program_of(verification::verified_document(document),
                                      results::evaluate(verification::verified_document(document),
                                                        0, backends, compute::Device::kCpu))
                 .code;
    }
  }
}

TEST(VerifyingWithPyTorch, EveryStepOfAChainAgrees) {
  if (!has_torch()) GTEST_SKIP() << kNoTorch;
  const Document document = norm_as_chain();
  const Verification result = NORMSCOPE_VALUE_OR_FAIL(verification::verify(
      document, compute::make_backends(), Settings{.pythons = {"/usr/bin/python3"}}));
  ASSERT_EQ(result.rows.size(), 8U);
  for (const auto& row : result.rows) {
    EXPECT_EQ(row.by, ComputedBy::kSteps) << "no function of PyTorch, no device";
    EXPECT_LE(row.ulps, result.version.starts_with("2.6.") ? 0 : 8) << row.name;
  }
}

TEST(VerifyingWithPyTorch, ABackwardPassGoesThroughTheLayers) {
  if (!has_torch()) GTEST_SKIP() << kNoTorch;
  Document document = testing::lecture_document();
  document = NORMSCOPE_VALUE_OR_FAIL(document::show_backward(document, true)).after;
  const Verification result = NORMSCOPE_VALUE_OR_FAIL(verification::verify(
      document, compute::make_backends(), Settings{.pythons = {"/usr/bin/python3"}}));
  ASSERT_EQ(result.rows.size(), 1U);
  EXPECT_EQ(result.rows.front().name, "gradient of the input");
  EXPECT_EQ(result.rows.front().elements, 10) << "of the batch, not of the activations";
  // The closed form and PyTorch's own add a handful of numbers in other orders.
  EXPECT_LE(result.rows.front().ulps, 8);
}

// The lecture's batch as each kind of program: groups of rows, of channels and of parts of them.
std::vector<Document> planned_documents() {
  Document softmax = testing::lecture_document();
  softmax.subject = document::Subject::kSoftmax;
  const ops::NormOptions groups{.kind = ops::Normalization::kGroupNorm, .groups = 2};
  Document backwards = with_parameters(images(), groups);
  backwards = NORMSCOPE_VALUE_OR_FAIL(document::show_backward(backwards, true)).after;
  Document rows = testing::lecture_document();
  rows.layers.clear();
  rows = document::fitted(std::move(rows));
  rows.norm.gamma.on = rows.norm.beta.on = true;
  rows = NORMSCOPE_VALUE_OR_FAIL(document::show_backward(rows, true)).after;
  Document one_pass = testing::lecture_document();
  one_pass.norm.options.algorithm = ops::VarianceAlgorithm::kOnePass;
  return {softmax,
          one_pass,
          with_parameters(images(), groups),
          backwards,
          with_parameters(images(), {.kind = ops::Normalization::kBatchNorm}),
          norm_as_chain()};
}

TEST(VerifyingWithPyTorch, EveryPlanThatItHasWordsForAgrees) {
  if (!has_torch()) GTEST_SKIP() << kNoTorch;
  const auto documents = planned_documents();
  std::size_t next = 0;  // one document a plan, in turn: each starts PyTorch, which takes a second
  for (const auto* const text :
       {"bfloat16", "float16", "float16-steps", "float16-kernel", "autocast", "bfloat16-steps",
        "four-lanes", "eight-lanes", "float64", "float16 constants=float16 overflow=saturate",
        "storage=bfloat16 variance=float16 sum=float16 lanes=4 fold=halves",
        "storage=float64 sum=float32", "bfloat16-kernel", "one-lane"}) {
    Document document = documents[next++ % documents.size()];
    document.precision = NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan(text));
    const Verification result = NORMSCOPE_VALUE_OR_FAIL(verification::verify(
        document, compute::make_backends(), Settings{.pythons = {"/usr/bin/python3"}}));
    ASSERT_GE(result.rows.size(), 5U);
    for (const auto& row : result.rows) {
      // The steps are PyTorch 2.6's to the bit; another version's exponentials, roots and order of
      // sums are a few ULP of float32 away, which is one of sixteen bits where a value lies between
      // two.
      const bool narrow = formats::format_of(row.format).bits() == 16;
      EXPECT_LE(row.ulps, result.version.starts_with("2.6.") ? 0
                          : narrow                           ? 1
                                                             : 8)
          << text << ": " << row.name;
    }
  }
}

TEST(VerifyingWithPyTorch, APlanWithoutWordsIsRefusedInOneSentence) {
  Document document = testing::lecture_document();
  for (const auto& [text, lacks] : std::initializer_list<std::pair<const char*, const char*>>{
           {"tf32", "tensors of tf32"},
           {"fma", "products that go into a sum without a rounding"},
           {"kahan", "compensated sums"},
           {"pairwise", "sums in pairs"},
           {"float16 rounding=stochastic", "casts that round otherwise than to nearest"},
           {"float16 subnormals=flushed", "casts that flush subnormal numbers"}}) {
    document.precision = NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan(text));
    const auto result = verification::verify(document, compute::make_backends(), Settings{});
    ASSERT_FALSE(result) << text;
    EXPECT_EQ(result.error().kind, ErrorKind::kUnsupported);
    EXPECT_EQ(result.error().sentence,
              fmt::format("PyTorch has no words for the precision plan {}: it lacks {}",
                          precision::name_or_text(document.precision), lacks));
  }
  document.norm.options.algorithm = ops::VarianceAlgorithm::kWelford;
  document.precision = NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan("bfloat16"));
  EXPECT_FALSE(verification::verify(document, compute::make_backends(), Settings{}));
}

}  // namespace
}  // namespace normscope::testing
