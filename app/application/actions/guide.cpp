// SPDX-License-Identifier: MIT
#include "app/application/actions/guide.hpp"
#include "core/base/environment.hpp"
#include "core/text/translate.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>

namespace normscope::application {

namespace fs = std::filesystem;

namespace {

// The shell leaves xdg-open running by itself, which may last as long as a browser that it starts,
// and says only whether there is one. The page is an argument, never a part of the command.
constexpr const char* kCommand =
    R"(command -v xdg-open >/dev/null || exit 1; xdg-open "$1" >/dev/null 2>&1 &)";

bool runs(const std::string& page) {
  std::string shell = "sh";
  std::string option = "-c";
  std::string command = kCommand;
  std::string argument = page;
  const std::array<char*, 6> words{shell.data(), option.data(),   command.data(),
                                   shell.data(), argument.data(), nullptr};
  pid_t id = 0;
  if (posix_spawn(&id, "/bin/sh", nullptr, nullptr, words.data(), environ) != 0) return false;
  int status = 0;
  while (waitpid(id, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

Expected<fs::path> guide_page(const fs::path& program) {
  const fs::path folder = program.parent_path();
  std::error_code failed;
  for (const fs::path& guide : {folder / "guide", folder.parent_path() / "share/normscope/guide"}) {
    fs::path page = guide / "index.html";
    if (fs::is_regular_file(page, failed)) return page;
  }
  return base::fail(ErrorKind::kUnavailable, tr("the guide is not installed with this program"));
}

Expected<fs::path> open_guide() {
  auto page = guide_page(base::own_program());
  if (page && !runs(*page)) {
    return base::fail(ErrorKind::kUnavailable,
                      tr("the guide is {page}; no browser shows it", arg("page", page->string())),
                      tr("install xdg-utils, or open it yourself"));
  }
  return page;
}

}  // namespace normscope::application
