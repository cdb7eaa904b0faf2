// SPDX-License-Identifier: MIT
// What the rest of the app sees of a notebook's tensors: their arrays, how they were made and
// where, the place in the random stream, and the bounds that hold.
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "app/notebook/arrays/record.hpp"
#include "app/notebook/runtime/dict.hpp"
#include "app/notebook/runtime/engine.hpp"
#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/text.hpp"
#include "app/notebook/torch/torch.hpp"
#include "core/random/distributions.hpp"

namespace normscope::notebook::torch {
namespace {

using runtime::CellMode;

class Host : public ::testing::Test {
 protected:
  runtime::Outcome run(const std::string& source) {
    return engine_.run("import torch\n" + source, "cell.py", CellMode::kScript);
  }
  const arrays::Array& array(const std::string& name) {
    const arrays::Array* const found = array_of(engine_.find(name));
    if (found == nullptr) throw std::runtime_error(name + " is no tensor");
    return *found;
  }

  std::shared_ptr<arrays::Context> context_ = std::make_shared<arrays::Context>();
  runtime::Engine engine_{{}, torch_modules(context_)};
};

TEST_F(Host, SeesTheArraysOfVariables) {
  ASSERT_FALSE(run("x = torch.tensor([[1., 2.], [3., 4.]])\nn = 3\n").error);
  EXPECT_EQ(array("x").shape, (arrays::Shape{2, 2}));
  EXPECT_EQ(arrays::values_of<double>(array("x")), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(array_of(engine_.find("n")), nullptr);
}

TEST_F(Host, RecordsLeadBackThroughTheLinesOfTheCell) {
  const auto outcome =
      run("x = torch.arange(6.).view(2, 3)\n"
          "with torch.no_grad():\n"
          "    mean = x.mean(-1, keepdim=True)\n"
          "    y = (x - mean) / 2\n");
  ASSERT_FALSE(outcome.error);
  const arrays::Record& quotient = *array("y").record;
  EXPECT_EQ(quotient.operation, "div");
  EXPECT_EQ(quotient.line, 5);
  EXPECT_EQ(std::get<std::int64_t>(*quotient.attribute("other")), 2);
  const arrays::Record& difference = *quotient.inputs.at(0).array.record;
  EXPECT_EQ(difference.operation, "sub");
  const arrays::Record& mean = *difference.inputs.at(1).array.record;
  EXPECT_EQ(mean.operation, "mean");
  EXPECT_EQ(mean.line, 4);
  EXPECT_TRUE(std::get<bool>(*mean.attribute("keepdim")));
  EXPECT_TRUE(difference.inputs.at(0).unchanged());
  ASSERT_FALSE(run("x += 1\n").error);
  EXPECT_FALSE(array("y").record->inputs.at(0).array.record->inputs.at(0).unchanged());
}

// What is made when a name is first missed adds names; those that were there stay what they were.
TEST_F(Host, TheRestReplacesNothing) {
  ASSERT_FALSE(run("from torch import nn, linalg\nimport torch.nn.functional as F\n"
                   "tensor = torch.Tensor\ninit = nn.init\n")
                   .error);
  std::vector<std::tuple<const runtime::DictObject*, runtime::Value, runtime::Value>> before;
  std::size_t functions = 0;
  for (const char* const variable : {"torch", "nn", "F", "linalg", "init", "tensor"}) {
    const runtime::Value owner = engine_.find(variable);
    const auto* const type = owner.as<runtime::TypeObject>();
    const runtime::DictObject& names =
        type != nullptr ? *type->names : *owner.get<runtime::ModuleObject>().names;
    for (std::size_t n = 0; n < names.entry_count(); ++n) {
      const auto& entry = names.entry(n);
      if (entry.key) before.emplace_back(&names, entry.key, entry.value);
    }
    functions += names.size();
  }
  ASSERT_FALSE(run("torch.quantile\n").error);
  std::size_t now = 0;
  for (const char* const variable : {"torch", "nn", "F", "linalg", "init", "tensor"}) {
    const runtime::Value owner = engine_.find(variable);
    const auto* const type = owner.as<runtime::TypeObject>();
    now += (type != nullptr ? *type->names : *owner.get<runtime::ModuleObject>().names).size();
  }
  EXPECT_GT(now, functions);
  for (const auto& [names, key, value] : before) {
    const runtime::Value* const found = names->find(key.get<runtime::StrObject>());
    ASSERT_NE(found, nullptr) << runtime::text_of(key);
    EXPECT_TRUE(found->same(value)) << runtime::text_of(key);
  }
}

TEST_F(Host, TheContextKnowsThePlaceInTheStream) {
  ASSERT_FALSE(run("torch.manual_seed(5)\nx = torch.rand(3)\n").error);
  EXPECT_EQ(context_->generator.state().seed, 5U);
  EXPECT_EQ(context_->generator.state().position, 3U);
  random::Generator same(5);
  const auto expected = random::rand(same, {3});
  EXPECT_EQ(arrays::values_of<float>(array("x")),
            std::vector<float>(expected->values().begin(), expected->values().end()));
}

TEST_F(Host, TooMuchMemoryIsAnErrorOfTheCellAndIsGivenBack) {
  const auto outcome = run("x = torch.zeros(100000, 100000)\n");
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->type, "MemoryError");
  ASSERT_FALSE(run("x = torch.zeros(1000)\nx = None\n").error);
  EXPECT_EQ(context_->budget->used(), 0);
}

// A chain that never ends must not keep all that it passed through.
TEST_F(Host, LongLoopsKeepLittle) {
  ASSERT_FALSE(run("x = torch.zeros(1000)\nfor i in range(20000):\n    x = x + 1\n").error);
  EXPECT_EQ(arrays::values_of<double>(array("x"))[0], 20000.0);
  EXPECT_LT(context_->budget->used(), std::int64_t{1} << 24);
}

TEST_F(Host, WhatIsMissingSaysSo) {
  const auto outcome = run("x = torch.ones(1, requires_grad=True)\n(x * 2).backward()\n");
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->type, "NotSupportedError");
  EXPECT_NE(outcome.error->message.find("not supported: Tensor.backward"), std::string::npos);
  const auto saved = run("torch.save(1, 'x')\n");
  ASSERT_TRUE(saved.error);
  EXPECT_NE(saved.error->message.find("not supported: torch.save"), std::string::npos);
}

TEST_F(Host, GradModeIsAContextAndADecorator) {
  const auto outcome =
      run("w = torch.ones(2, requires_grad=True)\n"
          "@torch.no_grad()\n"
          "def f(a):\n"
          "    return a * 2\n"
          "class C:\n"
          "    @torch.no_grad()\n"
          "    def g(self, a):\n"
          "        return a * 3\n"
          "print(f(w).requires_grad, C().g(w).requires_grad, (w * 2).requires_grad)\n"
          "try:\n"
          "    with torch.no_grad():\n"
          "        raise ValueError\n"
          "except ValueError:\n"
          "    print(torch.is_grad_enabled())\n");
  EXPECT_EQ(outcome.output, "False False True\nTrue\n");
}

}  // namespace
}  // namespace normscope::notebook::torch
