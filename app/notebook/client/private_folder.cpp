// SPDX-License-Identifier: MIT
#include "app/notebook/client/private_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/translate.hpp"

namespace normscope::notebook::client {

using text::arg;
using text::tr;

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "normscope-kernel-";

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

std::vector<std::string> names_in(int folder) {
  std::vector<std::string> names;
  const int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, CloseFolder> list(own >= 0 ? fdopendir(own) : nullptr);
  if (list == nullptr) return names;
  // Safe: no other thread reads this list.
  while (const dirent* const entry = readdir(list.get())) {  // NOLINT(concurrency-mt-unsafe)
    const std::string_view name(static_cast<const char*>(entry->d_name));
    if (name != "." && name != "..") names.emplace_back(name);
  }
  return names;
}

// A folder on the way down: its name in the one above, and what is still in it.
struct Level {
  std::string name;
  std::vector<std::string> rest;
};

// Empties a folder. One folder is open at a time and nothing is called within itself, so that the
// depth of the folders does not matter; nobody else is in them any more.
void empty(io::Descriptor folder) {
  std::vector<Level> way{{"", names_in(folder.number())}};
  while (!way.empty() && folder.open()) {
    Level& here = way.back();
    if (here.rest.empty()) {
      const std::string done = here.name;
      way.pop_back();
      if (way.empty()) return;
      folder = io::Descriptor(openat(folder.number(), "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
      unlinkat(folder.number(), done.c_str(), AT_REMOVEDIR);
      continue;
    }
    std::string name = std::move(here.rest.back());
    here.rest.pop_back();
    if (unlinkat(folder.number(), name.c_str(), 0) == 0) continue;
    if (unlinkat(folder.number(), name.c_str(), AT_REMOVEDIR) == 0) continue;
    io::Descriptor inner(
        openat(folder.number(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!inner.open()) continue;
    folder = std::move(inner);
    way.push_back({std::move(name), names_in(folder.number())});
  }
}

io::Descriptor open_locked(const fs::path& path) {
  io::Descriptor folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (folder.open() && flock(folder.number(), LOCK_EX | LOCK_NB) != 0) return {};
  return folder;
}

// Removes folders of programs that have ended: nobody holds their lock. The lock is held here until
// the folder is removed; otherwise a program that has just made a folder could lock it meanwhile,
// and lose it.
void remove_left(const fs::path& within) {
  std::error_code failed;
  for (fs::directory_iterator entry(within, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const fs::path& path = entry->path();
    if (!path.filename().string().starts_with(kPrefix)) continue;
    struct stat about {};
    if (lstat(path.c_str(), &about) != 0 || about.st_uid != geteuid()) continue;
    if (const io::Descriptor lock = open_locked(path); lock.open()) remove_folder(path);
  }
}

}  // namespace

fs::path temporary_folder() {
  std::error_code failed;
  fs::path named = fs::temp_directory_path(failed);
  return failed || !named.is_absolute() ? fs::path("/tmp") : named;
}

void remove_folder(const fs::path& path) {
  io::Descriptor root(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (root.open()) empty(std::move(root));
  rmdir(path.c_str());
}

base::Expected<PrivateFolder> PrivateFolder::make(const fs::path& within) {
  remove_left(within);
  std::string path = (within / kPrefix).string() + "XXXXXX";
  // Another app that tidies up may remove the folder before it is locked. Then make another one.
  for (int attempt = 0; attempt < 100; ++attempt) {
    path.replace(path.size() - 6, 6, "XXXXXX");
    if (mkdtemp(path.data()) == nullptr) break;
    io::Descriptor lock = open_locked(path);
    struct stat held {};
    struct stat named {};
    if (lock.open() && fstat(lock.number(), &held) == 0 && stat(path.c_str(), &named) == 0 &&
        held.st_ino == named.st_ino) {
      return PrivateFolder(path, std::move(lock));
    }
  }
  return base::fail(base::ErrorKind::kUnavailable, tr("cells have no folder of their own: {reason}",
                                                      arg("reason", io::reason_of(errno))));
}

PrivateFolder::~PrivateFolder() {
  if (!path_.empty()) remove_folder(path_);
}

}  // namespace normscope::notebook::client
