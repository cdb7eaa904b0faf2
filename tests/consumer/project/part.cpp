// SPDX-License-Identifier: MIT
// One library of the installed core by itself; prints the number of elements of (2, 3, 4).
#include <cstdio>

#include "core/tensor/shape.hpp"

int main() {
  const normscope::tensor::Shape shape{2, 3, 4};
  std::printf("%lld\n", static_cast<long long>(normscope::tensor::product(shape)));
}
