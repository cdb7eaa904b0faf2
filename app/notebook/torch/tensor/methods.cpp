// SPDX-License-Identifier: MIT
// Methods that only tensors have: asking and converting.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/torch/tensor/data.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

// The dimension that size and stride are asked for.
std::size_t dimension_of(const Call& call) {
  const std::size_t rank = call.array(0).rank();
  if (rank == 0) {
    call.fail(
        PyExc_IndexError,
        fmt::format("Dimension specified as {} but tensor has no dimensions", call.integer("dim")));
  }
  return call.take(arrays::resolve_dim(call.integer("dim"), rank));
}

Ref size(Call& call) {
  const Array& x = call.array(0);
  if (!call.given("dim")) return make_size(call.torch, x.shape);
  return integer(x.shape[dimension_of(call)]);
}

Ref stride(Call& call) {
  const Array& x = call.array(0);
  if (call.given("dim")) return integer(x.strides[dimension_of(call)]);
  return tuple_of(x.strides, integer);
}

Ref item(Call& call) {
  call.take(arrays::item(call.array(0)));
  return number_at(call.array(0), 0);
}

Ref converted(const Call& call, Dtype dtype) {
  return call.give_or_self(
      arrays::to(call.context(), call.array(0), dtype, call.format(arrays::Format::kPreserve)));
}

// The method is named as the type, which is a word of kDtypeWords in capitals.
Ref as_type(Call& call) {
  const auto same = [](char a, char b) { return a == static_cast<char>(std::tolower(b)); };
  const auto* const row = std::ranges::find_if(arrays::kDtypeWords, [&](const auto& each) {
    return std::ranges::equal(call.function(), each.word, same);
  });
  return converted(call, row->dtype);
}

// x.to(dtype), x.to(device, dtype), x.to(other).
Ref to(Call& call) {
  if (call.given("device")) {
    python::call(imported("torch._devices", "check_move"), call.value("device"));
  }
  const Dtype own = call.array(0).dtype;
  const Dtype dtype = call.given("tensor") ? call.array("tensor").dtype : call.dtype_or(own);
  if (call.flag("copy", false) && dtype == own) {
    return call.give(
        arrays::clone(call.context(), call.array(0), call.format(arrays::Format::kPreserve)));
  }
  return converted(call, dtype);
}

Ref data_ptr(Call& call) {
  const Array& x = call.array(0);
  const auto base = reinterpret_cast<std::intptr_t>(x.storage->bytes());
  return integer(base + x.offset * arrays::item_size(x.dtype));
}

}  // namespace

std::span<const Row> method_rows() {
  static constexpr std::array kRows{
      Row{"size", size},
      Row{"stride", stride},
      Row{"dim ndimension", [](Call& call) { return integer(std::ssize(call.array(0).shape)); }},
      Row{"numel nelement", [](Call& call) { return integer(call.array(0).size()); }},
      Row{"element_size",
          [](Call& call) { return integer(arrays::item_size(call.array(0).dtype)); }},
      Row{"storage_offset", [](Call& call) { return integer(call.array(0).offset); }},
      Row{"data_ptr", data_ptr},
      Row{"is_contiguous",
          [](Call& call) {
            return boolean(
                arrays::lies_as(call.array(0), call.format(arrays::Format::kContiguous)));
          }},
      Row{"is_floating_point",
          [](Call& call) { return boolean(arrays::is_floating(call.array(0).dtype)); }},
      Row{"item", item},
      Row{"tolist", [](Call& call) { return list_from_array(call.array(0)); }},
      Row{"to", to},
      Row{"float double half bfloat16 long int bool short char byte", as_type},
      Row{"type_as", [](Call& call) { return converted(call, call.array("other").dtype); }},
      Row{"cpu", [](Call& call) { return call.shared(0); }},
  };
  return kRows;
}

}  // namespace normscope::notebook::torch
