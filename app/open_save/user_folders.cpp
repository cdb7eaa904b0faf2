// SPDX-License-Identifier: MIT
#include "app/open_save/user_folders.hpp"

#include <sys/stat.h>

#include <array>
#include <cstddef>
#include <utility>

#include "core/base/environment.hpp"
#include "core/io/write_files.hpp"

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

std::optional<std::filesystem::path> home_folder() {
  return folder_in(base::Variable::kHome);
}

std::optional<std::filesystem::path> user_folder(UserFolder which) {
  const FolderPlace& place = kPlaces.at(static_cast<std::size_t>(which));
  if (const auto folder = folder_in(place.variable)) return *folder / "normscope";
  if (const auto home = home_folder()) {
    return *home / place.below_home / "normscope";
  }
  return std::nullopt;
}

void make_private_folder(const std::filesystem::path& folder) {
  std::error_code none;
  if (folder.empty() || std::filesystem::is_directory(folder, none)) return;
  make_private_folder(folder.parent_path());
  ::mkdir(folder.c_str(), S_IRWXU);
}

base::Expected<void> write_private_file(const std::filesystem::path& file, std::string_view bytes) {
  make_private_folder(file.parent_path());
  auto written = io::write_file(file, bytes);
  if (written) ::chmod(file.c_str(), S_IRUSR | S_IWUSR);
  return written;
}

std::optional<std::filesystem::path> lessons_folder() {
  return lessons_in(UserFolder::kData);
}

std::optional<std::filesystem::path> progress_folder() {
  return lessons_in(UserFolder::kState);
}

}  // namespace normscope::open_save
