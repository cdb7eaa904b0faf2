// SPDX-License-Identifier: MIT
// The settings of a step: the effect of each key on the document, and the errors of wrong keys.
#include "app/lessons/scene.hpp"

#include <gtest/gtest.h>

#include "app/lessons/loader.hpp"
#include "core/ops/presets.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/app/lessons/lesson_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::lessons {
namespace {

using document::Document;

Document document_with(const std::string& settings) {
  return lesson_of(one_step(settings)).steps.at(0).document;
}

std::string fault_with(const std::string& settings) {
  return fault_of(one_step(settings));
}

// The scene of a first block with just this text; its line is 8.
Document first(const std::string& settings) {
  return lesson_of(with_front("## One\n```normscope\n" + settings + "\n```\n")).steps[0].document;
}
std::string first_fault(const std::string& settings) {
  return fault_of(with_front("## One\n```normscope\n" + settings + "\n```\n"));
}

std::vector<float> values_of(const document::Array& array) {
  const auto tensor = array.values();
  return {tensor->values().begin(), tensor->values().end()};
}

TEST(Scene, ValuesComeAsListsOrAsText) {
  const Document lists = first("input = { name = \"w\", values = [[1, 2.5], [-3, 4]] }");
  EXPECT_EQ(lists.inputs.at(0).name, "w");
  EXPECT_EQ(lists.inputs[0].values.shape(), (tensor::Shape{2, 2}));
  EXPECT_EQ(values_of(lists.inputs[0].values), (std::vector<float>{1, 2.5, -3, 4}));
  const Document text =
      first("input.name = \"w\"\ninput.values = \"tensor([[1., 2.5], [-3, 4.]])\"");
  EXPECT_EQ(text, lists);
}

TEST(Scene, APrecisionPlanIsNamedOrSet) {
  EXPECT_EQ(document_with("precision = \"float16 sum=float32\"").precision,
            NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan("float16 sum=float32")));
  EXPECT_EQ(document_with("digits = \"9\"").precision, precision::Plan{});
  EXPECT_NE(fault_with("precision = \"half\"").find("no precision plan is called 'half'"),
            std::string::npos);
}

TEST(Scene, ARecipeMakesTheValues) {
  const Document made =
      first("input = { distribution = \"rand\", shape = [2, 5], seed = 123, position = 0 }");
  EXPECT_EQ(made.inputs[0].values, testing::lecture_document().inputs[0].values);
  const Document uniform =
      first("input = { distribution = \"uniform\", shape = [4], seed = 1, low = 5, high = 6 }");
  for (const float value : values_of(uniform.inputs[0].values)) {
    EXPECT_GE(value, 5);
    EXPECT_LE(value, 6);
  }
  const Document normal = first(
      "input = { distribution = \"normal\", shape = [4], seed = 1, mean = 90, deviation = 0 }");
  EXPECT_EQ(values_of(normal.inputs[0].values), (std::vector<float>(4, 90.0F)));
}

TEST(Scene, WrongInputsAreRefused) {
  EXPECT_EQ(first_fault("input = 7"),
            "line 8: 'input' must be a table such as { row = 1, column = 2 }");
  EXPECT_EQ(first_fault("input = { }"),
            "line 8: an input needs values, or a distribution with shape and seed");
  EXPECT_EQ(first_fault("input = { values = [[1, 2], [3]] }"),
            "line 8: the lists of values must be of one length, not 0");
  EXPECT_EQ(first_fault("input = { values = [] }"),
            "line 8: the lists of values must be of one length, not 0");
  EXPECT_EQ(first_fault("input = { values = [1, [2]] }"),
            "line 8: the lists of values must be of one length, not 0");
  EXPECT_EQ(first_fault("input = { values = [[1], 2] }"),
            "line 8: the lists of values must be of one length, not 0");
  EXPECT_EQ(first_fault("input = { values = [true] }"), "line 8: values must be numbers");
  EXPECT_EQ(first_fault("input = { values = 3 }"),
            "line 8: an input is at least a list of numbers");
  EXPECT_TRUE(first_fault("input = { values = \"[[1, 2\" }").starts_with("line 8: "));
  EXPECT_EQ(first_fault("input = { values = [1], distribution = \"rand\", shape = [1], seed = 1 }"),
            "line 8: an input has either values or a distribution, not both");
  EXPECT_EQ(first_fault("\ninput = { distribution = \"rand\", shape = [2] }"),
            "line 9: 'seed' is missing: a whole number, as in manual_seed");
  EXPECT_EQ(first_fault("input = { distribution = \"rand\", seed = 2 }"),
            "line 8: 'shape' is missing: a list of sizes such as [2, 5]");
  EXPECT_EQ(first_fault("input = { distribution = \"rand\", seed = 2, shape = [0] }"),
            "line 8: 'shape' must be a list of sizes such as [2, 5]");
  EXPECT_EQ(first_fault("input = { distribution = \"rand\", seed = 2, shape = [1048577] }"),
            "line 8: an input has at most 1048576 numbers");
  EXPECT_EQ(first_fault("input = { distribution = \"rand\", seed = 2, shape = [2], low = 1 }"),
            "line 8: unknown key 'low'");
  EXPECT_EQ(first_fault("input = { distribution = \"dice\", seed = 2, shape = [2] }"),
            "line 8: 'distribution' must be one of rand, randn, uniform, normal, integers, but is "
            "'dice'");
}

