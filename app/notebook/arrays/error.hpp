// SPDX-License-Identifier: MIT
// What an operation on arrays returns when it cannot be done. The kinds are those that a notebook
// tells apart, and the sentences are worded as PyTorch words them, for a notebook may print them.
// Each function that makes elements can fail with kMemory; headers name it where it is all that can
// happen.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace normscope::notebook::arrays {

enum class ErrorKind : std::uint8_t {
  kRuntime,       // RuntimeError: shapes, types or values that do not go together
  kIndex,         // IndexError
  kType,          // TypeError
  kValue,         // ValueError
  kNotSupported,  // well formed, but outside of what these arrays do
  kMemory,        // past the memory that a notebook may use
};

struct Error {
  ErrorKind kind;
  std::string sentence;
};

template <class T>
using Expected = tl::expected<T, Error>;

/// Makes the failing side of any Expected, from a format and its arguments.
template <class... Arguments>
[[nodiscard]] tl::unexpected<Error> fail(ErrorKind kind, fmt::format_string<Arguments...> format,
                                         Arguments&&... arguments) {
  return tl::unexpected(Error{kind, fmt::format(format, std::forward<Arguments>(arguments)...)});
}

template <class... Arguments>
[[nodiscard]] tl::unexpected<Error> runtime_error(fmt::format_string<Arguments...> format,
                                                  Arguments&&... arguments) {
  return fail(ErrorKind::kRuntime, format, std::forward<Arguments>(arguments)...);
}

template <class... Arguments>
[[nodiscard]] tl::unexpected<Error> index_error(fmt::format_string<Arguments...> format,
                                                Arguments&&... arguments) {
  return fail(ErrorKind::kIndex, format, std::forward<Arguments>(arguments)...);
}

}  // namespace normscope::notebook::arrays

/// Takes the value out of an Expected, or returns its error from the function this stands in.
#define NORMSCOPE_TAKE(declaration, ...)                                      \
  auto normscope_result_##declaration = (__VA_ARGS__);                        \
  if (!normscope_result_##declaration) {                                      \
    return tl::unexpected(std::move(normscope_result_##declaration).error()); \
  }                                                                           \
  auto declaration = *std::move(normscope_result_##declaration)

/// The same for an Expected whose value does not matter.
#define NORMSCOPE_CHECK(...)                                      \
  if (auto normscope_result = (__VA_ARGS__); !normscope_result) { \
    return tl::unexpected(std::move(normscope_result).error());   \
  }                                                               \
  static_assert(true)
