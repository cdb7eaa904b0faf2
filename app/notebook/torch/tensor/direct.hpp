// SPDX-License-Identifier: MIT
// Handlers that only call a function of the arrays: its first parameter is the context, and each of
// the others is read from the next slot of the signature, as what the parameter's type says.
#pragma once

#include <tuple>
#include <type_traits>

#include "app/notebook/torch/arguments/call.hpp"

namespace normscope::notebook::torch {

template <class Parameter>
decltype(auto) next_argument(const Call& call, int& slot) {
  using T = std::remove_cvref_t<Parameter>;
  const int at = slot++;
  if constexpr (std::is_same_v<T, Array>) {
    return call.array(at);
  } else if constexpr (std::is_same_v<T, const Array*>) {
    return call.given(at) ? &call.array(at) : nullptr;
  } else if constexpr (std::is_same_v<T, std::span<const Array>>) {
    return call.arrays(at);
  } else if constexpr (std::is_same_v<T, Operand>) {
    return call.operand(at);
  } else if constexpr (std::is_same_v<T, std::optional<Operand>>) {
    return call.optional_operand(at);
  } else if constexpr (std::is_same_v<T, Scalar>) {
    return call.number(at);
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    return call.integer(at);
  } else if constexpr (std::is_same_v<T, std::optional<std::int64_t>>) {
    return call.optional_integer(at);
  } else if constexpr (std::is_same_v<T, bool>) {
    return call.flag(at);
  } else if constexpr (std::is_same_v<T, double>) {
    return call.real(at);
  } else if constexpr (std::is_same_v<T, std::optional<Dtype>>) {
    return call.dtype(at);
  } else if constexpr (std::is_same_v<T, std::optional<Sizes>>) {
    return call.given(at) ? std::optional(call.sizes(at)) : std::nullopt;
  } else if constexpr (std::is_same_v<T, Sizes>) {
    return call.sizes(at);
  } else {
    static_assert(std::is_same_v<T, Over>);
    return call.over(at, slot++);
  }
}

template <class Result, class... Parameters>
Ref call_directly(const Call& call, Result (*function)(const Context&, Parameters...)) {
  int slot = 0;
  // Braces evaluate the arguments from left to right.
  const std::tuple<decltype(next_argument<Parameters>(call, slot))...> arguments{
      next_argument<Parameters>(call, slot)...};
  auto result =
      std::apply([&](const auto&... each) { return function(call.context(), each...); }, arguments);
  if constexpr (std::is_same_v<Result, arrays::Expected<std::vector<Array>>>) {
    return call.give_tuple(std::move(result));
  } else if constexpr (std::is_same_v<Result, arrays::Expected<arrays::ValuesAndIndices>>) {
    return call.give_pair(call.function(), std::move(result));
  } else {
    return call.give(std::move(result));
  }
}

/// The handler of such a function.
template <auto kFunction>
Ref direct(Call& call) {
  return call_directly(call, kFunction);
}

}  // namespace normscope::notebook::torch
