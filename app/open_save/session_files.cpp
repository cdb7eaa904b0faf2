// SPDX-License-Identifier: MIT
#include "app/open_save/session_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <system_error>
#include <utility>
#include <variant>

#include "app/document/parameters.hpp"
#include "app/open_save/readable_folder.hpp"
#include "app/open_save/user_folders.hpp"
#include "core/io/quote.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::open_save {

namespace fs = std::filesystem;

namespace {

fs::path folder_of(const Probe& probe) {
  std::error_code failed;
  if (!probe.stamp) return fs::current_path(failed);
  return fs::absolute(probe.place.file, failed).parent_path();
}

// Links resolved, also of a path that leads to nothing.
fs::path resolved(const fs::path& path) {
  std::error_code failed;
  fs::path real = fs::weakly_canonical(path, failed);
  return failed ? path : real;
}

void add_file(const document::Origin& origin, std::vector<fs::path>& files) {
  if (const auto* const file = std::get_if<document::File>(&origin)) files.emplace_back(file->path);
}

void add_files(const document::NormSettings& norm, std::vector<fs::path>& files) {
  for (const document::ParameterRow& row : document::kParameterRows) {
    if (const auto& file = (norm.*row.values).file) files.emplace_back(file->path);
  }
}

}  // namespace

NamedFiles named_files(const Probe& probe, const document::FilePlaces& said) {
  NamedFiles named{.places = said};
  const fs::path folder = folder_of(probe);
  for (const document::File& file : probe.session->files) {
    if (said.contains(file.path)) continue;
    fs::path path = (folder / file.path).lexically_normal();
    const bool agreed = probe.agreed && probe.agreed->has(path_digest(path));
    std::error_code unknown;
    // What is not there is missed, as a file that was moved.
    if (!agreed && !is_in(resolved(path), resolved(folder)) && fs::exists(path, unknown)) {
      named.outside.push_back({file.path, std::move(path)});
    } else if (path != file.path) {
      named.places[file.path] = path.string();
    }
  }
  return named;
}

std::string outside_words(const std::vector<OutsideFile>& files) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> names;
  for (const OutsideFile& file : std::span(files).first(std::min(files.size(), kMost))) {
    names.push_back(io::printable(file.path.string()));
  }
  const std::size_t more = files.size() - names.size();
  const std::string listed = text::listed(names);
  if (more > 0) {
    return tr("it takes numbers from {files} and {n} more, which are not in its folder",
              arg("files", listed), arg("n", more));
  }
  return tr_n("it takes numbers from {files}, which is not in its folder",
              "it takes numbers from {files}, which are not in its folder",
              static_cast<std::int64_t>(files.size()), arg("files", listed));
}

std::optional<fs::path> agreed_path() {
  auto folder = user_folder(UserFolder::kState);
  if (folder) *folder /= "files-read";
  return folder;
}

std::vector<fs::path> files_of(const document::Document& document) {
  std::vector<fs::path> files;
  for (const document::Input& input : document.inputs) add_file(input.origin, files);
  add_file(document.backward.origin, files);
  add_files(document.norm, files);
  if (!document.comparison) return files;
  const auto& other = document.comparison->b;
  if (const auto* const given = std::get_if<document::GivenOutput>(&other)) {
    add_file(given->origin, files);
  } else if (const auto* const operation = std::get_if<document::Operation>(&other)) {
    add_files(operation->norm, files);
  }
  return files;
}

}  // namespace normscope::open_save
