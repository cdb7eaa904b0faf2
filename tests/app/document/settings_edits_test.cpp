// SPDX-License-Identifier: MIT
// Edits of layers, operation, options, gamma and beta.
#include <gtest/gtest.h>

#include <cmath>

#include "app/document/edits.hpp"
#include "core/ops/presets.hpp"
#include "core/random/generator.hpp"
#include "tests/app/document/documents.hpp"

namespace normscope::document {
namespace {

using tensor::Shape;

// The description of the change of settings that `change` makes.
template <class Change>
std::string norm_description(const Document& document, const Change& change) {
  NormSettings settings = document.norm;
  change(settings);
  return sentence_of(set_norm(document, settings)).starts_with("no error, but: ")
             ? set_norm(document, settings)->description
             : sentence_of(set_norm(document, settings));
}

TEST(SetNorm, SaysWhatDiffers) {
  const Document x = counting_document({4, 6});
  const auto description = [&](auto change) { return norm_description(x, change); };
  EXPECT_EQ(description([](NormSettings& s) { s.options.epsilon = 1e-3; }), "eps 1e-05 to 0.001");
  EXPECT_EQ(description([](NormSettings& s) { s.epsilon_on = false; }), "turn eps off");
  EXPECT_EQ(description([](NormSettings& s) { s.gamma.on = true; }), "turn gamma on");
  EXPECT_EQ(description([](NormSettings& s) { s.beta.on = true; }), "turn beta on");
  EXPECT_EQ(description([](NormSettings& s) { s.gamma.values = s.gamma.values.with(0, 2); }),
            "change gamma");
  EXPECT_EQ(
      description([](NormSettings& s) { s.options.estimator = ops::VarianceEstimator::kUnbiased; }),
      "unbiased variance");
  EXPECT_EQ(description([](NormSettings& s) {
              s.options.epsilon_placement = ops::EpsilonPlacement::kOutside;
            }),
            "eps outside the root");
  EXPECT_EQ(
      description([](NormSettings& s) { s.options.algorithm = ops::VarianceAlgorithm::kWelford; }),
      "variance by Welford's method");
  EXPECT_EQ(description([](NormSettings& s) { s.options.centring = false; }), "turn centring off");
  EXPECT_EQ(description([](NormSettings& s) { s.options.returned = ops::Returned::kMean; }),
            "return the mean");
  EXPECT_EQ(description([](NormSettings& s) { s.options.kind = ops::Normalization::kBatchNorm; }),
            "layer-norm to batch-norm");
  EXPECT_EQ(description([](NormSettings& s) { s.options.groups = 3; }), "groups 1 to 3");
  EXPECT_EQ(description([](NormSettings& s) {
              s.options.normalized_shape = {4, 6};
            }),
            "normalize over (4, 6)");
  EXPECT_EQ(description([](NormSettings& s) {
              s.options.epsilon = 0;
              s.gamma.on = true;
            }),
            "eps 1e-05 to 0, turn gamma on");
  EXPECT_EQ(description([](NormSettings& s) {
              s.options.epsilon = 0;
              s.epsilon_on = false;
              s.gamma.on = true;
              s.beta.on = true;
            }),
            "change 4 settings");
  EXPECT_EQ(description([](NormSettings&) {}), "");
}

TEST(SetNorm, SwitchedOffKeepsItsValues) {
  Document x = counting_document({2, 3});
  x = NORMSCOPE_VALUE_OR_FAIL(set_value(x, Target::kGamma, 1, 5)).after;
  NormSettings settings = x.norm;
  settings.options.epsilon = 0.25;
  for (const bool on : {true, false, true}) {
    settings.gamma.on = settings.beta.on = settings.epsilon_on = on;
    x = NORMSCOPE_VALUE_OR_FAIL(set_norm(x, settings)).after;
    EXPECT_EQ(numbers(x.norm.gamma.values), (std::vector<float>{1, 5, 1}));
    EXPECT_EQ(x.norm.options.epsilon, 0.25);
    EXPECT_EQ(x.norm.options.epsilon_placement, ops::EpsilonPlacement::kInside);
  }
}

TEST(SetNorm, RunningStatisticsBeginAsPyTorchsAndStayWhenSwitchedOff) {
  Document x = counting_document({2, 3});
  NormSettings settings = x.norm;
  settings.options.kind = ops::Normalization::kBatchNorm;
  x = NORMSCOPE_VALUE_OR_FAIL(set_norm(x, settings)).after;
  EXPECT_FALSE(x.norm.running_mean.on);
  settings.options.running = true;
  const Edit edit = NORMSCOPE_VALUE_OR_FAIL(set_norm(x, settings));
  EXPECT_EQ(edit.description, "turn running statistics on");
  x = edit.after;
  EXPECT_TRUE(x.norm.running_mean.on && x.norm.running_variance.on);
  EXPECT_EQ(numbers(x.norm.running_mean.values), (std::vector<float>{0, 0, 0}));
  EXPECT_EQ(numbers(x.norm.running_variance.values), (std::vector<float>{1, 1, 1}));
  const Edit set = NORMSCOPE_VALUE_OR_FAIL(set_value(x, Target::kRunningMean, 1, 5));
  EXPECT_EQ(set.description, "set number 1 of the running mean to 5");
  x = set.after;
  for (const bool on : {false, true}) {
    settings = x.norm;
    settings.options.running = on;
    x = NORMSCOPE_VALUE_OR_FAIL(set_norm(x, settings)).after;
    EXPECT_EQ(x.norm.running_mean.on, on);
    EXPECT_EQ(numbers(x.norm.running_mean.values), (std::vector<float>{0, 5, 0}));
  }
  const Edit reset = NORMSCOPE_VALUE_OR_FAIL(reset_parameter(x, Target::kRunningVariance));
  EXPECT_EQ(reset.description, "reset the running variance to 1");
  // Another kind has none.
  settings = x.norm;
  settings.options.kind = ops::Normalization::kInstanceNorm;
  x = NORMSCOPE_VALUE_OR_FAIL(set_norm(x, settings)).after;
  EXPECT_FALSE(x.norm.options.running || x.norm.running_mean.on);
}

TEST(SetParameter, TakesAListOrATableOfOneRow) {
  Document x = counting_document({2, 3});
  for (const Shape& shape : {Shape{3}, Shape{1, 3}, Shape{3, 1}}) {
    const Edit edit = NORMSCOPE_VALUE_OR_FAIL(set_parameter(
        x, Target::kBeta, {true, Array(testing::make(shape, {1, 2, 3})), File{"folder/beta.csv"}}));
    EXPECT_EQ(edit.description, "take beta from beta.csv");
    EXPECT_EQ(edit.after.norm.beta.values.shape(), Shape{3});
    EXPECT_TRUE(edit.after.norm.beta.on);
  }
  const auto refused =
      set_parameter(x, Target::kBeta, {true, Array(testing::make({2}, {1, 2})), {}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sentence, "beta must have the shape (3) here, but has (2)");
}

TEST(SetNorm, RefitsGammaToItsKind) {
  Document x = counting_document({2, 3, 4});
  NormSettings settings = x.norm;
  settings.options.kind = ops::Normalization::kInstanceNorm;
  x = NORMSCOPE_VALUE_OR_FAIL(set_norm(x, settings)).after;
  EXPECT_EQ(x.norm.gamma.values.shape(), (Shape{3}));
  settings.options.kind = ops::Normalization::kLayerNorm;
  settings.options.normalized_shape = {3, 4};
  x = NORMSCOPE_VALUE_OR_FAIL(set_norm(x, settings)).after;
  EXPECT_EQ(x.norm.gamma.values.shape(), (Shape{3, 4}));
}

// Each of these options once kept its value and changed the result unseen.
TEST(SetNorm, AnotherKindPutsBackWhatItDoesNotHave) {
  const Document x = counting_document({2, 4, 3});
  const auto with_kind = [](const Document& document, ops::Normalization kind) {
    NormSettings settings = document.norm;
    settings.options.kind = kind;
    return NORMSCOPE_VALUE_OR_FAIL(set_norm(document, settings));
  };
  for (const char* preset : {"V1", "V9"}) {
    const Document chosen = NORMSCOPE_VALUE_OR_FAIL(choose_preset(x, preset)).after;
    for (const auto& [kind, name] : ops::normalization_names()) {
      if (kind == ops::Normalization::kLayerNorm) continue;
      const Edit edit = with_kind(chosen, kind);
      EXPECT_EQ(edit.after.norm.options.returned, ops::Returned::kNormalized) << preset << name;
      EXPECT_EQ(edit.description, "layer-norm to " + std::string(name));
    }
  }
  NormSettings settings = x.norm;
  settings.options.normalized_shape = {4, 3};
  settings.options.centring = false;
  const Document layer = NORMSCOPE_VALUE_OR_FAIL(set_norm(x, settings)).after;
  EXPECT_TRUE(with_kind(layer, ops::Normalization::kRmsNorm).after.norm.options.centring);
  EXPECT_EQ(with_kind(layer, ops::Normalization::kRmsNorm).after.norm.options.normalized_shape,
            (Shape{4, 3}));
  EXPECT_EQ(with_kind(layer, ops::Normalization::kBatchNorm).after.norm.options.normalized_shape,
            Shape{});
  settings = with_kind(x, ops::Normalization::kGroupNorm).after.norm;
  settings.options.groups = 2;
  const Document groups =
      NORMSCOPE_VALUE_OR_FAIL(
          set_norm(with_kind(x, ops::Normalization::kGroupNorm).after, settings))
          .after;
  EXPECT_EQ(groups.norm.options.groups, 2);
  EXPECT_EQ(with_kind(groups, ops::Normalization::kInstanceNorm).after.norm.options.groups, 1);
  // A new kind may bring its own.
  settings.options.kind = ops::Normalization::kGroupNorm;
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(set_norm(x, settings)).after.norm.options.groups, 2);
}

TEST(SetNorm, RefusesWhatCannotBePlanned) {
  const Document x = counting_document({2, 3});
  EXPECT_EQ(norm_description(x, [](NormSettings& s) { s.options.epsilon = -1; }),
            "eps must be a finite number, zero or more, but is -1");
  EXPECT_EQ(norm_description(x, [](NormSettings& s) { s.options.normalized_shape = {2}; }),
            "the normalized shape (2) is not what the input's shape (2, 3) ends with");
  EXPECT_FALSE(set_norm(x, [&] {
    NormSettings s = x.norm;
    s.options.epsilon = std::nan("");
    return s;
  }()));
}

TEST(SetNorm, AGesturesWordsBeginWhereItBegan) {
  const Document start = counting_document({2, 3});
  NormSettings settings = start.norm;
  settings.options.epsilon = 1e-4;
  const Document between = NORMSCOPE_VALUE_OR_FAIL(set_norm(start, settings)).after;
  settings.options.epsilon = 1e-3;
  const Edit last = NORMSCOPE_VALUE_OR_FAIL(set_norm(between, settings));
  EXPECT_EQ(last.description, "eps 0.0001 to 0.001");
  EXPECT_EQ(last.description_since(start), "eps 1e-05 to 0.001");
}

TEST(SetSoftmax, SaysWhatDiffersAndRefusesTheRest) {
  const Document x = counting_document({2, 3});
  const auto description = [&](const ops::SoftmaxOptions& options) {
    return NORMSCOPE_VALUE_OR_FAIL(set_softmax(x, options)).description;
  };
  EXPECT_EQ(description({.dim = 0}), "dimension -1 to 0");
  EXPECT_EQ(description({.temperature = 0.5}), "temperature 1 to 0.5");
  EXPECT_EQ(description({.algorithm = ops::SoftmaxAlgorithm::kNaive}), "naive softmax");
  EXPECT_EQ(description({.log = true}), "turn the logarithm on");
  EXPECT_EQ(sentence_of(set_softmax(x, {.temperature = 0})),
            "the temperature must be a finite number above zero, but is 0");
  EXPECT_FALSE(set_softmax(x, {.dim = 2}));
}

TEST(ChoosePreset, TakesTheZoosOptions) {
  const Document x = counting_document({2, 3});
  for (const ops::Preset& preset : ops::presets()) {
    const Edit edit = NORMSCOPE_VALUE_OR_FAIL(choose_preset(x, preset.id));
    EXPECT_EQ(edit.after.norm.effective(), preset.options) << preset.id;
    EXPECT_TRUE(edit.description.starts_with("preset " + std::string(preset.id) + ": "))
        << edit.description;
  }
  EXPECT_EQ(sentence_of(choose_preset(x, "V11")), "there is no preset V11");
}

TEST(ChoosePreset, KeepsAxesAndParametersAndLeavesSoftmax) {
  Document x = counting_document({4, 2, 3});
  x.norm.options.normalized_shape = {2, 3};
  x.norm.gamma.on = true;
  x.subject = Subject::kSoftmax;
  x = fitted(x);
  const Edit edit = NORMSCOPE_VALUE_OR_FAIL(choose_preset(x, "V2"));
  EXPECT_EQ(edit.after.norm.options.normalized_shape, (Shape{2, 3}));
  EXPECT_TRUE(edit.after.norm.gamma.on);
  EXPECT_EQ(edit.after.subject, Subject::kNorm);
  // A preset without eps switches eps off and keeps a placement for switching it on.
  EXPECT_FALSE(edit.after.norm.epsilon_on);
  EXPECT_EQ(edit.after.norm.options.epsilon_placement, ops::EpsilonPlacement::kInside);
  EXPECT_TRUE(NORMSCOPE_VALUE_OR_FAIL(choose_preset(edit.after, "V3")).after.norm.epsilon_on);
}

TEST(ChooseSubject, NamesTheOperation) {
  const Document x = counting_document({2, 3});
  const Edit softmax = NORMSCOPE_VALUE_OR_FAIL(choose_subject(x, Subject::kSoftmax));
  EXPECT_EQ(softmax.description, "switch to Softmax");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(choose_subject(softmax.after, Subject::kNorm)).description,
            "switch to LayerNorm");
  const Document identity = NORMSCOPE_VALUE_OR_FAIL(choose_preset(softmax.after, "V9")).after;
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(choose_subject(identity, Subject::kNorm)).description,
            "switch to Identity");
}

