// SPDX-License-Identifier: MIT
// Saves a figure to a file together with its document, for the command line and the window.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/figures/export/export.hpp"

namespace normscope::open_save {

/// The extension of a name in lower case, with its dot; empty without one.
std::string extension_of(const std::filesystem::path& path);

/// The format of a name's extension, in upper or lower case; nothing for an unknown extension.
std::optional<figures::ExportFormat> figure_format(const std::filesystem::path& path);

/// Writes the whole file, or on an error leaves the old one. `state` is the result of figure_state.
/// errors  as figures::export_figure and io::write_file
base::Expected<void> save_figure(const std::filesystem::path& path, const figures::Figure& figure,
                                 figures::ExportFormat format,
                                 const figures::ExportOptions& options,
                                 const figures::FontMeasure& fonts, const std::string& state);

}  // namespace normscope::open_save
