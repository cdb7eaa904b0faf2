// SPDX-License-Identifier: MIT
// matplotlib's list of the fonts of this computer. To make it takes seconds, so it is made once, by
// a kernel that runs nothing else, and kept in the user's cache; each kernel gets a copy in its
// private folder, and none can change the one that is kept.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "app/notebook/client/process.hpp"
#include "core/base/embedded.hpp"

namespace normscope::notebook::client {

/// The cell that makes the list, make_font_list.py. Written by cmake/Embed.cmake.
std::span<const base::EmbeddedFile> font_list_cell();

/// Whether a cell might plot.
bool wants_fonts(std::string_view source);

/// Puts the list into a kernel's private folder, where matplotlib looks for it. Where there is none
/// (no matplotlib, no cache, no room), matplotlib makes its own for that kernel alone.
void give_font_list(const KernelOptions& options, const std::filesystem::path& private_folder);

}  // namespace normscope::notebook::client
