// SPDX-License-Identifier: MIT
// What torch has from texts in the language itself: each name is there alone, whatever was asked
// for before it, and a program's own names stay.
#include "app/notebook/torch/written.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "app/notebook/runtime/engine.hpp"
#include "app/notebook/torch/torch.hpp"

namespace normscope::notebook::torch {
namespace {

runtime::Outcome run(const std::string& source) {
  runtime::Engine engine({}, torch_modules(std::make_shared<arrays::Context>()));
  return engine.run("import torch\n" + source, "cell.py", runtime::CellMode::kScript);
}

TEST(Written, EachNameIsThereAlone) {
  std::size_t count = 0;
  for (const std::string_view name : written_text({}).names()) {
    if (name.find('.') == std::string_view::npos) continue;
    const auto outcome = run(std::string(name) + "\n");
    EXPECT_FALSE(outcome.error) << name << ": " << outcome.error->message;
    ++count;
  }
  EXPECT_GT(count, 300U);
}

TEST(Written, NamesBelongToOwnersThatAskForThem) {
  const std::set<std::string_view> owners{
      "torch",          "torch.Tensor",    "torch.nn",        "torch.nn.functional",
      "torch.nn.init",  "torch.linalg",    "torch.nn.Module", "torch.testing",
      "torch.autograd", "torch.utils.data"};
  for (const std::string_view name : written_text({}).names()) {
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos) continue;
    EXPECT_TRUE(owners.contains(name.substr(0, dot))) << name;
  }
}

TEST(Written, GlobalsHideNothingBuiltIn) {
  // Else other statements would get the built-in before it is defined, and it behind.
  for (const std::string_view name : written_text({}).names()) {
    if (name.find('.') != std::string_view::npos || name == "torch") continue;
    const auto outcome = run(std::string(name) + "\n");
    ASSERT_TRUE(outcome.error) << name;
    EXPECT_EQ(outcome.error->type, "NameError") << name;
  }
}

TEST(Written, DirListsThemAll) {
  const auto outcome =
      run("print('quantile' in dir(torch), 'MaxPool2d' in dir(torch.nn),\n"
          "      'load_state_dict' in dir(torch.nn.Linear(1, 1)), 'glu' in "
          "vars(torch.nn.functional))\n");
  EXPECT_EQ(outcome.output, "True True True True\n");
}

TEST(Written, WhatAProgramSetsStays) {
  const auto outcome =
      run("torch.quantile = 1\n"
          "torch.Tensor.doubled = lambda self: self * 2\n"
          "print(torch.quantile, torch.ones(1).nanquantile(0.5), torch.ones(1).doubled())\n");
  EXPECT_EQ(outcome.output, "1 tensor(1.) tensor([2.])\n");
}

TEST(Written, WhatAProgramPutsInTheirPlaceIsCalledAsItIs) {
  const auto outcome =
      run("torch.sum = lambda *given: given\n"
          "torch.nn.functional.softmax = lambda *given: given\n"
          "print(torch.nanmean(torch.ones(2)), torch.sum('any'), torch.nn.functional.glu)\n"
          "print(torch.sum('any'), torch.nn.functional.softmax(1, 2, 3, 4))\n");
  EXPECT_EQ(outcome.error ? outcome.error->message : "", "");
  EXPECT_TRUE(outcome.output.ends_with("('any',) (1, 2, 3, 4)\n")) << outcome.output;
}

TEST(Written, ClassesOfAProgramReachThemThroughSuper) {
  const auto outcome =
      run("class Net(torch.nn.Module):\n"
          "    def load_state_dict(self, given):\n"
          "        return super().load_state_dict(given)\n"
          "print(Net().load_state_dict({}))\n");
  EXPECT_EQ(outcome.output, "<All keys matched successfully>\n");
}

}  // namespace
}  // namespace normscope::notebook::torch
