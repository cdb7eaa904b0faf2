// SPDX-License-Identifier: MIT
// Programs of graphs that are written by hand: what is shared, what is lost, and how far a chain
// goes.
#include "app/notebook/recognition/chain_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/app/notebook/evaluated_program.hpp"

namespace normscope::notebook::recognition {
namespace {

using protocol::Record;
using protocol::RecordAttribute;
using protocol::RecordGraph;
using tensor::Shape;

// A graph that grows record by record; each is named by its position.
class Graph {
 public:
  int input(Shape shape) {
    Record record;
    record.shape = std::move(shape);
    return add(std::move(record));
  }
  int of(std::string_view operation, std::vector<int> operands, Shape shape,
         std::vector<RecordAttribute> attributes = {}) {
    Record record;
    record.operation = protocol::operation_name(operation);
    record.operands = std::move(operands);
    record.attributes = std::move(attributes);
    record.shape = std::move(shape);
    return add(std::move(record));
  }
  Record& operator[](int at) { return graph_.records[static_cast<std::size_t>(at)]; }
  const RecordGraph& checked() const {
    EXPECT_TRUE(protocol::check(graph_));
    return graph_;
  }

 private:
  int add(Record record) {
    graph_.records.push_back(std::move(record));
    return static_cast<int>(graph_.records.size()) - 1;
  }
  RecordGraph graph_;
};

// How many arrays a chain begins with.
std::ptrdiff_t given_of(const testing::Chain& chain) {
  return std::ranges::count_if(
      chain, [](const auto& at) { return at.step.primitive == trace::Primitive::kGiven; });
}

std::string text_of(const Graph& graph, std::optional<int> input = {}) {
  const auto program = chain_program(graph.checked(), input);
  return program ? testing::text_of(*program) : "nothing";
}

TEST(ChainProgram, AStepKnowsItsRecordAndItsLine) {
  Graph graph;
  const int x = graph.input({2, 3});
  const int power = graph.of("pow", {x}, {2, 3}, {{"other", std::int64_t{3}}});
  graph[power].run = 4;
  graph[power].line = 7;
  const auto program = chain_program(graph.checked());
  ASSERT_TRUE(program);
  ASSERT_EQ(program->size(), 2U);
  EXPECT_EQ((*program)[1].step.primitive, trace::Primitive::kPower);
  EXPECT_EQ((*program)[1].step.c, 3.0);
  EXPECT_EQ((*program)[1].place, (Place{4, 7}));
  EXPECT_EQ((*program)[1].record, power);
}

// a - a, thirty times: each step is one step, though 2^30 paths lead to the input.
TEST(ChainProgram, SharedOperandsAreStepsOnce) {
  Graph graph;
  int a = graph.input({3});
  for (int i = 0; i < 30; ++i) a = graph.of("sub", {a, a}, {3});
  const auto program = chain_program(graph.checked());
  ASSERT_TRUE(program);
  EXPECT_EQ(program->size(), 31U);
  EXPECT_EQ(program->back().step.a, 29);
  EXPECT_EQ(program->back().step.b, 29);
}

TEST(ChainProgram, ItBeginsWhereOneSays) {
  Graph graph;
  const int x = graph.input({3});
  const int doubled = graph.of("mul", {x}, {3}, {{"other", 2.0}});
  const int power = graph.of("exp", {doubled}, {3});
  graph.of("add", {power, x}, {3});
  EXPECT_EQ(text_of(graph), "input (3); multiply-constant 0: 2; exponential 1; add 2 0");
  EXPECT_EQ(text_of(graph, doubled), "input (3); parameter (3); exponential 0; add 2 1");
}

TEST(ChainProgram, WhatIsLostIsComputedOrEndsTheChain) {
  Graph graph;
  const int x = graph.input({3});
  const int less = graph.of("sub", {x}, {3}, {{"other", 1.0}});
  const int power = graph.of("exp", {less}, {3});
  graph.of("neg", {power}, {3});
  graph[less].held = false;
  EXPECT_EQ(text_of(graph),
            "input (3); add-constant 0: -1; exponential 1; multiply-constant 2: -1");
  graph[x].held = false;
  EXPECT_EQ(text_of(graph), "input (3); multiply-constant 0: -1");
  graph[power].held = false;
  EXPECT_EQ(text_of(graph), "nothing");
}

TEST(ChainProgram, AnotherTypeIsGiven) {
  Graph graph;
  const int x = graph.input({3});
  const int wide = graph.of("to", {x}, {3});
  const int power = graph.of("exp", {wide}, {3});
  graph.of("neg", {power}, {3});
  EXPECT_EQ(text_of(graph), "input (3); view 0 (3); exponential 1; multiply-constant 2: -1");
  graph[x].dtype = arrays::Dtype::kFloat64;
  EXPECT_EQ(text_of(graph), "input (3); exponential 0; multiply-constant 1: -1");
  graph[wide].dtype = arrays::Dtype::kFloat64;
  graph[power].dtype = arrays::Dtype::kFloat64;
  EXPECT_EQ(text_of(graph), "input (3); multiply-constant 0: -1");
}

// A row of exponentials of differences that goes far back.
int row(Graph& graph, int x, int length) {
  int a = x;
  for (int i = 0; i < length; ++i) {
    const int sum = graph.of("sum", {a}, {1}, {{"dim", std::int64_t{0}}, {"keepdim", true}});
    a = graph.of("sub", {a, sum}, {3});
  }
  return a;
}

TEST(ChainProgram, ALongOneBeginsAtTheFarthestArrayThatAllPathsPass) {
  Graph graph;
  row(graph, graph.input({3}), 50);
  const auto program = chain_program(graph.checked());
  ASSERT_TRUE(program);
  // 64 steps hold the input and 31 differences with their sums.
  EXPECT_EQ(program->size(), 63U);
  EXPECT_EQ(given_of(*program), 1);
}

// Where the first array is used at the end once more, no array in the middle is passed by all
// paths: the chain ends where it must, and what it begins with is given.
TEST(ChainProgram, AnArrayThatIsUsedAgainIsNoBeginningInTheMiddle) {
  Graph graph;
  const int x = graph.input({3});
  graph.of("add", {row(graph, x, 50), x}, {3});
  const auto program = chain_program(graph.checked());
  ASSERT_TRUE(program);
  EXPECT_LE(program->size(), trace::kMostWrittenSteps);
  EXPECT_GE(given_of(*program), 2);
}

TEST(ChainProgram, OfManyArraysOneIsTheInput) {
  Graph graph;
  int sum = graph.input({3});
  for (int i = 0; i < 100; ++i) sum = graph.of("add", {sum, graph.input({3})}, {3});
  const auto program = chain_program(graph.checked());
  ASSERT_TRUE(program);
  EXPECT_LE(program->size(), trace::kMostWrittenSteps);
  EXPECT_GT(program->size(), trace::kMostWrittenSteps - 3);
}

TEST(ChainProgram, NothingIsNoChain) {
  EXPECT_FALSE(chain_program(RecordGraph{}));
  Graph graph;
  const int x = graph.input({3, 1});
  EXPECT_EQ(text_of(graph), "nothing");
  graph.of("squeeze", {x}, {3});
  EXPECT_EQ(text_of(graph), "nothing");
}

}  // namespace
}  // namespace normscope::notebook::recognition
