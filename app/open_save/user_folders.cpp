// SPDX-License-Identifier: MIT
#include "app/open_save/user_folders.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "core/base/environment.hpp"

namespace normscope::open_save {
namespace {

struct FolderPlace {
  base::Variable variable;
  const char* below_home;
};
// In the order of UserFolder.
constexpr std::array<FolderPlace, 3> kPlaces{{
    {base::Variable::kConfigHome, ".config"},
    {base::Variable::kDataHome, ".local/share"},
    {base::Variable::kStateHome, ".local/state"},
}};

// An absolute path in the environment; relative ones are ignored, as the specification says.
std::optional<std::filesystem::path> folder_in(base::Variable variable) {
  const auto value = base::environment(variable);
  if (!value) return std::nullopt;
  std::filesystem::path path(*value);
  return path.is_absolute() ? std::optional(std::move(path)) : std::nullopt;
}

std::optional<std::filesystem::path> lessons_in(UserFolder which) {
  auto folder = user_folder(which);
  if (folder) *folder /= "lessons";
  return folder;
}

}  // namespace

std::optional<std::filesystem::path> user_folder(UserFolder which) {
  const FolderPlace& place = kPlaces.at(static_cast<std::size_t>(which));
  if (const auto folder = folder_in(place.variable)) return *folder / "normscope";
  if (const auto home = folder_in(base::Variable::kHome)) {
    return *home / place.below_home / "normscope";
  }
  return std::nullopt;
}

std::optional<std::filesystem::path> lessons_folder() {
  return lessons_in(UserFolder::kData);
}

std::optional<std::filesystem::path> progress_folder() {
  return lessons_in(UserFolder::kState);
}

}  // namespace normscope::open_save
