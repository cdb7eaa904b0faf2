// SPDX-License-Identifier: MIT
// Writing a document and reading it back gives the same document, to the bit.
#include <gtest/gtest.h>

#include <limits>

#include "app/document/comparison.hpp"
#include "app/document/file_digest.hpp"
#include "app/document/session/session.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/app/document/documents.hpp"
#include "tests/app/document/round_trip.hpp"
#include "tests/app/hand_written_steps.hpp"
#include "tests/app/lecture_document.hpp"

namespace normscope::document {
namespace {

TEST(Session, ADocumentWithLayersReadsWell) {
  EXPECT_EQ(to_session(testing::lecture_document()), R"({
  "normscope_session": 2,
  "inputs": [
    {
      "name": "batch",
      "origin": {"kind": "random", "distribution": "rand", "a": 0, "b": 1, "seed": 123, "position": 0},
      "shape": [2, 5],
      "changes": []
    }
  ],
  "input": 0,
  "layers": [{"kind": "linear", "out_features": 6, "seed": 123, "position": 10}, {"kind": "relu"}],
  "subject": "norm",
  "norm": {
    "kind": "layer-norm",
    "normalized_shape": [],
    "groups": 1,
    "epsilon": 1e-05,
    "epsilon_on": true,
    "epsilon_placement": "inside",
    "estimator": "biased",
    "algorithm": "two-pass",
    "centring": true,
    "returned": "normalized",
    "gamma": {"on": false, "shape": [6], "values": 1},
    "beta": {"on": false, "shape": [6], "values": 0}
  },
  "softmax": {"dim": -1, "temperature": 1, "algorithm": "max-subtracted", "log": false},
  "selection": {"row": 0, "column": 0},
  "view": {"layout": "auto", "step": "", "digits": "4", "outer": [], "figure": "distribution"},
  "lesson": {"id": "", "step": 0}
}
)");
  expect_same_after_round_trip(testing::lecture_document());
  expect_same_after_round_trip(welcome_document());
}

TEST(Session, TheFirstVersionHadNoStageLayout) {
  std::string text = to_session(welcome_document());
  const auto replace = [&text](std::string_view from, std::string_view to) {
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, from.size(), to);
  };
  replace("\"normscope_session\": 2", "\"normscope_session\": 1");
  EXPECT_FALSE(from_session(text).has_value()) << "the layout is no key of version 1";
  replace(R"("layout": "auto", "step": "", )", "");
  Document expected = welcome_document();
  expected.view.layout = StageLayout::kSheet;
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(from_session(text)), expected);
}

TEST(Session, FloatsComeBackToTheBit) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  std::vector<float> values{-0.0F, 0.0F, kInf, -kInf, std::numeric_limits<float>::quiet_NaN(),
                            testing::from_bits("ffc00000"), testing::from_bits("7fc00001"),
                            testing::from_bits("00000001"), testing::from_bits("80000001"),
                            std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest(),
                            0.1F, 16777216.0F,
                            // Its shortest text lies so near to the middle of two floats that a
                            // reader by way of double gets its neighbour.
                            testing::from_bits("15ae43fd")};
  const auto count = static_cast<std::int64_t>(values.size());
  Document document = document_of("x", Typed{}, testing::make({count}, values));
  expect_same_after_round_trip(document);
  document =
      document_of("x", Constant{1}, NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({count}, 1.0F)));
  for (std::size_t i = 0; i < values.size(); ++i) {
    document.inputs[0].values =
        document.inputs[0].values.with(static_cast<std::int64_t>(i), values[i]);
  }
  expect_same_after_round_trip(document);
  document.norm.gamma.values = document.inputs[0].values;
  document.norm.gamma.on = true;
  expect_same_after_round_trip(document);
}

TEST(Session, EveryOriginAndShapeComesBack) {
  for (const Origin& origin :
       {Origin(Random{Distribution::kUniform, -1.5, 2, 18446744073709551615U, 3}),
        Origin(Random{Distribution::kIntegers, -3, 9, 1, 0}), Origin(Constant{-0.0}),
        Origin(Constant{std::numeric_limits<double>::quiet_NaN()}), Origin(Ramp{-1, 0.1})}) {
    for (const tensor::Shape& shape : {tensor::Shape{}, {3}, {0, 4}, {2, 3, 4}}) {
      expect_same_after_round_trip(
          document_of("x", origin, NORMSCOPE_VALUE_OR_FAIL(make_values(origin, shape))));
    }
  }
  for (const tensor::Shape& shape : {tensor::Shape{}, {3}, {0, 4}, {4, 0}, {2, 3, 4}}) {
    expect_same_after_round_trip(counting_document(shape));
  }
}

