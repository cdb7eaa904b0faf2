// SPDX-License-Identifier: MIT
#include "app/open_save/places.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <system_error>
#include <utility>

#include "app/open_save/user_folders.hpp"
#include "core/io/read_file.hpp"
#include "core/text/translate.hpp"

namespace normscope::open_save {

namespace {

struct NamedFolder {
  std::string_view variable;
  std::string_view name;
};
constexpr std::array kNamedFolders = {NamedFolder{"XDG_DESKTOP_DIR", tr_later("Desktop")},
                                      NamedFolder{"XDG_DOCUMENTS_DIR", tr_later("Documents")},
                                      NamedFolder{"XDG_DOWNLOAD_DIR", tr_later("Downloads")}};

// The path of a line's value: "$HOME/Documents" or "/data", in quotes.
std::optional<std::filesystem::path> quoted_path(std::string_view value,
                                                 const std::filesystem::path& home) {
  constexpr std::string_view kHomeWord = "$HOME/";
  if (value.size() < 2 || value.front() != '"' || value.back() != '"') return std::nullopt;
  value = value.substr(1, value.size() - 2);
  if (value.starts_with(kHomeWord)) {
    value.remove_prefix(kHomeWord.size());
    // A folder that a desktop does not use is said to be the home folder.
    return value.empty() ? std::nullopt : std::optional(home / value);
  }
  return value.starts_with('/') ? std::optional(std::filesystem::path(value)) : std::nullopt;
}

}  // namespace

std::vector<Place> places_in(std::string_view user_dirs, const std::filesystem::path& home) {
  std::vector<Place> places;
  while (!user_dirs.empty()) {
    const std::string_view line = user_dirs.substr(0, user_dirs.find('\n'));
    user_dirs.remove_prefix(std::min(line.size() + 1, user_dirs.size()));
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const auto* const named =
        std::ranges::find(kNamedFolders, line.substr(0, equals), &NamedFolder::variable);
    const auto path = quoted_path(line.substr(equals + 1), home);
    if (named != kNamedFolders.end() && path) places.push_back({tr(named->name), *path});
  }
  return places;
}

std::vector<Place> user_places() {
  std::vector<Place> places;
  if (const auto home = home_folder()) {
    places.push_back({tr("Home"), *home});
    const auto config = user_folder(UserFolder::kConfig);
    const auto text = io::read_file(config->parent_path() / "user-dirs.dirs");
    for (Place& place : places_in(text ? *text : std::string(), *home)) {
      std::error_code failed;
      if (std::filesystem::is_directory(place.folder, failed)) places.push_back(std::move(place));
    }
  }
  places.push_back({tr("File system"), "/"});
  return places;
}

std::filesystem::path typed_path(std::string_view typed, const std::filesystem::path& folder) {
  if (typed == "~" || typed.starts_with("~/")) {
    if (const auto home = home_folder()) {
      typed.remove_prefix(std::min<std::size_t>(2, typed.size()));
      return typed.empty() ? *home : *home / typed;
    }
  }
  return folder / typed;
}

}  // namespace normscope::open_save