TEST(Scene, LayersComeInOrder) {
  const Document found =
      document_with("layers = [{ linear = 2, seed = 5, position = 7 }, \"relu\"]");
  const std::vector<document::Layer> expected{
      document::LinearLayer{.out_features = 2, .seed = 5, .position = 7}, document::ReluLayer{}};
  EXPECT_EQ(found.layers, expected);
  EXPECT_EQ(document::shape_after_layers(found), (tensor::Shape{2, 2}));
  EXPECT_EQ(fault_with("layers = [\"tanh\"]"),
            "line 9: a layer must be \"relu\" or { linear = 6, ... }");
  EXPECT_EQ(fault_with("layers = [{ linear = 6 }]"),
            "line 9: 'seed' is missing: a whole number, as in manual_seed");
  EXPECT_EQ(fault_with("layers = [{ linear = 1000000, seed = 1 }]"),
            "line 9: a layer of a lesson has at most 1048576 weights and values");
}

TEST(Scene, OperationsAndTheirOptionsSpeakTheCommandLinesWords) {
  const Document norm = document_with(
      "operation = \"layer-norm\"\neps = 1e-3\neps-placement = \"outside\"\n"
      "variance = \"unbiased\"\nalgorithm = \"welford\"\nnormalized-shape = [2, 3]\n"
      "no-centring = true");
  const ops::NormOptions expected{.normalized_shape = {2, 3},
                                  .epsilon = 1e-3,
                                  .epsilon_placement = ops::EpsilonPlacement::kOutside,
                                  .estimator = ops::VarianceEstimator::kUnbiased,
                                  .algorithm = ops::VarianceAlgorithm::kWelford,
                                  .centring = false};
  EXPECT_EQ(norm.norm.effective(), expected);

  const Document softmax = document_with(
      "operation = \"log-softmax\"\ndim = 0\ntemperature = 2\nalgorithm = \"online\"");
  EXPECT_EQ(softmax.subject, document::Subject::kSoftmax);
  const ops::SoftmaxOptions options{
      .dim = 0, .temperature = 2, .algorithm = ops::SoftmaxAlgorithm::kOnline, .log = true};
  EXPECT_EQ(softmax.softmax, options);
}

TEST(Scene, RelativesHaveTheCommandLinesWordsToo) {
  const Document dyt = document_with("operation = \"dyt\"\nalpha = 0.8\ngamma = true");
  EXPECT_EQ(dyt.subject, document::Subject::kRelative);
  EXPECT_EQ(dyt.relative, ops::RelativeOptions{.alpha = 0.8});
  EXPECT_TRUE(dyt.norm.gamma.on);
  const Document sink = document_with("operation = \"softmax\"\nsink = 0\nlength-scale = 0.43");
  EXPECT_EQ(sink.softmax, (ops::SoftmaxOptions{.sink = 0, .length_scale = 0.43}));
  const Document l2 = document_with("operation = \"l2-norm\"\neps = 0.5\ndim = 0");
  EXPECT_EQ(l2.relative, (ops::RelativeOptions{ops::Relative::kL2Norm, 0, 0.5}));
}

TEST(Scene, EpsOffIsASwitchThatKeepsItsPlace) {
  const Document off = document_with("eps = 0.5\neps-placement = \"none\"");
  EXPECT_FALSE(off.norm.epsilon_on);
  EXPECT_EQ(off.norm.options.epsilon, 0.5);
  EXPECT_EQ(off.norm.options.epsilon_placement, ops::EpsilonPlacement::kInside);
  const Document preset = document_with("preset = \"V2\"");
  EXPECT_FALSE(preset.norm.epsilon_on);
  EXPECT_EQ(preset.norm.effective(), ops::find_preset("V2")->options);
}

