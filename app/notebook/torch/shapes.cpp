// SPDX-License-Identifier: MIT
// Functions that give other shapes, and join and cut arrays.
#include <fmt/format.h>

#include <array>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/joining.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/views.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/argument_parser.hpp"
#include "app/notebook/torch/call.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

Value reshape(Call& call) {
  return call.give(arrays::reshape(call.context(), call.array(0), call.sizes(1)));
}

Value reshape_method(Call& call) {
  const Sizes sizes = call.given(2) ? call.sizes(2) : call.rest(1);
  return call.give(arrays::reshape(call.context(), call.array(0), sizes));
}

// x.view(sizes), and x.view(dtype), which is another matter.
Value view(Call& call) {
  const auto& given = call.value(1).get<runtime::TupleObject>().values;
  if (given.size() == 1 &&
      runtime::native_of<DtypeObject>(given[0], *call.torch.dtype) != nullptr) {
    call.fail({arrays::ErrorKind::kNotSupported,
               "not supported: Tensor.view(dtype); use to(dtype) for other numbers"});
  }
  const Sizes sizes = call.given(2) ? call.sizes(2) : call.rest(1);
  return call.give(arrays::view(call.context(), call.array(0), sizes));
}

Value permute(Call& call) {
  return call.give(arrays::permute(call.context(), call.array(0), call.sizes(1)));
}

Value permute_method(Call& call) {
  const Sizes dims = call.given(2) ? call.sizes(2) : call.rest(1);
  return call.give(arrays::permute(call.context(), call.array(0), dims));
}

Value transpose(Call& call) {
  return call.give(
      arrays::transpose(call.context(), call.array(0), call.integer(1), call.integer(2)));
}

Value squeeze(Call& call) {
  return call.give(arrays::squeeze(call.context(), call.array(0), call.optional_integer(1)));
}

Value unsqueeze(Call& call) {
  return call.give(arrays::unsqueeze(call.context(), call.array(0), call.integer(1)));
}

// A result that is its own input is the same object.
Value given_or_same(Call& call, Expected<Array> result) {
  Array array = call.take(std::move(result));
  const Array& x = call.array(0);
  if (array.record == x.record && array.storage == x.storage) return call.value(0);
  return make_tensor(call.vm, call.torch, std::move(array));
}

Value flatten(Call& call) {
  return given_or_same(call, arrays::flatten(call.context(), call.array(0), call.integer(1, 0),
                                             call.integer(2, -1)));
}

Value ravel(Call& call) {
  const Array& x = call.array(0);
  if (x.is_contiguous()) return call.give(arrays::view(call.context(), x, {-1}));
  return call.give(arrays::reshape(call.context(), x, {-1}));
}

Value expand(Call& call) {
  const Sizes sizes = call.given(2) ? call.sizes(2) : call.rest(1);
  return call.give(arrays::expand(call.context(), call.array(0), sizes));
}

Value repeat(Call& call) {
  return call.give(arrays::repeat(call.context(), call.array(0), call.rest(1)));
}

Value tile(Call& call) {
  Sizes times = call.value(1).is_kind(runtime::Kind::kTuple) && call.function() == "tile_method"
                    ? call.rest(1)
                    : call.sizes(1);
  const std::size_t rank = call.array(0).rank();
  while (times.size() < rank) times.insert(times.begin(), 1);
  return call.give(arrays::repeat(call.context(), call.array(0), times));
}

Value repeat_interleave(Call& call) {
  if (call.is_tensor(1) && call.array(1).size() != 1) {
    call.fail({arrays::ErrorKind::kNotSupported,
               "not supported: repeat_interleave with a tensor of repeats; use a number"});
  }
  return call.give(arrays::repeat_interleave(call.context(), call.array(0), call.integer(1),
                                             call.optional_integer(2)));
}

Value split(Call& call) {
  const std::int64_t dim = call.integer(2, 0);
  if (call.value(1).is_int() || call.is_tensor(1)) {
    const Scalar size =
        call.is_tensor(1) ? call.take(arrays::item(call.array(1))) : Scalar(call.integer(1));
    return call.give_tuple(arrays::split(call.context(), call.array(0), arrays::to_int(size), dim));
  }
  return call.give_tuple(arrays::split(call.context(), call.array(0), call.sizes(1), dim));
}

Value chunk(Call& call) {
  return call.give_tuple(
      arrays::chunk(call.context(), call.array(0), call.integer(1), call.integer(2, 0)));
}

Value unbind(Call& call) {
  return call.give_tuple(arrays::unbind(call.context(), call.array(0), call.integer(1, 0)));
}

Value cat(Call& call) {
  return call.give(arrays::cat(call.context(), call.arrays(0), call.integer(1, 0)));
}