TEST(SetLayers, SaysWhatHappened) {
  const Document x = counting_document({2, 5});
  const LinearLayer linear{.out_features = 6, .seed = 1};
  const auto description = [](const Document& from, std::vector<Layer> layers) {
    return NORMSCOPE_VALUE_OR_FAIL(set_layers(from, std::move(layers))).description;
  };
  EXPECT_EQ(description(x, {linear}), "add Linear(5, 6)");
  EXPECT_EQ(description(x, {linear, ReluLayer{}}), "layers Linear(5, 6), ReLU");
  const Edit both = NORMSCOPE_VALUE_OR_FAIL(set_layers(x, {linear, ReluLayer{}}));
  EXPECT_EQ(both.after.norm.gamma.values.shape(), (Shape{6}));
  EXPECT_EQ(description(both.after, {linear}), "remove ReLU");
  EXPECT_EQ(description(both.after, {ReluLayer{}}), "remove Linear(5, 6)");
  EXPECT_EQ(description(both.after, {}), "remove all layers");
  EXPECT_EQ(description(both.after, {linear, linear, ReluLayer{}}), "add Linear(5, 6)");
  EXPECT_EQ(description(both.after, {LinearLayer{.out_features = 8, .seed = 1}, ReluLayer{}}),
            "Linear(5, 6) to Linear(5, 8)");
  EXPECT_EQ(description(both.after,
                        {LinearLayer{.out_features = 6, .seed = 9, .position = 10}, ReluLayer{}}),
            "Linear(5, 6) from seed 9 after 10 draws");
  EXPECT_EQ(description(both.after, {linear, ReluLayer{}}), "");
  EXPECT_EQ(description(both.after, {ReluLayer{}, linear}), "layers ReLU, Linear(5, 6)");
}