TEST(Scene, GammaAndBetaAreGivenOrSwitched) {
  const Document given = document_with("gamma = [1, 2, 3]\nbeta = true");
  EXPECT_TRUE(given.norm.gamma.on);
  EXPECT_EQ(values_of(given.norm.gamma.values), (std::vector<float>{1, 2, 3}));
  EXPECT_TRUE(given.norm.beta.on);
  EXPECT_EQ(values_of(given.norm.beta.values), (std::vector<float>{0, 0, 0}));
  EXPECT_EQ(fault_with("gamma = [1, 2]"),
            "line 9: gamma must have the normalized shape (3), but has (2)");
}

TEST(Scene, RowsAndColumnsCountFromZeroAsInTheWindow) {
  const Document found = document_with("select = { row = 1, column = 2 }");
  EXPECT_EQ(found.selection, (document::Selection{1, 2}));
  EXPECT_EQ(fault_with("select = { row = 2, column = 2 }"),
            "line 9: 'row' must be a whole number from 0 to 1");
  EXPECT_EQ(fault_with("select = { row = 1, column = 3 }"),
            "line 9: 'column' must be a whole number from 0 to 2");
  EXPECT_EQ(fault_with("select = { row = 1 }"), "line 9: 'select' needs a row and a column");
}

TEST(Scene, SingleNumbersOfTheInputAreSet) {
  const Document found = document_with("set = [{ row = 1, column = 2, value = -0.5 }]");
  EXPECT_EQ(values_of(found.inputs[0].values), (std::vector<float>{1, 2, 3, 4, 5, -0.5F}));
  EXPECT_EQ(fault_with("set = [{ row = 2, column = 2, value = 1 }]"),
            "line 9: 'row' must be a whole number from 0 to 1");
  EXPECT_EQ(fault_with("set = [{ row = 1, column = 2 }]"),
            "line 9: 'set' needs a row, a column and a value");
  EXPECT_EQ(fault_with("set = [3]"),
            "line 9: 'set' is a list of tables { row = 0, column = 3, value = 5 }");
}

TEST(Scene, FocusAndFigureMustExist) {
  const Lesson lesson =
      lesson_of(one_step("focus = \"variance + eps\"\nfigure = \"distribution\""));
  EXPECT_EQ(lesson.steps[0].document.view.step, "variance + eps");
  EXPECT_EQ(fault_with("preset = \"V2\"\nfocus = \"variance + eps\"").substr(0, 49),
            "line 10: 'focus' must be one of the cards input, ");
  EXPECT_NE(fault_with("focus = \"relu\""), "no fault");
  EXPECT_EQ(fault_with("layers = [\"relu\"]\nfocus = \"relu\""), "no fault");
  EXPECT_EQ(fault_with("figure = \"pie\""),
            "line 9: 'figure' must be one of distribution, profile, statistics, heatmap, softmax, "
            "temperature, eps, variance-error, error-landscape, formats, jacobian, gradient-check, "
            "difference, backend-error, stage, but is 'pie'");
  EXPECT_EQ(document_with("figure = \"stage\"").view.figure, "stage");
}

TEST(Scene, AViewThatOneStepNamesBelongsToTheLesson) {
  const Lesson own = lesson_of(one_step("eps = 1"));
  EXPECT_FALSE(own.sets_digits);
  EXPECT_FALSE(own.sets_layout);
  const Lesson lesson = lesson_of(
      one_step("eps = 1") + "## Two\n```normscope\ndigits = \"9\"\nlayout = \"all-steps\"\n```\n");
  EXPECT_TRUE(lesson.sets_digits);
  EXPECT_TRUE(lesson.sets_layout);
  EXPECT_EQ(lesson.steps[0].document.view.digits, document::Digits::kFour);
  EXPECT_EQ(lesson.steps[1].document.view.digits, document::Digits::kNine);
  EXPECT_EQ(lesson.steps[1].document.view.layout, document::StageLayout::kAllSteps);
  EXPECT_EQ(fault_with("digits = \"5\"").substr(0, 29), "line 9: 'digits' must be one ");
}

