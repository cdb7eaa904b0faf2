// SPDX-License-Identifier: MIT
#include "core/io/shards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/base/limits.hpp"
#include "core/io/quote.hpp"
#include "core/io/tensor_file.hpp"
#include "core/text/json.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

namespace {

using Files = std::map<std::string, Expected<Arrays>>;
constexpr std::size_t kMostFiles = 500;  // all stay open; the largest models have some 200

// Tensor names and the names of their files.
Expected<std::vector<std::pair<std::string, std::string>>> read_map(std::string_view text,
                                                                    const std::stop_token& stop) {
  const auto json = text::read_json(text, {.stop = stop});
  const auto wrong = [] {
    return fail(ErrorKind::kMalformed,
                tr("it has no weight_map of tensors and the files they are in"));
  };
  if (!json || !json->is_object() || !json->contains("weight_map")) return wrong();
  const nlohmann::json& map = (*json)["weight_map"];
  if (!map.is_object()) return wrong();
  if (map.size() > base::kMaxNpzMembers) {
    return fail(ErrorKind::kTooLarge,
                tr("it lists {map} tensors; {most} are the most", arg("map", map.size()),
                   arg("most", base::kMaxNpzMembers)));
  }
  std::vector<std::pair<std::string, std::string>> places;
  for (const auto& [name, file] : map.items()) {
    if (!file.is_string()) return wrong();
    places.emplace_back(name, file.get<std::string>());
  }
  return places;
}

Expected<Arrays> open_file(const std::filesystem::path& path, const std::stop_token& stop) {
  if (is_index(path))
    return fail(ErrorKind::kMalformed, tr("an index lists itself, or another one"));
  const auto source = ByteSource::open_regular(path);
  if (!source) return tl::unexpected(source.error());
  auto arrays = arrays_in(*source, path, stop);
  if (!arrays) return tl::unexpected(arrays.error());
  if (!*arrays) return fail(ErrorKind::kMalformed, tr("it holds no arrays"));
  return **std::move(arrays);
}

}  // namespace

bool is_index(const std::filesystem::path& name) {
  return name.filename().string().ends_with(".index.json");
}

Expected<Arrays> sharded_arrays(ByteSource source, const std::filesystem::path& index,
                                const std::stop_token& stop) {
  if (source.remaining() > base::kMaxSafetensorsHeaderBytes) {
    return fail(ErrorKind::kTooLarge, tr("it is larger than an index of tensors"));
  }
  const auto text = source.read_rest(stop);
  if (!text) return tl::unexpected(text.error());
  const auto places = read_map(*text, stop);
  if (!places) return tl::unexpected(places.error());
  const auto files = std::make_shared<Files>();
  Arrays arrays;
  std::vector<std::pair<std::string, std::size_t>> found;  // the file, and the entry in it
  for (const auto& [name, file] : *places) {
    if (file.empty() || file != std::filesystem::path(file).filename() || file.starts_with('.')) {
      return fail(ErrorKind::kInvalidArgument,
                  tr("its file {file} is not beside it", arg("file", quote(file))));
    }
    if (!files->contains(file)) {
      if (files->size() >= kMostFiles) {
        return fail(ErrorKind::kTooLarge,
                    tr("it names more than {most} files", arg("most", kMostFiles)));
      }
      files->emplace(file, open_file(index.parent_path() / file, stop));
    }
    const Expected<Arrays>& in = files->at(file);
    found.emplace_back(file, 0);
    if (!in) {
      arrays.entries.push_back(
          {name, "", {}, fmt::format("{}: {}", printable(file), in.error().sentence)});
      continue;
    }
    const auto entry = std::ranges::find(in->entries, name, &ArrayEntry::name);
    if (entry == in->entries.end()) {
      arrays.entries.push_back(
          {name, "", {}, tr("{file}: it has no such tensor", arg("file", printable(file)))});
      continue;
    }
    found.back().second = static_cast<std::size_t>(entry - in->entries.begin());
    arrays.entries.push_back(*entry);
  }
  arrays.stored = [files, found](std::size_t at) {
    return files->at(found[at].first)->stored(found[at].second);
  };
  arrays.read = [files, found = std::move(found), entries = arrays.entries](
                    std::size_t at, const ReadWatch& watch) -> Expected<tensor::Tensor> {
    if (!entries[at].problem.empty()) return fail(ErrorKind::kUnsupported, entries[at].problem);
    return files->at(found[at].first)->read(found[at].second, watch);
  };
  return arrays;
}

}  // namespace normscope::io
