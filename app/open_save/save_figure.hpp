// SPDX-License-Identifier: MIT
// A figure into a file, with the document that made it: what the command line and the window's
// dialog both do.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/figures/export/export.hpp"

namespace normscope::open_save {

/// The extension of a name in lower case, with its dot; empty without one.
std::string extension_of(const std::filesystem::path& path);

/// The format that a name's extension stands for, in upper or lower case; nothing for any other.
std::optional<figures::ExportFormat> figure_format(const std::filesystem::path& path);

/// Writes the whole file or leaves what was there. `state` is what figure_state gives.
/// errors  as figures::export_figure and io::write_file
base::Expected<void> save_figure(const std::filesystem::path& path, const figures::Figure& figure,
                                 figures::ExportFormat format,
                                 const figures::ExportOptions& options,
                                 const figures::FontMeasure& fonts, const std::string& state);

}  // namespace normscope::open_save
