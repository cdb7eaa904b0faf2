// SPDX-License-Identifier: MIT
#include "core/io/archive.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/io/npz.hpp"
#include "core/io/quote.hpp"
#include "core/io/safetensors.hpp"

namespace normscope::io {

using base::ErrorKind;
using base::Expected;
using base::fail;

namespace {

// Bytes that tell the format.
constexpr std::size_t kArchiveFront = 16;

// Names that an error lists.
constexpr std::size_t kListed = 12;

std::string names_of(const std::vector<ArrayEntry>& entries) {
  std::vector<std::string> names;
  for (const ArrayEntry& entry : entries) {
    if (names.size() == kListed) break;
    names.push_back(printable(entry.name));
  }
  const std::size_t more = entries.size() - names.size();
  return fmt::format("{}{}", fmt::join(names, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more));
}

}  // namespace

bool is_archive(std::string_view front) {
  return is_zip(front) || is_safetensors(front);
}

Expected<std::vector<ArrayEntry>> list_archive(ByteSource source) {
  const auto front = source.peek(kArchiveFront);
  if (!front) return tl::unexpected(front.error());
  return is_zip(*front) ? list_npz(std::move(source)) : list_safetensors(std::move(source));
}

Expected<std::size_t> find_array(const std::vector<ArrayEntry>& entries, std::string_view name) {
  if (!name.empty()) {
    const auto found = std::ranges::find(entries, name, &ArrayEntry::name);
    if (found != entries.end()) return static_cast<std::size_t>(found - entries.begin());
    return fail(ErrorKind::kNotFound, fmt::format("it has no array named {}", quote(name)),
                "it has " + names_of(entries));
  }
  const auto readable = [](const ArrayEntry& entry) { return entry.problem.empty(); };
  const auto only = std::ranges::find_if(entries, readable);
  if (only == entries.end()) {
    if (entries.empty()) return fail(ErrorKind::kMalformed, "it holds no arrays");
    return fail(ErrorKind::kUnsupported,
                fmt::format("none of its arrays can be read: {}", entries.front().problem));
  }
  if (std::ranges::count_if(entries, readable) > 1) {
    return fail(
        ErrorKind::kInvalidArgument,
        fmt::format("it holds {} arrays, and one is needed: {}", entries.size(), names_of(entries)),
        "name the array after a colon, as in FILE:NAME");
  }
  return static_cast<std::size_t>(only - entries.begin());
}

Expected<tensor::Tensor> read_archive(ByteSource source, std::string_view name,
                                      const ReadWatch& watch) {
  const auto front = source.peek(kArchiveFront);
  if (!front) return tl::unexpected(front.error());
  return is_zip(*front) ? read_npz(std::move(source), name, watch)
                        : read_safetensors(std::move(source), name, watch);
}

}  // namespace normscope::io
