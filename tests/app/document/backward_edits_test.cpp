// SPDX-License-Identifier: MIT
// Edits of the backward pass: what its upstream gradient is, how it follows the output's shape, and
// that it comes back from a session.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/document/edits.hpp"
#include "tests/app/document/documents.hpp"
#include "tests/app/document/round_trip.hpp"

namespace normscope::document::backward_edits_test {

using Numbers = std::vector<float>;

Document backward_of(tensor::Shape shape) {
  return NORMSCOPE_VALUE_OR_FAIL(show_backward(counting_document(std::move(shape)), true)).after;
}

TEST(ShowBackward, BeginsWithAOneAtTheSelectedNumber) {
  Document forward = counting_document({2, 3});
  forward.selection = {1, 2};
  const Edit edit = NORMSCOPE_VALUE_OR_FAIL(show_backward(forward, true));
  EXPECT_EQ(edit.description, "show the backward pass");
  EXPECT_TRUE(edit.after.backward.on);
  EXPECT_EQ(numbers(edit.after.backward.upstream), (Numbers{0, 0, 0, 0, 0, 1}));
}

TEST(ShowBackward, KeepsTheGradientWhileTheForwardPassIsShown) {
  Document document = backward_of({2, 3});
  document = NORMSCOPE_VALUE_OR_FAIL(set_value(document, Target::kUpstream, 4, 7)).after;
  document.selection = {1, 0};
  document = NORMSCOPE_VALUE_OR_FAIL(show_backward(document, false)).after;
  document = NORMSCOPE_VALUE_OR_FAIL(show_backward(document, true)).after;
  EXPECT_EQ(numbers(document.backward.upstream), (Numbers{1, 0, 0, 0, 7, 0}));
}

TEST(FillUpstream, TakesAnyRecipe) {
  const Document document = backward_of({2, 2});
  const Edit ones = NORMSCOPE_VALUE_OR_FAIL(fill_upstream(document, Constant{1}));
  EXPECT_EQ(ones.description, "fill dy with the constant 1");
  EXPECT_EQ(numbers(ones.after.backward.upstream), (Numbers{1, 1, 1, 1}));
  const Edit drawn = NORMSCOPE_VALUE_OR_FAIL(fill_upstream(document, Random{}));
  EXPECT_EQ(numbers(drawn.after.backward.upstream),
            numbers(Array(NORMSCOPE_VALUE_OR_FAIL(make_values(Random{}, {2, 2})))));
}

TEST(AimUpstream, RefusesATargetThatIsNoNumberOfAGroup) {
  const Document document = backward_of({2, 3});
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(aim_upstream(document, 2)).after.backward.target, 2);
  EXPECT_EQ(sentence_of(aim_upstream(document, 3)),
            "the target must be one of 3 numbers of a group, 0 first, but is 3");
  EXPECT_EQ(sentence_of(aim_upstream(document, -1)),
            "the target must be one of 3 numbers of a group, 0 first, but is -1");
  Document columns = document;
  columns.subject = Subject::kSoftmax;
  columns.softmax.dim = 0;
  EXPECT_EQ(sentence_of(aim_upstream(columns, 2)),
            "the target must be one of 2 numbers of a group, 0 first, but is 2");
}

TEST(AimUpstream, StaysWithinAGroupThatGetsSmaller) {
  Document document = NORMSCOPE_VALUE_OR_FAIL(aim_upstream(backward_of({2, 4}), 3)).after;
  document = NORMSCOPE_VALUE_OR_FAIL(reshape(document, {4, 2})).after;
  EXPECT_EQ(document.backward.target, 1);
  expect_same_after_round_trip(document);
}

TEST(AimUpstream, EndsWithNumbersOfItsOwn) {
  const Document aimed = NORMSCOPE_VALUE_OR_FAIL(aim_upstream(backward_of({2, 3}), 1)).after;
  EXPECT_FALSE(NORMSCOPE_VALUE_OR_FAIL(select_upstream(aimed)).after.backward.target);
  EXPECT_FALSE(NORMSCOPE_VALUE_OR_FAIL(fill_upstream(aimed, Constant{2})).after.backward.target);
}

TEST(Upstream, FollowsTheShapeOfTheOutput) {
  const Document ones =
      NORMSCOPE_VALUE_OR_FAIL(fill_upstream(backward_of({2, 3}), Constant{5})).after;
  const Document wider = NORMSCOPE_VALUE_OR_FAIL(reshape(ones, {3, 2})).after;
  EXPECT_EQ(wider.backward.upstream.shape(), (tensor::Shape{3, 2}));
  EXPECT_EQ(numbers(wider.backward.upstream), Numbers(6, 5.0F));
  // Typed numbers keep their places.
  const Document typed =
      NORMSCOPE_VALUE_OR_FAIL(insert_line(backward_of({1, 2}), Line::kRow, 1)).after;
  EXPECT_EQ(numbers(typed.backward.upstream), (Numbers{1, 0, 1, 1}));
  // Through a linear layer the output has its columns.
  const Document layered = NORMSCOPE_VALUE_OR_FAIL(set_layers(ones, {LinearLayer{}})).after;
  EXPECT_EQ(layered.backward.upstream.shape(), (tensor::Shape{2, 6}));
}

TEST(Upstream, ComesBackFromASession) {
  const Document typed = backward_of({2, 3});
  expect_same_after_round_trip(typed);
  expect_same_after_round_trip(NORMSCOPE_VALUE_OR_FAIL(show_backward(typed, false)).after);
  expect_same_after_round_trip(NORMSCOPE_VALUE_OR_FAIL(fill_upstream(typed, Random{})).after);
  expect_same_after_round_trip(NORMSCOPE_VALUE_OR_FAIL(aim_upstream(typed, 1)).after);
  Document chain = typed;
  chain.backward.form = trace::BackwardForm::kChain;
  expect_same_after_round_trip(chain);
  EXPECT_FALSE(nlohmann::json::parse(to_session(counting_document({2}))).contains("backward"));
}

TEST(Upstream, ATargetOfASessionIsANumberOfAGroup) {
  for (const int target : {-5, 3}) {
    auto session = nlohmann::json::parse(to_session(backward_of({2, 3})));
    session["backward"]["target"] = target;
    const auto document = from_session(session.dump());
    ASSERT_FALSE(document) << target;
    EXPECT_NE(document.error().sentence.find("the target must be one of 3 numbers"),
              std::string::npos)
        << document.error().sentence;
  }
}

TEST(Upstream, OfAnotherShapeIsNamed) {
  auto session = nlohmann::json::parse(to_session(backward_of({2, 3})));
  session["backward"]["shape"] = {3, 2};
  const auto document = from_session(session.dump());
  ASSERT_FALSE(document);
  EXPECT_NE(document.error().sentence.find("backward"), std::string::npos)
      << document.error().sentence;
}

}  // namespace normscope::document::backward_edits_test
