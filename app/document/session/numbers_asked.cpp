// SPDX-License-Identifier: MIT
#include "app/document/session/numbers_asked.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/document/session/node.hpp"
#include "core/base/memory.hpp"

namespace normscope::document {

using nlohmann::json;

namespace {

constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();

// Whether the numbers of an object with a shape are those of a file.
bool of_file(const json& array) {
  const auto origin = array.find("origin");
  return array.contains("file") ||
         (origin != array.end() && origin->is_object() && origin->contains("path"));
}

// Sizes that no shape has are for the reader to refuse.
std::int64_t count_of(const json& shape) {
  std::int64_t count = 1;
  for (const json& size : shape) {
    if (!size.is_number_integer() || size.get<std::int64_t>() < 0) return 0;
    if (__builtin_mul_overflow(count, size.get<std::int64_t>(), &count)) count = kAll;
  }
  return count;
}

}  // namespace

std::int64_t numbers_asked(const json& session) {
  std::int64_t all = 0;
  const auto add = [&all](std::int64_t more) { all += std::min(more, kAll - all); };
  if (session.is_object() && session.contains("shape") && !of_file(session)) {
    add(count_of(session["shape"]));
  }
  if (session.is_structured()) {
    for (const json& part : session) add(numbers_asked(part));
  }
  return all;
}

std::int64_t numbers_asked_in(std::string_view text) {
  const auto parsed = parse_json(text);
  return parsed ? numbers_asked(*parsed) : 0;
}

base::Expected<void> check_numbers_asked(const json& session) {
  // The window takes 9.4 bytes for each number of a batch (a test counts them), and steps on top.
  constexpr std::uint64_t kBytesEach = 12;
  const auto count = static_cast<std::uint64_t>(numbers_asked(session));
  const std::uint64_t bytes = std::min(count, UINT64_MAX / kBytesEach) * kBytesEach;
  return base::check_memory(bytes, fmt::format("a session of {} numbers", count));
}

}  // namespace normscope::document