TEST(Session, EverySettingComesBack) {
  Document document = counting_document({2, 4, 3});
  document = NORMSCOPE_VALUE_OR_FAIL(
                 add_input(document, "\"\\ \n\xc3\xa4", Ramp{0, 1}, counting({2, 2, 4, 6})))
                 .after;
  document.norm.options = {.kind = ops::Normalization::kGroupNorm,
                           .groups = 2,
                           .epsilon = 0.1,
                           .epsilon_placement = ops::EpsilonPlacement::kCount,
                           .estimator = ops::VarianceEstimator::kUnbiased,
                           .algorithm = ops::VarianceAlgorithm::kWelford,
                           .centring = false,
                           .returned = ops::Returned::kMean};
  document.norm.epsilon_on = false;
  document.norm.gamma.on = document.norm.beta.on = true;
  document.softmax = {-2, 0.3, ops::SoftmaxAlgorithm::kOnline, true};
  document.subject = Subject::kSoftmax;
  document.selection = {3, 5};
  document.view = {StageLayout::kAllSteps, "mean", Digits::kTorch, {1, 0}, "qq"};
  document.lesson = {"layer-norm", 4};
  document.layers = {ReluLayer{}, LinearLayer{7, 5, 9}};
  expect_same_after_round_trip(fitted(document));
}

TEST(Session, RunningStatisticsComeBackAndStandOnlyWhereTheyAre) {
  Document document = counting_document({2, 4, 3});
  document.norm.options.kind = ops::Normalization::kBatchNorm;
  document = fitted(document);
  EXPECT_EQ(to_session(document).find("running"), std::string::npos) << "as older versions wrote";
  expect_same_after_round_trip(document);
  document.norm.options.running = true;
  document = fitted(document);
  document = NORMSCOPE_VALUE_OR_FAIL(set_value(document, Target::kRunningVariance, 2, 0.25)).after;
  expect_same_after_round_trip(document);
  Document compared = counting_document({2, 4, 3});
  compared.comparison = Comparison{.b = operation_of(document)};
  expect_same_after_round_trip(fitted(compared));
  // Those that are off are kept, too.
  document.norm.options.running = false;
  expect_same_after_round_trip(fitted(document));
  // With other shapes the session is refused at its place.
  document.norm.options.running = true;
  std::string session = to_session(fitted(document));
  const std::string shape = R"("running_mean": {"on": true, "shape": [4])";
  ASSERT_NE(session.find(shape), std::string::npos) << session;
  session.replace(session.find(shape) + shape.size() - 2, 1, "5");
  EXPECT_FALSE(from_session(session));
}

TEST(Session, RelativesComeBackAndStandOnlyWhereTheyAre) {
  Document document = counting_document({2, 4, 3});
  EXPECT_EQ(to_session(document).find("relative"), std::string::npos);
  EXPECT_EQ(to_session(document).find("sink"), std::string::npos);
  for (const auto& row : ops::relative_names()) {
    document.relative.kind = row.value;
    document.subject = Subject::kRelative;
    document.norm.gamma.on = row.value == ops::Relative::kDyt;
    document = fitted(document);
    expect_same_after_round_trip(document);
    Document compared = counting_document({2, 4, 3});
    compared.comparison = Comparison{.b = operation_of(document)};
    expect_same_after_round_trip(fitted(compared));
  }
  document.relative = {ops::Relative::kL2Norm, 1, 0.25, 2};
  document.subject = Subject::kSoftmax;
  document.softmax.sink = -1.5;
  document.softmax.length_scale = 0.43;
  expect_same_after_round_trip(document);
}

TEST(Session, CellsWriteNoRelative) {
  Document document = counting_document({2, 3});
  HandWritten hand_written;
  document.inputs.front().origin = Variable{"lesson", "y", hand_written};
  std::string text = to_session(document);
  const std::string subject = R"("subject": "norm")";
  text.replace(text.find(subject), subject.size(), R"("subject": "relative")");
  EXPECT_FALSE(from_session(text));
}

TEST(Session, SettingsThatDoNotGoWithTheInputComeBack) {
  Document document = counting_document({3});
  document.norm.options.kind = ops::Normalization::kBatchNorm;
  expect_same_after_round_trip(document);
}

TEST(Session, AFileIsReadAgain) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "x.npy").string();
  ASSERT_TRUE(io::write_tensor(path, counting({2, 3})));
  Document document = document_of("x", File{path}, counting({2, 3}));
  document = NORMSCOPE_VALUE_OR_FAIL(set_value(document, Target::kInput, 4, 0.5F)).after;
  document = NORMSCOPE_VALUE_OR_FAIL(reshape(document, {3, 2})).after;
  const auto session = folder / "session.json";
  ASSERT_TRUE(save_session(session, document));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(load_session(session)), document);

  ASSERT_TRUE(io::write_tensor(path, counting({7})));
  auto loaded = load_session(session);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().sentence,
            "inputs[0]: " + path + ": holds 7 numbers, but shape (3, 2) needs 6");
  std::filesystem::remove(path);
  loaded = load_session(session);
  ASSERT_FALSE(loaded);
  EXPECT_TRUE(loaded.error().sentence.starts_with("inputs[0]: " + path + ": "));
  EXPECT_EQ(loaded.error().kind, base::ErrorKind::kNotFound);
  EXPECT_FALSE(load_session(folder / "none.json"));
}

