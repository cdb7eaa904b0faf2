// SPDX-License-Identifier: MIT
#include "core/io/archive.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/memory.hpp"
#include "core/io/quote.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

namespace {

// Names that an error lists.
constexpr std::size_t kListed = 12;

std::string names_of(const std::vector<ArrayEntry>& entries) {
  std::vector<std::string> names;
  for (const ArrayEntry& entry : entries) {
    if (names.size() == kListed) break;
    names.push_back(printable(entry.name));
  }
  const std::string list = text::listed(names);
  const std::size_t more = entries.size() - names.size();
  return more == 0 ? list : tr("{names} and {n} more", arg("names", list), arg("n", more));
}

}  // namespace

Expected<std::size_t> find_array(const std::vector<ArrayEntry>& entries, std::string_view name) {
  if (!name.empty()) {
    const auto found = std::ranges::find(entries, name, &ArrayEntry::name);
    if (found != entries.end()) return static_cast<std::size_t>(found - entries.begin());
    if (entries.size() == 1 && entries.front().name.empty()) {
      return fail(ErrorKind::kNotFound,
                  tr("it has no array named {name}: it is no archive", arg("name", quote(name))));
    }
    return fail(ErrorKind::kNotFound, tr("it has no array named {name}", arg("name", quote(name))),
                tr("it has {names}", arg("names", names_of(entries))));
  }
  const auto readable = [](const ArrayEntry& entry) { return entry.problem.empty(); };
  const auto only = std::ranges::find_if(entries, readable);
  if (only == entries.end()) {
    if (entries.empty()) return fail(ErrorKind::kMalformed, tr("it holds no arrays"));
    return fail(ErrorKind::kUnsupported, tr("none of its arrays can be read: {problem}",
                                            arg("problem", entries.front().problem)));
  }
  if (std::ranges::count_if(entries, readable) > 1) {
    return fail(ErrorKind::kInvalidArgument,
                tr("it holds {entries} arrays, and one is needed: {names}",
                   arg("entries", entries.size()), arg("names", names_of(entries))),
                tr("name the array after a colon, as in FILE:NAME"));
  }
  return static_cast<std::size_t>(only - entries.begin());
}

std::string sentence_of(const Swelling& swelling, std::string_view name) {
  return tr("its array {name} has {packed} in the file, and {whole} when it is unpacked",
            arg("name", quote(name)), arg("packed", base::bytes_to_text(swelling.packed)),
            arg("whole", base::bytes_to_text(swelling.whole)));
}

Expected<tensor::Tensor> read_array(const Arrays& arrays, std::string_view name,
                                    const ReadWatch& watch) {
  if (name.empty() && arrays.entries.size() == 1) return arrays.read(0, watch);
  const auto at = find_array(arrays.entries, name);
  if (!at) return tl::unexpected(at.error());
  return arrays.read(*at, watch);
}

}  // namespace normscope::io
