// SPDX-License-Identifier: MIT
// Messages come back as they were sent, and what no kernel of ours would send is refused.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/notebook/protocol/messages.hpp"
#include "core/base/limits.hpp"

namespace normscope::notebook::protocol {
namespace {

Chain norm_chain() {
  ops::NormOptions options;
  options.kind = ops::Normalization::kGroupNorm;
  options.normalized_shape = {2, 3};
  options.groups = 2;
  options.epsilon = 1e-12;
  options.epsilon_placement = ops::EpsilonPlacement::kOutside;
  options.estimator = ops::VarianceEstimator::kUnbiased;
  options.algorithm = ops::VarianceAlgorithm::kWelford;
  options.centring = false;
  options.returned = ops::Returned::kMean;
  return {options,
          {{"input", "x", "", {2, 3}, 0, 0}, {"mean", "\\mu", "a", {2, 1}, 3, 17}},
          tensor::Shape{3},
          {},
          "V5"};
}

TEST(Messages, RequestsComeBack) {
  const std::vector<Request> all{
      RunCell{7, "print('\u00e9')\n", "cell 7", CellMode::kScript},
      RunCell{1, "", "", CellMode::kNotebook, 1.5},
      ListVariables{},
      DescribeChain{"y"},
      TakeArray{"\u03bc"},
      TakeChain{},
      TakePicture{},
      DrawPicture{4, 2, 2.5},
      Interrupt{3},
  };
  for (const Request& request : all) {
    const auto back = request_from(to_json(request));
    ASSERT_TRUE(back) << to_json(request) << back.error().sentence;
    EXPECT_EQ(*back, request) << to_json(request);
  }
}

TEST(Messages, RepliesComeBack) {
  const CellError error{"ValueError", "no", "Traceback\n", 3, true, true, 255, true};
  const Confinement confinement{true, true, 7, true, std::int64_t{4} << 30, 1, 2};
  ops::SoftmaxOptions softmax{-2, 0.1, ops::SoftmaxAlgorithm::kOnline, true};
  const std::vector<Reply> all{
      Ready{"3.11.2", confinement},
      Refused{"no", true},
      Output{Stream::kError, std::string("a\0b\n", 4)},
      Finished{},
      Finished{"1", "2", error, "line 1: left out"},
      Picture{"<Figure>", true, 8192, 0, 3, 2.5},
      Variables{},
      Variables{{{"x", VariableKind::kArray, "float64", {2, 0, 3}, arrays::Dtype::kFloat64, 9},
                 {"n", VariableKind::kNumbers, "int", {}, arrays::Dtype::kFloat32, 1}}},
      norm_chain(),
      Chain{softmax, {{"input", "x", "", {2}, 0, 0}}, {}, tensor::Shape{}, ""},
      Nothing{},
      Taken{arrays::Dtype::kBool, 12},
      Failed{"no"},
  };
  for (const Reply& reply : all) {
    const auto back = reply_from(to_json(reply));
    ASSERT_TRUE(back) << to_json(reply) << back.error().sentence;
    EXPECT_EQ(*back, reply) << to_json(reply);
  }
}

TEST(Messages, BrokenTextBecomesReplacementCharacters) {
  const auto back = reply_from(to_json(Reply(Refused{"a\xff z"})));
  ASSERT_TRUE(back);
  EXPECT_EQ(std::get<Refused>(*back).sentence, "a\xef\xbf\xbd z");
}

TEST(Messages, WhatIsNoMessageIsRefused) {
  const std::string variable =
      R"({"name": "x", "kind": "array", "type": "t", "dtype": "float32", "stamp": 1, "shape": )";
  const auto variables = [&](const std::string& shape) {
    return R"({"message": "variables", "variables": [)" + variable + shape + "}]}";
  };
  ASSERT_TRUE(reply_from(variables("[2, 3]")));
  std::string many = "[1";
  for (std::size_t i = 0; i < base::kMaxRank; ++i) many += ",1";
  for (const std::string& text : std::vector<std::string>{
           "",
           "{",
           "[]",
           "3",
           "null",
           "{}",
           R"({"message": 3})",
           R"({"message": "hello"})",
           R"({"message": "run"})",
           "{\"message\": \"refused\", \"sentence\": \"\xff\"}",
           R"({"message": "output", "stream": "stdin", "text": ""})",
           R"({"message": "output", "stream": "stdout", "text": null})",
           R"({"message": "taken", "dtype": "complex64", "elements": 1})",
           R"({"message": "taken", "dtype": "float32", "elements": -1})",
           R"({"message": "taken", "dtype": "float32", "elements": 1.5})",
           R"({"message": "taken", "dtype": "float32", "elements": 1e300})",
           R"({"message": "taken", "dtype": "float32", "elements": 18446744073709551615})",
           R"({"message": "chain", "preset": "", "steps": [], "softmax":
               {"dim": 0, "temperature": 1, "algorithm": "naive", "log": false}})",
           R"({"message": "chain", "preset": "", "steps": [{}]})",
           variables("[-1]"),
           variables("[1.5]"),
           variables("{}"),
           variables("[4294967296, 4294967296]"),
           variables("[9223372036854775807, 2]"),
           variables(many + "]"),
       }) {
    const auto reply = reply_from(text);
    ASSERT_FALSE(reply) << text;
    EXPECT_EQ(reply.error().kind, base::ErrorKind::kMalformed) << text;
    EXPECT_FALSE(request_from(text)) << text;
  }
}