TEST(Session, AFileMayBeNamedByItsDigest) {
  const testing::TemporaryFolder folder;
  // FIPS 180-4's own example.
  testing::write_file(folder / "abc", "abc");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(sha256_of_file(folder / "abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_of_file(folder / "none").error().kind, base::ErrorKind::kNotFound);

  const std::string path = (folder / "x.npy").string();
  ASSERT_TRUE(io::write_tensor(path, counting({2, 3})));
  const Document document =
      document_of("x", File{path, NORMSCOPE_VALUE_OR_FAIL(sha256_of_file(path))}, counting({2, 3}));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(from_session(to_session(document))), document);
  ASSERT_TRUE(io::write_tensor(path, counting({3, 2})));
  const auto other = from_session(to_session(document));
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().sentence.find("SHA-256"), std::string::npos) << other.error().sentence;
}

TEST(Session, AVariableComesBackWithWhatItsCellsWrote) {
  Variable variable{"lecture.ipynb", "y", HandWritten{}};
  variable.hand_written->norm.options.normalized_shape = {3};
  variable.hand_written->norm.gamma = {true, Array(testing::make({3}, {2, 2, 1}))};
  variable.hand_written->steps = {
      testing::named_step("input", "x", "x", 1, 3, "x = \"\xc3\xa4\"", Array(counting({2, 3}))),
      testing::named_step("mean", "\\mu", "\\frac{1}{n} \\sum x", 2, 1, "m = x.mean()",
                          Array(counting({2, 1}))),
      testing::named_step("normalized", "y", "y", 0, 0, "", Array()),
  };
  const Document document =
      NORMSCOPE_VALUE_OR_FAIL(
          open_variable(counting_document({2, 3}), variable, Array(counting({2, 3}))))
          .after;
  expect_same_after_round_trip(document);
  const Document plain = NORMSCOPE_VALUE_OR_FAIL(open_variable(document, Variable{"a", "b"},
                                                               Array(counting({3, 2, 2}))))
                             .after;
  expect_same_after_round_trip(plain);
  EXPECT_FALSE(make_values(plain.inputs[0].origin, {2, 3}));
}

// A chain comes back with what computes it; steps that a stranger wrote are checked.
TEST(Session, AChainComesBackWithItsOperands) {
  HandWritten chain;
  chain.subject = Subject::kChain;
  const auto add = [&chain](trace::Primitive primitive, int a, int b, double c) {
    HandWrittenStep& step = chain.steps.emplace_back();
    step.step.primitive = primitive;
    step.step.a = a;
    step.step.b = b;
    step.step.c = c;
    step.cell = 1;
    step.line = static_cast<int>(chain.steps.size());
    return &step;
  };
  using trace::Primitive;
  add(Primitive::kGiven, -1, -1, 0)->values = Array(counting({2, 3}));
  chain.steps[0].step.shape = {2, 3};
  add(Primitive::kGiven, -1, -1, 0)->values = Array(testing::make({3}, {1, 2, 3}));
  chain.steps[1].step.shape = {3};
  HandWrittenStep* const mean = add(Primitive::kSumOver, 0, -1, 0);
  mean->step.of_size = true;
  mean->step.dims = {1};
  mean->step.keepdim = false;
  add(Primitive::kRepeat, 2, -1, 0)->step.shape = {2, 1};
  add(Primitive::kSubtract, 0, 3, 0);
  add(Primitive::kAddConstant, 4, -1, 0.1);
  add(Primitive::kMultiply, 5, 1, 0)->values = Array(counting({2, 3}));
  const Document document =
      NORMSCOPE_VALUE_OR_FAIL(open_variable(counting_document({2, 3}),
                                            Variable{"lecture.ipynb", "y", chain},
                                            Array(counting({2, 3}))))
          .after;
  ASSERT_EQ(document.subject, Subject::kChain);
  expect_same_after_round_trip(document);

  const std::string text = to_session(document);
  const auto with = [&text](std::string_view from, std::string_view to) {
    std::string changed = text;
    const auto at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) changed.replace(at, from.size(), to);
    const auto read = from_session(changed);
    return read ? "no error" : read.error().sentence;
  };
  const auto step = [](const std::string& why) { return "inputs[0].origin.steps: " + why; };
  EXPECT_EQ(with("[4]", "[9]"), step("step 5: its operands are not earlier steps"));
  EXPECT_EQ(with("[0, 3]", "[0]"), step("step 4: its operands are not earlier steps"));
  EXPECT_EQ(with("\"dims\": [1]", "\"dims\": [7]"),
            step("step 2: its operand has not these dimensions"));
  EXPECT_EQ(with("\"sizes\": [2, 1]", "\"sizes\": [4, 4]"),
            step("step 3: its operand has not as many numbers as its view"));
  EXPECT_NE(with("\"sum-over\"", "\"sums-over\""), "no error");
}

TEST(Session, LargeRecipesStaySmall) {
  const Random origin{Distribution::kRand, 0, 1, 1, 0};
  const Document document =
      document_of("x", origin, NORMSCOPE_VALUE_OR_FAIL(make_values(origin, {100'000, 10})));
  EXPECT_LT(to_session(document).size(), 2000U);
}

}  // namespace
}  // namespace normscope::document
