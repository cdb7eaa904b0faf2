// SPDX-License-Identifier: MIT
#include "app/application/files/recent_shelf.hpp"

#include <system_error>
#include <utility>

#include "app/open_save/folder_listing.hpp"

namespace normscope::application {

RecentShelf::RecentShelf(workspace::Workspace& workspace, std::optional<std::filesystem::path> path,
                         std::function<void()> wake)
    : workspace_(workspace), files_(std::move(path)), looker_(std::move(wake)) {}

void RecentShelf::follow() {
  if (files_.files() != listed_) {
    listed_ = files_.files();
    workspace_.recent.clear();
    const std::int64_t now = open_save::seconds_now();
    for (const open_save::RecentFile& file : listed_) {
      workspace_.recent.push_back(
          {.path = file.path, .used = open_save::date_words(file.used, now)});
    }
    looker_.request(++asked_, [files = listed_](const std::stop_token&) {
      std::vector<bool> gone;
      for (const open_save::RecentFile& file : files) {
        std::error_code failed;
        gone.push_back(!std::filesystem::exists(file.path, failed));
      }
      return gone;
    });
  }
  const auto latest = looker_.latest();
  if (latest == nullptr || latest->number == taken_ || latest->number != asked_) return;
  taken_ = latest->number;
  for (std::size_t i = 0; i < workspace_.recent.size(); ++i) {
    workspace_.recent[i].gone = latest->value[i];
  }
}

}  // namespace normscope::application
