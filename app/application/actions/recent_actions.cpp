// SPDX-License-Identifier: MIT
// The File menu's rows of the files used last.
#include <fmt/format.h>

#include "app/application/application.hpp"

namespace normscope::application {

// A row for each place in the list; rows without a file are not shown.
void Application::add_recent_actions() {
  const auto& recent = workspace_.recent;
  for (std::size_t i = 0; i < open_save::kMostRecent; ++i) {
    (void)actions_.add(
        {.id = fmt::format("file/recent/{}", i),
         .menu = ui::Menu::kFile,
         .group = "Open recent",
         .label =
             [&recent, i] {
               const auto& path = recent[i].path;
               return fmt::format("{} in {}", path.filename().string(),
                                  path.parent_path().filename().string());
             },
         .run = [this, i] { send(workspace::OpenListed{workspace_.recent[i].path}); },
         .enabled = [&recent, i] { return !recent[i].gone; },
         .shown = [&recent, i] { return i < recent.size(); }});
  }
  (void)actions_.add({.id = "file/recent/clear",
                      .menu = ui::Menu::kFile,
                      .group = "Open recent",
                      .label = ui::always("Clear the list"),
                      .run = sends(workspace::ClearRecent{}),
                      .shown = [&recent] { return !recent.empty(); },
                      .begins_group = true});
}

}  // namespace normscope::application