TEST(Scene, AStepRevealsUpToACard) {
  EXPECT_EQ(lesson_of(one_step("eps = 1")).steps[0].reveals, "");
  const Lesson lesson = lesson_of(one_step("focus = \"mean\"\nreveal = \"variance\"") +
                                  "## Two\n```normscope\neps = 2\n```\n");
  EXPECT_EQ(lesson.steps[0].reveals, "variance");
  EXPECT_EQ(lesson.steps[1].reveals, "") << "a step that names none reveals everything";
  EXPECT_EQ(lesson_of(one_step("reveal = \"mean\"")).steps[0].document.view.step, "mean")
      << "without a focus it comes onto the sheet";
  EXPECT_EQ(fault_with("focus = \"variance\"\nreveal = \"mean\""),
            "line 9: 'focus' is variance, which comes after the card that the step reveals, mean");
  EXPECT_EQ(fault_with("reveal = \"relu\"").substr(0, 49),
            "line 9: 'reveal' must be one of the cards input, ");
  EXPECT_EQ(fault_with("layers = [\"relu\"]\nreveal = \"input\""), "no fault");
  EXPECT_EQ(fault_with("compare = \"V6\"\nreveal = \"mean\""),
            "line 10: a comparison shows every step: leave out 'reveal'");
  const std::string act =
      "```act\ndo = \"Do it.\"\nchanges = [{ value = \"mean[0]\", above = 9 }]\n```\n";
  EXPECT_EQ(fault_of(one_step("reveal = \"mean\"") + act), "no fault");
  EXPECT_EQ(fault_of(one_step("reveal = \"input\"") + act),
            "line 6: an act looks at mean, which comes after the card that the step reveals, "
            "input");
}

TEST(Scene, AComparisonIsNamedOrGiven) {
  const auto compared = [](const std::string& settings) {
    return document_with(settings).comparison.value_or(document::Comparison{});
  };
  const auto other = [&](const std::string& settings) {
    return std::get<document::Operation>(compared(settings).b);
  };
  EXPECT_EQ(other("compare = \"V6\"").norm.options.estimator, ops::VarianceEstimator::kUnbiased);
  EXPECT_EQ(other("compare = \"softmax\"").subject, document::Subject::kSoftmax);
  EXPECT_EQ(other("eps = 0.5\ncompare = \"rms-norm\"").norm.options, [] {
    ops::NormOptions options;
    options.kind = ops::Normalization::kRmsNorm;
    return options;
  }());
  const document::Operation changed = other("eps = 0.5\ncompare = { variance = \"unbiased\" }");
  EXPECT_EQ(changed.norm.options.estimator, ops::VarianceEstimator::kUnbiased);
  EXPECT_EQ(changed.norm.options.epsilon, 0.5) << "what is not named is as in A";
  EXPECT_EQ(compared("compare = \"torch\"").b_calculation, document::Calculation::kTorch);
  const auto given = std::get<document::GivenOutput>(
      compared("compare = { name = \"hers\", values = [[1, 2, 3], [4, 5, 6]] }").b);
  EXPECT_EQ(given.name, "hers");
  EXPECT_EQ(values_of(given.values), (std::vector<float>{1, 2, 3, 4, 5, 6}));

  const Lesson lesson = lesson_of(one_step("compare = \"V6\"") + "## Two\nText.\n" +
                                  "## Three\n```normscope\ncompare = false\n```\n");
  EXPECT_TRUE(lesson.steps[1].document.comparison);
  EXPECT_FALSE(lesson.steps[2].document.comparison);

  EXPECT_EQ(fault_with("compare = true").substr(0, 44),
            "line 9: 'compare' must be the name of a pres");
  EXPECT_NE(fault_with("compare = \"V11\""), "no fault");
  EXPECT_EQ(fault_with("compare = { epsilon = 1 }"), "line 9: unknown key 'epsilon'");
  EXPECT_NE(fault_with("compare = { values = [1, 2] }"), "no fault");
  EXPECT_EQ(fault_with("compare = { values = [[1, 2, 3], [4, 5, 6]], eps = 1 }"),
            "line 9: unknown key 'eps'");
}