TEST(SetLayers, RefusesWhatCannotRun) {
  const Document x = counting_document({2, 5});
  EXPECT_EQ(sentence_of(set_layers(x, {LinearLayer{.out_features = 0}})),
            "a linear layer needs 1 to 268435456 outputs, but got 0");
  EXPECT_EQ(sentence_of(set_layers(x, {LinearLayer{.out_features = kMaxWeights}})),
            "Linear(5, 268435456) has more than 268435456 weights");
  EXPECT_EQ(sentence_of(set_layers(counting_document({}), {LinearLayer{}})),
            "a linear layer needs an input of at least one dimension");
  EXPECT_FALSE(set_layers(x, {LinearLayer{.position = random::kMaxPosition + 1}}));
  EXPECT_TRUE(set_layers(counting_document({}), {ReluLayer{}}));
}

TEST(ResetParameter, GoesBackToOnesAndZeros) {
  Document x = counting_document({2, 3});
  x.norm.gamma.values = Array(testing::make({3}, {5, 6, 7}));
  x.norm.beta.values = Array(testing::make({3}, {5, 6, 7}));
  const Edit gamma = NORMSCOPE_VALUE_OR_FAIL(reset_parameter(x, Target::kGamma));
  EXPECT_EQ(gamma.description, "reset gamma to 1");
  EXPECT_EQ(numbers(gamma.after.norm.gamma.values), (std::vector<float>{1, 1, 1}));
  const Edit beta = NORMSCOPE_VALUE_OR_FAIL(reset_parameter(x, Target::kBeta));
  EXPECT_EQ(beta.description, "reset beta to 0");
  EXPECT_EQ(numbers(beta.after.norm.beta.values), (std::vector<float>{0, 0, 0}));
  EXPECT_EQ(sentence_of(reset_parameter(x, Target::kInput)),
            "an input has no default to go back to");
}

}  // namespace
}  // namespace normscope::document
