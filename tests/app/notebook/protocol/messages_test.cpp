// SPDX-License-Identifier: MIT
// Messages come back as they were sent, and what no kernel of ours would send is refused.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "app/notebook/protocol/messages.hpp"
#include "core/base/limits.hpp"

namespace normscope::notebook::protocol {
namespace {

// x - x.mean(-1, keepdim=True), with one of each attribute's types.
RecordGraph centred() {
  Record x;
  x.dtype = arrays::Dtype::kFloat64;
  x.shape = {2, 3};
  x.strides = {1, 2};
  x.held = false;
  x.parameter = true;
  Record mean = x;
  mean.operation = "mean";
  mean.operands = {0};
  mean.attributes = {{"dim", std::vector<std::int64_t>{-1}}, {"keepdim", true}};
  mean.shape = {2, 1};
  mean.run = 3;
  mean.line = 17;
  Record less = x;
  less.operation = "sub";
  less.operands = {0, 1};
  less.attributes = {{"alpha", 1.0}};
  Record bounded = less;
  bounded.operation = "clamp";
  bounded.operands = {2};
  bounded.attributes = {{"min", -std::numeric_limits<double>::infinity()},
                        {"max", std::int64_t{-3}}};
  bounded.strides = {};
  Record eps;
  eps.number = 1e-5;
  Record brought;
  brought.shape = {2, 3};
  bounded.arrived = {5, Standing::kCleared, true};
  return {{x, mean, less, bounded, eps, brought}};
}

TEST(Messages, RequestsComeBack) {
  const std::vector<Request> all{
      RunCell{7, "print('\u00e9')\n", "cell 7", CellMode::kScript},
      RunCell{1, "", "", CellMode::kNotebook, 1.5},
      ListVariables{},
      DescribeRecords{"y"},
      TakeArray{"\u03bc"},
      TakeRecords{{0, 4}},
      TakePicture{},
      DrawPicture{4, 2, 2.5},
      Interrupt{3},
      TypedLine{2, "Ann\n"},
      TypedLine{2, std::nullopt},
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
      centred(),
      Nothing{},
      Taken{arrays::Dtype::kBool, 12},
      Failed{"no"},
      Asked{2},
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
           R"({"message": "records", "records": []})",
           R"({"message": "records", "records": [{}]})",
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
  RecordGraph graph;
  graph.records.resize(kMostRecords);
  EXPECT_TRUE(reply_from(to_json(Reply(graph))));
  graph.records.resize(kMostRecords + 1);
  EXPECT_FALSE(reply_from(to_json(Reply(graph))));
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
