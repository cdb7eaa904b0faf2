// SPDX-License-Identifier: MIT
// Handlers that only call a function of the arrays: its first parameter is the context, and each of
// the others is read from the next slot of the signature, as what the parameter's type says; the
// last ones may be constants.
#pragma once

#include <tuple>
#include <type_traits>

#include "app/notebook/torch/arguments/call.hpp"

namespace normscope::notebook::torch {

template <class Parameter>
decltype(auto) next_argument(const Call& call, int& slot) {
  using T = std::remove_cvref_t<Parameter>;
  const int at = slot++;
  if constexpr (requires(T parameter) { parameter.has_value(); }) {
    return call.given(at) ? T(next_argument<typename T::value_type>(call, --slot)) : T();
  } else if constexpr (std::is_same_v<T, Array>) {
    return call.array(at);
  } else if constexpr (std::is_same_v<T, const Array*>) {
    return call.given(at) ? &call.array(at) : nullptr;
  } else if constexpr (std::is_same_v<T, std::span<const Array>>) {
    return call.arrays(at);
  } else if constexpr (std::is_same_v<T, Operand>) {
    return call.operand(at);
  } else if constexpr (std::is_same_v<T, Scalar>) {
    return call.number(at);
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    return call.integer(at);
  } else if constexpr (std::is_same_v<T, bool>) {
    return call.flag(at);
  } else if constexpr (std::is_same_v<T, double>) {
    return call.real(at);
  } else if constexpr (std::is_same_v<T, Dtype>) {
    return Dtype(*call.dtype(at));
  } else if constexpr (std::is_same_v<T, Sizes>) {
    return call.sizes(at);
  } else {
    static_assert(std::is_same_v<T, Over>);
    return call.over(at, slot++);
  }
}

template <class Result, class... Parameters, class... Constants>
Ref call_directly(const Call& call, Result (*function)(const Context&, Parameters...),
                  const Constants&... constants) {
  using All = std::tuple<Parameters...>;
  int slot = 0;
  return [&]<std::size_t... kAt>(std::index_sequence<kAt...>) {
    // Braces evaluate the arguments from left to right.
    const std::tuple<decltype(next_argument<std::tuple_element_t<kAt, All>>(call, slot))...> read{
        next_argument<std::tuple_element_t<kAt, All>>(call, slot)...};
    return call.give(function(call.context(), std::get<kAt>(read)..., constants...));
  }
  (std::make_index_sequence<sizeof...(Parameters) - sizeof...(Constants)>());
}

/// The handler of such a function.
template <auto kFunction, auto... kConstants>
Ref direct(Call& call) {
  return call_directly(call, kFunction, kConstants...);
}

}  // namespace normscope::notebook::torch
