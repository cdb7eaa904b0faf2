// SPDX-License-Identifier: MIT
// What an array looks like, and that a search which others wait for ends.
#include "app/cells/likeness.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/compute/compute.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "core/random/distributions.hpp"
#include "tests/support/support.hpp"

namespace normscope::cells {
namespace {

std::shared_ptr<const CellVariable> array_of(std::string name, const tensor::Tensor& values) {
  CellVariable array{.name = std::move(name), .shape = "4 x 6", .dtype = "numpy.float32"};
  array.values = document::Array(values);
  array.variable = document::Variable{};
  return std::make_shared<const CellVariable>(std::move(array));
}

TEST(Likeness, IsOfTheFirstArrayThatExplainsItAndStopsWhereOthersWait) {
  std::vector<std::shared_ptr<const CellVariable>> before;
  for (const auto& [name, seed] : {std::pair("a", 1U), std::pair("b", 2U), std::pair("c", 3U)}) {
    random::Generator generator(seed);
    before.push_back(array_of(name, NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, {4, 6}))));
  }
  ops::NormOptions norm;
  norm.normalized_shape = {6};
  const auto y = NORMSCOPE_VALUE_OR_FAIL(
      compute::compute(gpu::make_backends(),
                       {norm, std::make_shared<const tensor::Tensor>(*before[1]->values.values())},
                       {.device = compute::Device::kCpu}));
  int searches = 0;
  CellVariable looked = *array_of("y", y.y);
  add_likeness(looked, before, [&] { return ++searches > 0; });
  ASSERT_NE(looked.like, nullptr);
  EXPECT_TRUE(looked.what.starts_with("looks like b after layer norm")) << looked.what;
  EXPECT_EQ(searches, 2) << "a, then b";

  searches = 0;
  looked = *array_of("y", y.y);
  add_likeness(looked, before, [&] { return ++searches < 2; });
  EXPECT_EQ(looked.like, nullptr) << "after a somebody waited";
  EXPECT_EQ(searches, 2);
}

}  // namespace
}  // namespace normscope::cells
