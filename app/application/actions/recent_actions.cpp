// SPDX-License-Identifier: MIT
// The File menu's rows of the files used last.
#include <fmt/format.h>

#include "app/application/application.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

// A row for each place in the list; rows without a file are not shown.
void Application::add_recent_actions() {
  const auto& recent = workspace_.recent;
  for (std::size_t i = 0; i < open_save::kMostRecent; ++i) {
    add(
        fmt::format("file/recent/{}", i),
        [&recent, i] {
          const auto& path = recent[i].path;
          return tr("{file} in {folder}", arg("file", path.filename().string()),
                    arg("folder", path.parent_path().filename().string()));
        },
        {}, [this, i] { send(workspace::OpenListed{workspace_.recent[i].path}); },
        {.group = tr_later("Open recent"),
         .enabled = [&recent, i] { return !recent[i].gone; },
         .shown = [&recent, i] { return i < recent.size(); }});
  }
  add("file/recent/clear", tr_later("Clear the list"), {}, sends(workspace::ClearRecent{}),
      {.group = tr_later("Open recent"),
       .shown = [&recent] { return !recent.empty(); },
       .begins_group = true});
}

}  // namespace normscope::application
