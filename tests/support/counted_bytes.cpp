// SPDX-License-Identifier: MIT
// In place of the C library's: the loops are slow, and are all that is counted.
#include "tests/support/counted_bytes.hpp"

#include <atomic>
#include <cstddef>

namespace {

// These functions have no object.
std::atomic<std::uint64_t> counted = 0;  // NOLINT(*-avoid-non-const-global-variables)

void count(std::size_t bytes) {
  counted.fetch_add(bytes, std::memory_order_relaxed);
}

}  // namespace

// NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic,readability-inconsistent-declaration-parameter-name)
extern "C" {

void* memmove(void* to, const void* from, std::size_t bytes) {
  count(bytes);
  auto* const out = static_cast<volatile unsigned char*>(to);
  const auto* const in = static_cast<const unsigned char*>(from);
  if (static_cast<const void*>(in) < to) {
    for (std::size_t i = bytes; i-- > 0;) out[i] = in[i];
  } else {
    for (std::size_t i = 0; i < bytes; ++i) out[i] = in[i];
  }
  return to;
}

void* memcpy(void* to, const void* from, std::size_t bytes) {
  return memmove(to, from, bytes);
}

int memcmp(const void* a, const void* b, std::size_t bytes) {
  const auto* const one = static_cast<const volatile unsigned char*>(a);
  const auto* const two = static_cast<const volatile unsigned char*>(b);
  std::size_t at = 0;
  while (at < bytes && one[at] == two[at]) ++at;
  count(at);
  return at == bytes ? 0 : one[at] - two[at];
}

void* memchr(const void* text, int byte, std::size_t bytes) {
  const auto* const in = static_cast<const volatile unsigned char*>(text);
  std::size_t at = 0;
  while (at < bytes && in[at] != static_cast<unsigned char>(byte)) ++at;
  count(at);
  if (at == bytes) return nullptr;
  void* const found = const_cast<void*>(text);  // NOLINT(*-const-cast): as the C library does
  return static_cast<unsigned char*>(found) + at;
}

}  // extern "C"
// NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic,readability-inconsistent-declaration-parameter-name)

namespace normscope::testing {

std::uint64_t counted_bytes() {
  return counted.load(std::memory_order_relaxed);
}

}  // namespace normscope::testing
