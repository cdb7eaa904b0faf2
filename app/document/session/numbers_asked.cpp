// SPDX-License-Identifier: MIT
#include "app/document/session/numbers_asked.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/document/session/node.hpp"
#include "core/base/memory.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::document {

using nlohmann::json;

namespace {

// Whether the numbers of an object with a shape are those of a file.
bool of_file(const json& array) {
  const auto origin = array.find("origin");
  return array.contains("file") ||
         (origin != array.end() && origin->is_object() && origin->contains("path"));
}

// None of a shape that no array has: the reader refuses it, and names its place.
std::uint64_t count_of(const json& sizes) {
  tensor::Shape shape;
  for (const json& size : sizes) {
    if (!size.is_number_integer()) return 0;
    shape.push_back(size.get<std::int64_t>());
  }
  return static_cast<std::uint64_t>(tensor::element_count(shape).value_or(0));
}

}  // namespace

std::uint64_t numbers_asked(const json& session) {
  std::uint64_t all = 0;
  if (session.is_object() && session.contains("shape") && !of_file(session)) {
    all = count_of(session["shape"]);
  }
  if (session.is_structured()) {
    for (const json& part : session) all += numbers_asked(part);
  }
  return all;
}

std::uint64_t numbers_asked_in(std::string_view text) {
  const auto parsed = parse_json(text);
  return parsed ? numbers_asked(*parsed) : 0;
}

base::Expected<void> check_numbers_asked(const json& session) {
  // The window takes 9.4 bytes for each number of a batch (a test counts them), and steps on top.
  constexpr std::uint64_t kBytesEach = 12;
  const std::uint64_t count = numbers_asked(session);
  return base::check_memory(count * kBytesEach, fmt::format("a session of {} numbers", count));
}

}  // namespace normscope::document