TEST(Messages, DeepNestingIsRefused) {
  for (const std::size_t levels : {std::size_t{20}, std::size_t{60'000}, std::size_t{5'000'000}}) {
    const auto reply = reply_from(R"({"message": )" + std::string(levels, '['));
    ASSERT_FALSE(reply);
    EXPECT_EQ(reply.error().sentence, "a message is nested too deeply");
  }
}

TEST(Messages, MoreThanTheBoundsIsRefused) {
  Variables many;
  many.variables.resize(kMostVariables + 1);
  EXPECT_FALSE(reply_from(to_json(Reply(many))));
  Chain chain = norm_chain();
  chain.steps.resize(kMostChainSteps + 1);
  EXPECT_FALSE(reply_from(to_json(Reply(chain))));
  EXPECT_FALSE(reply_from(std::string(kMostMessageBytes + 1, ' ')));
}

TEST(Messages, SizesOfNumbers) {
  using arrays::Dtype;
  EXPECT_EQ(*taken_bytes(Dtype::kFloat64, {2, 3}), 48);
  EXPECT_EQ(*taken_bytes(Dtype::kBool, {}), 1);
  EXPECT_EQ(*taken_bytes(Dtype::kInt64, {0, 5}), 0);
  EXPECT_EQ(*taken_bytes(Dtype::kFloat32, {kMostTakenBytes / 4}), kMostTakenBytes);
  EXPECT_FALSE(taken_bytes(Dtype::kFloat32, {kMostTakenBytes / 4 + 1}));
  EXPECT_FALSE(taken_bytes(Dtype::kFloat32, {-1}));
  EXPECT_FALSE(taken_bytes(Dtype::kFloat64, {std::int64_t{1} << 62, 4}));
}

TEST(Messages, ALargeChainGivesItsInputOnly) {
  Chain chain = norm_chain();
  EXPECT_EQ(taken_steps(chain), 2U);
  EXPECT_EQ(*chain_elements(chain), 6 + 2 + 3);
  chain.steps[0].shape = {kMostStepElements + 1};
  EXPECT_EQ(taken_steps(chain), 1U);
  EXPECT_EQ(*chain_elements(chain), kMostStepElements + 1 + 3);
  chain.steps[0].shape = {kMostTakenBytes};
  EXPECT_FALSE(chain_elements(chain));
  // Each part fits, all together do not.
  chain.steps[0].shape = {kMostTakenBytes / 4};
  EXPECT_FALSE(chain_elements(chain));
}

TEST(Messages, PicturesHaveBounds) {
  EXPECT_EQ(picture_bytes({"", false, 30, 20}), std::int64_t{30} * 20 * 4);
  EXPECT_EQ(picture_bytes({"", false, 4096, 4096}), kMostPictureBytes);
  EXPECT_FALSE(picture_bytes({"", false, 4096, 4097}));
  EXPECT_FALSE(picture_bytes({"", false, kMostPictureSide + 1, 1}));
  EXPECT_FALSE(picture_bytes({"", false, -1, 1}));
  for (const char* const sides : {R"("width": 8193, "height": 1)", R"("width": 1, "height": -1)"}) {
    EXPECT_FALSE(reply_from(
        std::string(R"({"message": "picture", "text": "", "after_value": true, )") + sides + "}"))
        << sides;
  }
}

}  // namespace
}  // namespace normscope::notebook::protocol
