// SPDX-License-Identifier: MIT
// The guide: pages of HTML that are installed with the program, shown by the desktop's browser.
#pragma once

#include <filesystem>

#include "core/base/error.hpp"

namespace normscope::application {

/// The first page of the guide that belongs to a program: in the folder guide beside the program,
/// as in a build, or in share/normscope/guide beside its folder, as it is installed.
/// errors  Unavailable: there is no such page
base::Expected<std::filesystem::path> guide_page(const std::filesystem::path& program);

/// Has the desktop show the guide of this program. The page that it was told to show.
/// errors  as guide_page; Unavailable: there is no xdg-open
base::Expected<std::filesystem::path> open_guide();

}  // namespace normscope::application
