// SPDX-License-Identifier: MIT
// Tensors put together and cut apart.
#include "app/notebook/arrays/joining.hpp"

#include <array>

#include "app/notebook/arrays/views.hpp"
#include "app/notebook/torch/tensor/direct.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

// Pieces of one size, or of these sizes.
Ref split(Call& call) {
  const std::int64_t dim = call.integer("dim", 0);
  if (is_whole(call.value("split_size")) || call.is_tensor("split_size")) {
    return call.give_tuple(
        arrays::split(call.context(), call.array(0), call.integer("split_size"), dim));
  }
  return call.give_tuple(
      arrays::split(call.context(), call.array(0), call.sizes("split_size"), dim));
}
Ref split_with_sizes(Call& call) {
  return call.give_tuple(arrays::split(call.context(), call.array(0), call.sizes("split_sizes"),
                                       call.integer("dim", 0)));
}

using Shifted = Expected<Array> (*)(const Context&, const Array&, std::int64_t);
template <Shifted kFunction>
Ref triangle(Call& call) {
  if (call.array(0).rank() == 0) {
    call.fail(PyExc_IndexError, "Dimension specified as -2 but tensor has no dimensions");
  }
  return call.give(kFunction(call.context(), call.array(0), call.integer("diagonal", 0)));
}
constexpr std::array kJoiningRows{
    Row{"cat concat concatenate", direct<arrays::cat>},
    Row{"stack", direct<arrays::stack>},
    Row{"split", split},
    Row{"split_with_sizes", split_with_sizes},
    Row{"chunk", direct<arrays::chunk>},
    Row{"unbind", direct<arrays::unbind>},
    Row{"tril", triangle<arrays::tril>},
    Row{"triu", triangle<arrays::triu>},
};

}  // namespace

std::span<const Row> joining_rows() {
  return kJoiningRows;
}

}  // namespace normscope::notebook::torch
