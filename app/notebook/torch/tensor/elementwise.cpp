// SPDX-License-Identifier: MIT
// Elementwise functions: those of the arrays' own tables, and the others.
#include <algorithm>
#include <array>
#include <string>

#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/elementwise/elementwise.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/torch/arguments/refusals.hpp"
#include "app/notebook/torch/tensor/direct.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

struct Alias {
  std::string_view name;
  std::string_view of;
};

constexpr std::array kAliases{
    Alias{"absolute", "abs"},     Alias{"negative", "neg"}, Alias{"fix", "trunc"},
    Alias{"arcsin", "asin"},      Alias{"arccos", "acos"},  Alias{"arctan", "atan"},
    Alias{"arctan2", "atan2"},    Alias{"multiply", "mul"}, Alias{"divide", "div"},
    Alias{"true_divide", "div"},  Alias{"subtract", "sub"}, Alias{"greater", "gt"},
    Alias{"greater_equal", "ge"}, Alias{"less", "lt"},      Alias{"less_equal", "le"},
    Alias{"not_equal", "ne"}};

std::string_view own_name(std::string_view name) {
  const auto* const found = std::ranges::find(kAliases, name, &Alias::name);
  return found == kAliases.end() ? name : found->of;
}

std::string_view table_name(const Call& call) {
  return own_name(plain_name(call.function()));
}

// The first operand; a number in its place counts as a tensor without dimensions.
Array first_array(const Call& call) {
  if (call.is_tensor(0)) return call.array(0);
  const Scalar number = call.number(0);
  const Dtype dtype = arrays::dtype_of(number, call.context().default_dtype);
  return call.take(arrays::full(call.context(), {}, number, dtype));
}

// The same, but for the operations that have a form of their own for numbers.
Operand first_operand(const Call& call, std::string_view name) {
  constexpr std::array<std::string_view, 6> kNumbersToo{"pow",        "remainder",   "bitwise_and",
                                                        "bitwise_or", "bitwise_xor", "xlogy"};
  const bool takes_number = std::ranges::find(kNumbersToo, name) != kNumbersToo.end();
  return takes_number && call.is_tensor(1) ? call.operand(0) : Operand(first_array(call));
}

Ref unary(Call& call) {
  return call.give(arrays::unary(call.context(), table_name(call), call.array(0)));
}
Ref binary(Call& call) {
  const std::string_view name = table_name(call);
  return call.give(
      arrays::binary(call.context(), name, first_operand(call, name), call.operand(1)));
}
Ref binary_in_place(const Call& call, Call::At other) {
  return call.give(arrays::binary_in_place(call.context(), table_name(call), call.tensor(0).array,
                                           call.operand(other)));
}

// torch.div. With the keyword rounding_mode, even if it is None, PyTorch gives the result another
// grad_fn.
Ref divided(Call& call) {
  const Array x = first_array(call);
  if (call.value("rounding_mode") == nullptr) {
    return call.give(arrays::binary(call.context(), "div", x, call.operand("other")));
  }
  return python::call(imported("torch._composed.pointwise", "divided"), call.give(x),
                      call.value("other"), call.value("rounding_mode"));
}
Ref scaled(Call& call) {
  if (!call.given("alpha")) return binary(call);
  return call.give(arrays::add_scaled(call.context(), first_array(call), call.operand("other"),
                                      call.number("alpha"), table_name(call) == "sub"));
}

// With another factor or way of rounding they are computed beside their first argument.
Ref changed(Call& call) {
  if (!call.given("alpha") && !call.given("rounding_mode")) return binary_in_place(call, "other");
  const Ref result = table_name(call) == "div" ? divided(call) : scaled(call);
  return call.give_back(tensor_of(result.get())->array);
}

Ref rsub(Call& call) {
  return call.give(arrays::binary(call.context(), "sub", call.operand("other"), call.operand(0)));
}

Ref rounded(Call& call) {
  if (!call.given("decimals")) return unary(call);
  return call.give(arrays::round_decimals(call.context(), call.array(0), call.integer("decimals")));
}

}  // namespace

std::span<const Row> elementwise_rows() {
  static constexpr std::array kRows{
      Row{"round", rounded},
      Row{"div divide true_divide", divided},
      Row{"add sub subtract", scaled},
      Row{"add_ sub_ subtract_ div_ divide_ true_divide_", changed},
      Row{"rsub", rsub},
      Row{"clamp clip", direct<arrays::clamp>},
      Row{"equal", [](Call& call) { return boolean(arrays::equal(call.array(0), call.array(1))); }},
  };
  return kRows;
}

Handler elementwise_handler(std::string_view name) {
  const std::string_view plain = plain_name(name);
  const std::string_view own = own_name(plain);
  if (plain == name)
    return arrays::is_unary(own) ? unary : arrays::is_binary(own) ? binary : nullptr;
  // In place by themselves are those whose gradients need what was there before, and those that ask
  // first whether their result fits.
  const bool asks = own.starts_with("bitwise_") && arrays::is_binary(own);
  if (own != "mul" && own != "pow" && !asks) return nullptr;
  return [](Call& call) { return binary_in_place(call, 1); };
}

}  // namespace normscope::notebook::torch
