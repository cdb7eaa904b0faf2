// SPDX-License-Identifier: MIT
// Tensors put together and cut apart.
#include "app/notebook/arrays/joining.hpp"

#include <array>

#include "app/notebook/arrays/views.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

using Joining = Expected<Array> (*)(const Context&, std::span<const Array>, std::int64_t);
template <Joining kFunction>
Ref joined(Call& call) {
  return call.give(kFunction(call.context(), call.arrays("tensors"), call.integer("dim", 0)));
}

using Joined = Expected<Array> (*)(const Context&, std::span<const Array>);
template <Joined kFunction>
Ref joined(Call& call) {
  return call.give(kFunction(call.context(), call.arrays("tensors")));
}

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

Ref chunk(Call& call) {
  return call.give_tuple(
      arrays::chunk(call.context(), call.array(0), call.integer("chunks"), call.integer("dim", 0)));
}
Ref unbind(Call& call) {
  return call.give_tuple(arrays::unbind(call.context(), call.array(0), call.integer("dim", 0)));
}

using Shifted = Expected<Array> (*)(const Context&, const Array&, std::int64_t);
template <Shifted kFunction>
Ref triangle(Call& call) {
  if (call.array(0).rank() == 0) {
    call.fail(PyExc_IndexError, "Dimension specified as -2 but tensor has no dimensions");
  }
  return call.give(kFunction(call.context(), call.array(0), call.integer("diagonal", 0)));
}
Ref diag(Call& call) {
  return call.give(arrays::diag(call.context(), call.array(0), call.integer("diagonal", 0)));
}

constexpr std::array kJoiningRows{
    Row{"cat concat concatenate", joined<arrays::cat>},
    Row{"stack", joined<arrays::stack>},
    Row{"hstack", joined<arrays::hstack>},
    Row{"vstack row_stack", joined<arrays::vstack>},
    Row{"split", split},
    Row{"split_with_sizes", split_with_sizes},
    Row{"chunk", chunk},
    Row{"unbind", unbind},
    Row{"tril", triangle<arrays::tril>},
    Row{"triu", triangle<arrays::triu>},
    Row{"diag", diag},
};

}  // namespace

std::span<const Row> joining_rows() {
  return kJoiningRows;
}

}  // namespace normscope::notebook::torch