Value stack(Call& call) {
  return call.give(arrays::stack(call.context(), call.arrays(0), call.integer(1, 0)));
}

Value hstack(Call& call) {
  return call.give(arrays::hstack(call.context(), call.arrays(0)));
}

Value vstack(Call& call) {
  return call.give(arrays::vstack(call.context(), call.arrays(0)));
}

Value movedim(Call& call) {
  return call.give(arrays::movedim(call.context(), call.array(0), call.sizes(1), call.sizes(2)));
}

Value narrow(Call& call) {
  if (call.is_tensor(2)) {
    const Array& start = call.array(2);
    if (start.rank() != 0 || arrays::is_floating(start.dtype) || start.dtype == Dtype::kBool) {
      call.fail(call.vm.errors().runtime_error, "start must be an 0-dim integral Tensor.");
    }
  }
  return call.give(arrays::narrow(call.context(), call.array(0), call.integer(1), call.integer(2),
                                  call.integer(3)));
}

Value select(Call& call) {
  return call.give(arrays::select(call.context(), call.array(0), call.integer(1), call.integer(2)));
}

Value flip(Call& call) {
  return call.give(arrays::flip(call.context(), call.array(0), call.sizes(1)));
}

Value flip_method(Call& call) {
  const Sizes dims = call.given(2) ? call.sizes(2) : call.rest(1);
  return call.give(arrays::flip(call.context(), call.array(0), dims));
}

Value roll(Call& call) {
  return call.give(arrays::roll(call.context(), call.array(0), call.sizes(1),
                                call.given(2) ? call.sizes(2) : Sizes{}));
}

Value diagonal(Call& call) {
  return call.give(arrays::diagonal(call.context(), call.array(0), call.integer(1, 0),
                                    call.integer(2, 0), call.integer(3, 1)));
}

Value diag(Call& call) {
  return call.give(arrays::diag(call.context(), call.array(0), call.integer(1, 0)));
}

Value unfold(Call& call) {
  return call.give(arrays::unfold(call.context(), call.array(0), call.integer(1), call.integer(2),
                                  call.integer(3)));
}

Value broadcast_to(Call& call) {
  return call.give(arrays::expand(call.context(), call.array(0), call.sizes(1)));
}

Value broadcast_tensors(Call& call) {
  const auto& given = call.value(0).get<runtime::TupleObject>().values;
  std::vector<Array> inputs;
  Shape shape;
  for (const Value& value : given) {
    const auto* tensor = tensor_of(value);
    if (tensor == nullptr) call.fail_type(0, "tuple of Tensors");
    inputs.push_back(tensor->array);
    shape = call.take(arrays::broadcast(shape, tensor->array.shape));
  }
  std::vector<Array> results;
  for (const Array& input : inputs) {
    results.push_back(call.take(arrays::expand(call.context(), input, shape)));
  }
  return call.give_tuple(std::move(results));
}

Value broadcast_shapes(Call& call) {
  Shape shape;
  for (const Value& value : call.value(0).get<runtime::TupleObject>().values) {
    Sizes sizes;
    const bool done = runtime::iterate(call.vm, value, [&](const Value& item) {
      sizes.push_back(item.as_int());
      return true;
    });
    if (!done) throw Failed{};
    auto joined = arrays::broadcast(shape, sizes);
    if (!joined) {
      call.fail(call.vm.errors().runtime_error,
                "Shape mismatch: objects cannot be broadcast to a single shape");
    }
    shape = *std::move(joined);
  }
  return make_size(call.vm, call.torch, shape);
}

// meshgrid(a, b, indexing='ij')
Value meshgrid(Call& call) {
  static const ArgumentParser kParser("meshgrid", "tensors tensors, *, str? indexing=");
  const auto& collected = call.value(0).get<runtime::TupleObject>().values;
  std::span<const Value> given = collected;
  if (given.size() == 1 && given[0].is_kind(runtime::Kind::kList)) {
    given = given[0].get<runtime::ListObject>().values;
  } else if (given.size() == 1 && given[0].is_kind(runtime::Kind::kTuple)) {
    given = given[0].get<runtime::TupleObject>().values;
  }
  const std::array<Value, 1> positional{call.vm.tuple(given)};
  const std::array<Value, 1> keywords{call.given(1) ? call.value(1) : Value::none()};
  const std::array<Value, 1> names{call.vm.intern("indexing")};
  if (!kParser.parse(call.vm, {positional, keywords, names})) throw Failed{};
  const auto& error = call.vm.errors().runtime_error;
  if (given.empty()) call.fail(error, "meshgrid expects a non-empty TensorList");
  std::vector<Array> lines;
  for (const Value& value : given) lines.push_back(tensor_of(value)->array);
  for (const Array& line : lines) {
    if (line.dtype != lines[0].dtype) {
      call.fail(error, "meshgrid expects all tensors to have the same dtype");
    }
  }
  const std::string indexing = call.text(1, "ij");
  if (indexing != "ij" && indexing != "xy") {
    call.fail(error, "torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: " +
                         indexing);
  }
  const bool swapped = indexing == "xy" && lines.size() >= 2;
  Shape shape;
  for (const Array& line : lines) shape.push_back(line.size());
  if (swapped) std::swap(shape[0], shape[1]);
  std::vector<Array> grids;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t place = swapped && i < 2 ? 1 - i : i;
    Sizes sizes(lines.size(), 1);
    sizes[place] = lines[i].size();
    const Array line = call.take(arrays::view(call.context(), lines[i], sizes));
    grids.push_back(call.take(arrays::expand(call.context(), line, shape)));
  }
  return call.give_tuple(std::move(grids));
}

