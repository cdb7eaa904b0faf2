// SPDX-License-Identifier: MIT
// Tensors put together and cut apart.
#include <array>

#include "app/notebook/arrays/shapes/views.hpp"
#include "app/notebook/torch/tensor/direct.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

// Pieces of one size, or of these sizes.
Ref split(Call& call) {
  const std::int64_t dim = call.integer("dim", 0);
  if (is_whole(call.value(1)) || call.is_tensor(1)) {
    return call.give_tuple(arrays::split(call.context(), call.array(0), call.integer(1), dim));
  }
  return call.give_tuple(arrays::split(call.context(), call.array(0), call.sizes(1), dim));
}

constexpr std::array kJoiningRows{
    Row{"cat concat concatenate", direct<arrays::cat>},
    Row{"stack", direct<arrays::stack>},
    Row{"split split_with_sizes", split},
    Row{"unbind", direct<arrays::unbind>},
};

}  // namespace

std::span<const Row> joining_rows() {
  return kJoiningRows;
}

}  // namespace normscope::notebook::torch
