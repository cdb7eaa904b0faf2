// SPDX-License-Identifier: MIT
// Shapes follow from operands by the table's rules, and an array's records are walked back as they
// are: shared operands once, through views, the nearest where there are many.
#include "app/notebook/protocol/record_graph.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/elementwise/elementwise.hpp"
#include "app/notebook/arrays/reductions/reductions.hpp"
#include "app/notebook/arrays/shapes/views.hpp"
#include "app/notebook/protocol/records_of.hpp"

namespace normscope::notebook::protocol {
namespace {

using arrays::Array;
using tensor::Shape;
using Dims = std::vector<std::int64_t>;

// Whether an operation of inputs of these shapes gives this shape.
bool gives(std::string_view operation, const std::vector<Shape>& from,
           const std::vector<RecordAttribute>& attributes, const Shape& shape) {
  RecordGraph graph;
  Record last;
  for (const Shape& each : from) {
    last.operands.push_back(static_cast<int>(graph.records.size()));
    graph.records.emplace_back().shape = each;
  }
  last.operation = operation;
  last.attributes = attributes;
  last.shape = shape;
  graph.records.push_back(last);
  return check(graph).has_value();
}

TEST(RecordGraph, ShapesFollowFromOperands) {
  struct Case {
    std::string_view operation;
    std::vector<Shape> from;
    std::vector<RecordAttribute> attributes;
    Shape shape;
  };
  const RecordAttribute keeps{"keepdim", true};
  for (const Case& each : std::vector<Case>{
           {"add", {{2, 3}, {3}}, {}, {2, 3}},
           {"mul", {{2, 1}, {1, 3}}, {}, {2, 3}},
           {"exp", {{}}, {}, {}},
           {"clamp", {{2, 3}}, {{"min", 0.0}}, {2, 3}},
           {"where", {{2, 3}, {}, {3}}, {}, {2, 3}},
           {"mean", {{2, 3, 4}}, {{"dim", Dims{0, -1}}, keeps}, {1, 3, 1}},
           {"sum", {{2, 3, 4}}, {{"dim", std::int64_t{1}}}, {2, 4}},
           {"var", {{2, 3}}, {}, {}},
           {"softmax", {{2, 3}}, {{"dim", std::int64_t{-1}}}, {2, 3}},
           {"layer_norm", {{2, 3}, {3}, {3}}, {}, {2, 3}},
           {"matmul", {{5, 2, 3}, {3, 4}}, {}, {5, 2, 4}},
           {"matmul", {{3}, {3}}, {}, {}},
           {"mv", {{2, 3}, {3}}, {}, {2}},
           {"linear", {{5, 3}, {4, 3}, {4}}, {}, {5, 4}},
           {"reshape", {{2, 6}}, {}, {3, 4}},
           {"expand", {{2, 1}}, {}, {4, 2, 3}},
           {"transpose",
            {{2, 3, 4}},
            {{"dim0", std::int64_t{0}}, {"dim1", std::int64_t{-1}}},
            {4, 3, 2}},
           {"permute", {{2, 3, 4}}, {{"dims", Dims{1, 2, 0}}}, {3, 4, 2}},
           {"t", {{2, 3}}, {}, {3, 2}},
           {"select", {{2, 3}}, {{"dim", std::int64_t{0}}}, {3}},
           {"slice", {{5, 3}}, {{"dim", std::int64_t{0}}}, {4, 3}},
           {"stack", {{3}, {3}}, {{"dim", std::int64_t{-1}}}, {3, 2}},
       }) {
    EXPECT_TRUE(gives(each.operation, each.from, each.attributes, each.shape)) << each.operation;
    Shape other = each.shape;
    other.push_back(2);
    EXPECT_FALSE(gives(each.operation, each.from, each.attributes, other)) << each.operation;
  }
  EXPECT_FALSE(gives("add", {{2, 3}, {2}}, {}, {2, 3}));
  EXPECT_FALSE(gives("add", {}, {}, {}));
  EXPECT_FALSE(gives("add", {{}, {}, {}}, {}, {}));
  EXPECT_FALSE(gives("sum", {{2, 3}}, {{"dim", Dims{1, -1}}}, {2}));
  EXPECT_FALSE(gives("sum", {{2, 3}}, {{"dim", std::int64_t{2}}}, {2}));
  EXPECT_FALSE(gives("sum", {{2, 3}}, {{"dim", true}}, {2}));
  EXPECT_FALSE(gives("permute", {{2, 2}}, {{"dims", Dims{0, 0}}}, {2, 2}));
  EXPECT_FALSE(gives("matmul", {{2, 3}, {2, 3}}, {}, {2, 3}));
  EXPECT_FALSE(gives("slice", {{2, 3}}, {{"dim", std::int64_t{0}}}, {4, 3}));
  EXPECT_FALSE(gives("stack", {{3}, {2}}, {{"dim", std::int64_t{0}}}, {2, 3}));
}

TEST(RecordGraph, TheNamesAreThoseOfTheTable) {
  EXPECT_EQ(operation_name(std::string("softmax")), "softmax");
  EXPECT_EQ(operation_name("to the moon"), "");
  EXPECT_EQ(attribute_name("keepdim"), "keepdim");
  EXPECT_EQ(attribute_name("dropout"), "");
}

Array numbers(const arrays::Context& context) {
  return *arrays::from_values<float>(context, arrays::Dtype::kFloat32, {2, 3}, {1, 2, 3, 4, 5, 6});
}

std::vector<std::string_view> operations(const RecordGraph& graph) {
  std::vector<std::string_view> all;
  for (const Record& record : graph.records) all.push_back(record.operation);
  return all;
}

TEST(RecordGraph, SharedOperandsComeOnceAndThroughViews) {
  arrays::Context context;
  const Array x = numbers(context);
  const Array mean = *arrays::mean(context, x, {arrays::Sizes{-1}, false});
  const Array column = *arrays::unsqueeze(context, mean, 1);
  const Array centred = *arrays::binary(context, "sub", x, column);
  const Array squared = *arrays::binary(context, "mul", centred, centred);
  const Records records = records_of(squared);
  EXPECT_EQ(operations(records.graph),
            (std::vector<std::string_view>{"", "mean", "unsqueeze", "sub", "mul"}));
  EXPECT_EQ(records.graph.records[3].operands, (std::vector<int>{0, 2}));
  EXPECT_EQ(records.graph.records[4].operands, (std::vector<int>{3, 3}));
  EXPECT_TRUE(check(records.graph));
  EXPECT_EQ(records.arrays[0].storage, x.storage);
}

TEST(RecordGraph, AGradientIsAnInputOfTheShapeOfItsRecord) {
  Record x;
  x.shape = {2, 3};
  Record y = x;
  y.operation = "exp";
  y.operands = {0};
  y.arrived = Arrived{1, Standing::kSame, true};
  EXPECT_TRUE(check({{x, x, y}}));
  Record other = x;
  other.shape = {3, 2};
  EXPECT_FALSE(check({{x, other, y}}));
  Record lost = x;
  lost.held = false;
  EXPECT_FALSE(check({{x, lost, y}}));
  y.arrived->record = 3;
  EXPECT_FALSE(check({{x, x, y}}));
  y.arrived->record = 2;
  EXPECT_FALSE(check({{x, x, y}})) << "an operation";
}

// a - a, thirty times: 2^30 paths, and 31 records.
TEST(RecordGraph, PathsAreNotCounted) {
  arrays::Context context;
  Array a = numbers(context);
  for (int i = 0; i < 30; ++i) a = *arrays::binary(context, "sub", a, a);
  EXPECT_EQ(records_of(a).graph.records.size(), 31U);
}

TEST(RecordGraph, WhatWasOverwrittenIsNotHeld) {
  arrays::Context context;
  Array x = numbers(context);
  const Array power = *arrays::unary(context, "exp", x);
  ASSERT_TRUE(arrays::binary_in_place(context, "add", x, 1.0));
  const RecordGraph graph = records_of(power).graph;
  EXPECT_FALSE(graph.records[0].held);
  EXPECT_TRUE(graph.records[1].held);
  EXPECT_FALSE(taken_elements(graph, {0}));
  EXPECT_EQ(*taken_elements(graph, {1, 1}), 12);
  EXPECT_FALSE(taken_elements(graph, {2}));
  EXPECT_FALSE(taken_elements(graph, {-1}));
  // What x is now was made of what it was.
  const RecordGraph changed = records_of(x).graph;
  EXPECT_EQ(operations(changed), (std::vector<std::string_view>{"", "add"}));
  EXPECT_FALSE(changed.records[0].held);
}

TEST(RecordGraph, StridesAndNumbersAreTold) {
  arrays::Context context;
  const Array turned = *arrays::transpose(context, numbers(context), 0, 1);
  const Array one = *arrays::point(context, 0.5, arrays::Dtype::kFloat32);
  const RecordGraph graph = records_of(*arrays::binary(context, "mul", turned, one)).graph;
  ASSERT_EQ(operations(graph), (std::vector<std::string_view>{"", "", "transpose", "mul"}));
  EXPECT_EQ(graph.records[2].strides, (std::vector<std::int64_t>{1, 3}));
  const auto number = graph.records[0].number ? graph.records[0].number : graph.records[1].number;
  EXPECT_EQ(number, 0.5);
}

TEST(RecordGraph, OfALongRowTheNearestAreKept) {
  arrays::Context context;
  // A record keeps 2000 before it.
  std::vector<Array> rows;
  for (int row = 0; row < 6; ++row) {
    Array a = numbers(context);
    for (int i = 0; i < 1000; ++i) a = *arrays::unary(context, "neg", a);
    rows.push_back(a);
  }
  Array sum = rows[0];
  for (const Array& row : rows) sum = *arrays::binary(context, "add", sum, row);
  const RecordGraph graph = records_of(sum).graph;
  EXPECT_LE(graph.records.size(), kMostRecords);
  EXPECT_GT(graph.records.size(), kMostRecords - 10);
  EXPECT_EQ(graph.records.back().operation, "add");
  EXPECT_TRUE(check(graph));
}

}  // namespace
}  // namespace normscope::notebook::protocol
