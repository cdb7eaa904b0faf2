// SPDX-License-Identifier: MIT
// A layer norm of 0..5 through the installed core; prints the last value, 1.46385.
#include <cstdio>
#include <memory>

#include "core/compute/compute.hpp"

int main() {
  using namespace normscope;
  auto x = tensor::Tensor::from_values({6}, {0, 1, 2, 3, 4, 5});
  if (!x) return 1;
  const compute::Request request{.operation = ops::NormOptions{},
                                 .x = std::make_shared<const tensor::Tensor>(*std::move(x))};
  const auto backends = compute::make_backends();
  const auto result = compute::compute(backends, request, compute::Settings{});
  if (!result) {
    std::fprintf(stderr, "%s\n", result.error().sentence.c_str());
    return 1;
  }
  std::printf("%.5f\n", static_cast<double>(result->y.values().back()));
}