TEST(Scene, TheBackwardPassHasItsGradient) {
  const auto backward = [](const std::string& value) {
    return first("input.values = [[1, 2, 3]]\nselect = { row = 0, column = 1 }\nbackward = " +
                 value)
        .backward;
  };
  EXPECT_TRUE(backward("true").on);
  EXPECT_EQ(values_of(backward("true").upstream), (std::vector<float>{0, 1, 0}));
  EXPECT_EQ(values_of(backward("{ dy = [[1, 0, -2]] }").upstream), (std::vector<float>{1, 0, -2}));
  EXPECT_EQ(values_of(backward("{ dy = \"ones\" }").upstream), (std::vector<float>{1, 1, 1}));
  EXPECT_EQ(backward("{ target = 2 }").target, 2);
  EXPECT_EQ(backward("{ form = \"chain\" }").form, trace::BackwardForm::kChain);
  EXPECT_FALSE(backward("false").on);
  const auto fault = [](const std::string& more) {
    return first_fault("input.values = [[1, 2, 3]]\n" + more);
  };
  EXPECT_EQ(fault("backward = { target = 3 }"),
            "line 9: the target must be one of 3 numbers of a group, 0 first, but is 3");
  EXPECT_EQ(fault("backward = { dy = [1, 2] }"),
            "line 9: 'dy' has the shape (2), but the output has (1, 3)");
  EXPECT_EQ(fault("operation = \"softmax\"\nbackward = { form = \"sums-of-input\" }"),
            "line 10: this operation has no backward pass of that form");
  EXPECT_EQ(fault("backward = true\nfocus = \"gradient of the input\""), "no fault");
}

TEST(Scene, UnknownAndMisplacedKeysAreRefused) {
  EXPECT_EQ(fault_with("epsilon = 1"), "line 9: unknown key 'epsilon'");
  EXPECT_NE(hint_of(one_step("epsilon = 1")).find("eps-placement"), std::string::npos);
  EXPECT_EQ(fault_with("operation = \"softmax\"\neps = 1"), "line 10: unknown key 'eps'");
  EXPECT_EQ(fault_with("operation = \"layer-norm\"\ntemperature = 1"),
            "line 10: unknown key 'temperature'");
}

TEST(Scene, WrongValuesAreRefused) {
  EXPECT_EQ(fault_with("eps = \"small\""), "line 9: 'eps' must be a number");
  EXPECT_EQ(fault_with("variance = \"sample\""),
            "line 9: 'variance' must be one of biased, unbiased, but is 'sample'");
  EXPECT_EQ(fault_with("no-centring = 1"), "line 9: 'no-centring' must be true or false");
  EXPECT_EQ(fault_with("preset = \"V99\""), "line 9: 'preset' must be V1 to V10, but is 'V99'");
  EXPECT_NE(fault_with("eps = -1"), "no fault");
  EXPECT_NE(fault_with("eps = nan"), "no fault");
  EXPECT_NE(fault_with("operation = \"softmax\"\ntemperature = 0"), "no fault");
  EXPECT_NE(fault_with("operation = \"softmax\"\ndim = 2"), "no fault");
  EXPECT_NE(fault_with("operation = \"batch-norm\"\ngroups = 2\nnormalized-shape = [7]"),
            "no fault");
  EXPECT_TRUE(fault_with("eps = ").starts_with("line 9: not TOML: ")) << fault_with("eps = ");
}

TEST(Scene, AStepBuildsOnTheOneBefore) {
  const Lesson lesson = lesson_of(one_step("operation = \"rms-norm\"\ngamma = [1, 2, 3]") +
                                  "## Two\nJust text.\n## Three\n```normscope\neps = 0.5\n```\n" +
                                  "## Four\n```normscope\noperation = \"layer-norm\"\n```\n");
  ASSERT_EQ(lesson.steps.size(), 4U);
  Document second = lesson.steps[0].document;
  second.lesson.step = 1;
  EXPECT_EQ(lesson.steps[1].document, second);
  second.lesson.step = 2;
  second.norm.options.epsilon = 0.5;
  EXPECT_EQ(lesson.steps[2].document, second);
  // Naming an operation starts from PyTorch's options.
  EXPECT_EQ(lesson.steps[3].document.norm.effective(), ops::NormOptions{});
  EXPECT_FALSE(lesson.steps[3].document.norm.gamma.on);
}

TEST(Scene, GammaFollowsANewShape) {
  const Lesson lesson =
      lesson_of(one_step("gamma = [7, 8, 9]") +
                "## Two\n```normscope\ninput = { values = [[1, 2, 3, 4]] }\n```\n");
  EXPECT_EQ(values_of(lesson.steps[1].document.norm.gamma.values),
            (std::vector<float>{7, 8, 9, 1}));
}

}  // namespace
}  // namespace normscope::lessons