Value unflatten(Call& call) {
  return call.give(
      arrays::unflatten(call.context(), call.array(0), call.integer(1), call.sizes(2)));
}

template <Expected<Array> (*kFunction)(const Context&, const Array&)>
Value simple(Call& call) {
  return call.give(kFunction(call.context(), call.array(0)));
}

Value numel(Call& call) {
  return Value::integer(call.array(0).size());
}

constexpr std::array kRows{
    Function{"reshape", "input, shape", reshape, true, false},
    Function{"reshape", "input, *sizes, shape=None", reshape_method, false, true},
    Function{"view", "input, *sizes, size=None", view, false, true},
    Function{"permute", "input, dims", permute, true, false},
    Function{"permute", "input, *sizes, dims=None", permute_method, false, true},
    Function{"transpose swapaxes swapdims", "input, dim0, dim1", transpose},
    Function{"t", "input", simple<arrays::t>},
    Function{"squeeze", "input, dim=None", squeeze},
    Function{"unsqueeze", "input, dim", unsqueeze},
    Function{"flatten", "input, start_dim=0, end_dim=-1", flatten},
    Function{"unflatten", "input, dim, sizes", unflatten},
    Function{"ravel", "input", ravel},
    Function{"expand", "input, *sizes, size=None", expand, false, true},
    Function{"repeat", "input, *sizes", repeat, false, true},
    Function{"tile", "input, dims", tile, true, false},
    Function{"repeat_interleave", "input, repeats, dim=None", repeat_interleave},
    Function{"split", "tensor, split_size_or_sections, dim=0", split, true, false},
    Function{"split", "input, split_size, dim=0", split, false, true},
    Function{"chunk", "input, chunks, dim=0", chunk},
    Function{"unbind", "input, dim=0", unbind},
    Function{"cat concat concatenate", "tensors, dim=0, *, out=None", cat, true, false},
    Function{"stack", "tensors, dim=0, *, out=None", stack, true, false},
    Function{"hstack", "tensors", hstack, true, false},
    Function{"vstack row_stack", "tensors", vstack, true, false},
    Function{"movedim moveaxis", "input, source, destination", movedim},
    Function{"narrow", "input, dim, start, length", narrow},
    Function{"select", "input, dim, index", select},
    Function{"flip", "input, dims", flip, true, false},
    Function{"flip", "input, *sizes, dims=None", flip_method, false, true},
    Function{"roll", "input, shifts, dims=None", roll},
    Function{"diagonal", "input, offset=0, dim1=0, dim2=1", diagonal},
    Function{"diag", "input, diagonal=0", diag},
    Function{"unfold", "input, dimension, size, step", unfold, false, true},
    Function{"broadcast_to", "input, size", broadcast_to},
    Function{"broadcast_tensors", "*tensors", broadcast_tensors, true, false},
    Function{"broadcast_shapes", "*shapes", broadcast_shapes, true, false},
    Function{"meshgrid", "*tensors, indexing=None", meshgrid, true, false},
    Function{"numel nelement", "input", numel},
    Function{"clone", "input, *, memory_format=None",
             [](Call& call) { return call.give(arrays::clone(call.context(), call.array(0))); },
             true, false},
    Function{"detach", "input",
             [](Call& call) { return call.give(arrays::detach(call.context(), call.array(0))); },
             true, false},
    Function{
        "fliplr", "input",
        [](Call& call) { return call.give(arrays::flip(call.context(), call.array(0), {1})); }},
    Function{
        "flipud", "input",
        [](Call& call) { return call.give(arrays::flip(call.context(), call.array(0), {0})); }},
};

}  // namespace

std::span<const Function> shape_functions() {
  return kRows;
}

}  // namespace normscope::notebook::torch
