// SPDX-License-Identifier: MIT
// The document as a value: the welcome document, the values of origins, fitting to a shape.
#include "app/document/document.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "app/document/descriptions.hpp"
#include "core/io/tensor_file.hpp"
#include "core/tensor/print.hpp"
#include "tests/app/document/documents.hpp"
#include "tests/app/lecture_document.hpp"

namespace normscope::document {
namespace {

using tensor::Shape;

std::vector<float> generated(const Origin& origin, const Shape& shape) {
  const auto values = NORMSCOPE_VALUE_OR_FAIL(make_values(origin, shape));
  EXPECT_EQ(values.shape(), shape);
  return {values.values().begin(), values.values().end()};
}

std::string sentence_of_values(const Origin& origin, const Shape& shape) {
  const auto values = make_values(origin, shape);
  return values ? "no error" : values.error().sentence;
}

TEST(Document, TheFirstOneIsFollowedInTheHead) {
  const Document document = welcome_document();
  EXPECT_EQ(current(document).shape(), (Shape{2, 5}));
  EXPECT_EQ(numbers(document), (std::vector<float>{2, 4, 5, 6, 8, 20, 40, 50, 60, 80}));
  EXPECT_TRUE(document.layers.empty());
  EXPECT_EQ(document.subject, Subject::kNorm);
  EXPECT_EQ(document.norm.options, ops::NormOptions{});
  EXPECT_FALSE(document.norm.gamma.on);
  EXPECT_FALSE(document.norm.beta.on);
  EXPECT_EQ(numbers(document.norm.gamma.values), std::vector<float>(5, 1.0F));
  EXPECT_EQ(numbers(document.norm.beta.values), std::vector<float>(5, 0.0F));
  EXPECT_EQ(document, welcome_document());
}

// Document B of the facts, step 1.
TEST(Document, ARecipeDrawsTheNumbersOfTheLecture) {
  const Document document = testing::lecture_document();
  EXPECT_EQ(tensor::to_torch_text(*current(document).values()),
            "tensor([[0.2961, 0.5166, 0.2517, 0.6886, 0.0740],\n"
            "        [0.8665, 0.1366, 0.1025, 0.1841, 0.7264]])");
  EXPECT_EQ(shape_after_layers(document), (Shape{2, 6}));
  EXPECT_EQ(numbers(document.norm.gamma.values), std::vector<float>(6, 1.0F));
}

TEST(Document, EpsilonOffIsPlacementNone) {
  NormSettings settings;
  settings.options.epsilon_placement = ops::EpsilonPlacement::kOutside;
  EXPECT_EQ(settings.effective(), settings.options);
  settings.epsilon_on = false;
  EXPECT_EQ(settings.effective().epsilon_placement, ops::EpsilonPlacement::kNone);
  EXPECT_EQ(settings.options.epsilon_placement, ops::EpsilonPlacement::kOutside);
}

TEST(Document, OriginsMakeTheirValues) {
  const auto normals = generated(Random{.distribution = Distribution::kRandn, .seed = 42}, {4});
  EXPECT_NEAR(normals[0], 0.3367, 5e-5);  // the facts print four digits
  // The stream continues: from position 2 on, rand gives the same draws without the first two.
  const auto all = generated(Random{.distribution = Distribution::kRand, .seed = 7}, {6});
  const auto later =
      generated(Random{.distribution = Distribution::kRand, .seed = 7, .position = 2}, {4});
  EXPECT_EQ(std::vector<float>(all.begin() + 2, all.end()), later);
  for (const float value : generated(Random{Distribution::kUniform, 2, 3, 1, 0}, {50})) {
    EXPECT_TRUE(value >= 2 && value <= 3) << value;
  }
  std::set<float> seen;
  for (const float value : generated(Random{Distribution::kIntegers, -1, 2, 1, 0}, {50})) {
    seen.insert(value);
  }
  EXPECT_EQ(seen, (std::set<float>{-1, 0, 1}));
  EXPECT_EQ(generated(Random{Distribution::kNormal, 5, 0, 1, 0}, {3}), std::vector<float>(3, 5.0F));
  EXPECT_EQ(generated(Constant{0.5}, {2, 1}), std::vector<float>(2, 0.5F));
  EXPECT_TRUE(std::isnan(generated(Constant{std::nan("")}, {1})[0]));
  EXPECT_EQ(generated(Ramp{1, 0.5}, {4}), (std::vector<float>{1, 1.5, 2, 2.5}));
}

TEST(Document, OriginsThatMakeNothingSayWhy) {
  EXPECT_EQ(sentence_of_values(Typed{}, {2}), "typed values have no recipe to make them again");
  EXPECT_EQ(sentence_of_values(Constant{1e39}, {2}),
            "the constant must be a finite float32, but is 1e+39");
  EXPECT_EQ(sentence_of_values(Ramp{0, 1e39}, {2}),
            "each end of a ramp must be a finite float32, but is 2e+39");
  EXPECT_EQ(sentence_of_values(Random{Distribution::kIntegers, 0.5, 2, 1, 0}, {2}),
            "the lowest of random integers must be a whole number, but is 0.5");
  EXPECT_EQ(sentence_of_values(Random{Distribution::kIntegers, 2, 2, 1, 0}, {2}),
            "randint needs low < high, but got 2 and 2");
  EXPECT_EQ(sentence_of_values(Random{Distribution::kNormal, std::nan(""), 1, 1, 0}, {2}),
            "a parameter of random numbers must be a finite float32, but is nan");
  EXPECT_EQ(sentence_of_values(Constant{}, {-1}), "shape (-1) has a negative size");
}

TEST(Document, AFileGivesItsNumbers) {
  const testing::TemporaryFolder folder;
  const auto path = folder / "x.npy";
  ASSERT_TRUE(io::write_tensor(path, counting({2, 3})));
  EXPECT_EQ(generated(File{path.string()}, {3, 2}), (std::vector<float>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(make_values(File{path.string()}, {})).shape(), (Shape{2, 3}));
  EXPECT_EQ(sentence_of_values(File{path.string()}, {7}),
            path.string() + ": holds 6 numbers, but shape (7) needs 7");
  const std::string missing = (folder / "y.npy").string();
  EXPECT_TRUE(sentence_of_values(File{missing}, {7}).starts_with(missing + ": "));
}

TEST(Document, GammaKeepsWhatItSharesWithANewShape) {
  Document document = counting_document({2, 3});
  document.norm.gamma.values = Array(testing::make({3}, {5, 6, 7}));
  document.inputs[0].values = Array(counting({2, 4}));
  EXPECT_EQ(numbers(fitted(document).norm.gamma.values), (std::vector<float>{5, 6, 7, 1}));
  EXPECT_EQ(numbers(fitted(document).norm.beta.values), (std::vector<float>{0, 0, 0, 0}));
  document.inputs[0].values = Array(counting({2, 2}));
  EXPECT_EQ(numbers(fitted(document).norm.gamma.values), (std::vector<float>{5, 6}));
  // More normalized dimensions: the last ones stay aligned.
  document.norm.options.normalized_shape = {2, 2};
  EXPECT_EQ(numbers(fitted(document).norm.gamma.values), (std::vector<float>{5, 6, 1, 1}));
}

TEST(Document, TheNormalizedShapeFollowsTheInput) {
  Document document = counting_document({4, 2, 3});
  document.norm.options.normalized_shape = {2, 3};
  document.inputs[0].values = Array(counting({4, 5, 3}));
  EXPECT_EQ(fitted(document).norm.options.normalized_shape, (Shape{5, 3}));
  document.inputs[0].values = Array(counting({7}));
  EXPECT_EQ(fitted(document).norm.options.normalized_shape, (Shape{7}));
}

TEST(Document, SelectionAndSliceComeBackInside) {
  Document document = counting_document({3, 2, 4});
  document.selection = {5, 3};
  document.view.outer = {2};
  EXPECT_EQ(fitted(document), document);
  document.selection = {6, -1};
  document.view.outer = {3, 1};
  const Document fit = fitted(document);
  EXPECT_EQ(fit.selection, (Selection{5, 0}));
  EXPECT_EQ(fit.view.outer, (std::vector<std::int64_t>{2}));
  // A layer's wider output may be selected, too.
  document.layers = {LinearLayer{.out_features = 9}};
  document.selection = {0, 8};
  EXPECT_EQ(fitted(document).selection.column, 8);
}

TEST(Document, SettingsThatDoNotGoWithTheInputKeepTheirParameters) {
  Document document = counting_document({3});
  document.norm.options.kind = ops::Normalization::kBatchNorm;
  document.norm.gamma.values = Array(testing::make({3}, {5, 6, 7}));
  EXPECT_FALSE(affine_shape(document));
  EXPECT_EQ(fitted(document), document);
}

TEST(Document, EveryEnumeratorHasAName) {
  EXPECT_EQ(list_names(distribution_names()), "rand, randn, uniform, normal, integers");
  EXPECT_EQ(list_names(subject_names()), "norm, softmax, relative, chain");
  EXPECT_EQ(list_names(digits_names()), "4, 6, 9, torch, bits");
}

TEST(Descriptions, NameOperationsAndOrigins) {
  Document document = testing::lecture_document();
  EXPECT_EQ(operation_name(document), "LayerNorm");
  EXPECT_EQ(layer_name(document.layers[0], 5), "Linear(5, 6)");
  EXPECT_EQ(layer_name(document.layers[1], 6), "ReLU");
  document.norm.options.kind = ops::Normalization::kGroupNorm;
  EXPECT_EQ(operation_name(document), "GroupNorm");
  document.subject = Subject::kSoftmax;
  EXPECT_EQ(operation_name(document), "Softmax");
  document.softmax.log = true;
  EXPECT_EQ(operation_name(document), "LogSoftmax");
  EXPECT_EQ(origin_description(Random{Distribution::kRandn, 0, 1, 123, 0}, {2, 5}),
            "randn(2, 5) from seed 123");
  EXPECT_EQ(origin_description(Random{Distribution::kUniform, -1, 1, 5, 10}, {3}),
            "uniform(3) of [-1, 1) from seed 5 after 10 draws");
  EXPECT_EQ(origin_description(Constant{0.5}, {3}), "the constant 0.5");
  EXPECT_EQ(origin_description(Ramp{0, 2}, {3}), "a ramp from 0 in steps of 2");
  EXPECT_EQ(origin_description(File{"/a/b.npy"}, {3}), "b.npy");
  Input input = document.inputs.front();
  EXPECT_EQ(input_description(input), origin_description(input.origin, {2, 5}));
  input.values = input.values.with(3, 7.0F);
  EXPECT_EQ(input_description(input), origin_description(input.origin, {2, 5}) + ", edited");
  input.origin = Typed{};
  EXPECT_EQ(input_description(input), "typed numbers");
}

}  // namespace
}  // namespace normscope::document
