// SPDX-License-Identifier: MIT
#include "app/files/save_figure.hpp"

#include <algorithm>
#include <string>

#include "app/files/figure_state.hpp"
#include "core/io/write_files.hpp"

namespace normscope::files {

std::optional<figures::ExportFormat> figure_format(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  if (extension.empty()) return std::nullopt;
  extension.erase(0, 1);
  std::ranges::transform(extension, extension.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return base::value_of(figures::export_formats(), extension);
}

base::Expected<void> save_figure(const std::filesystem::path& path, const figures::Figure& figure,
                                 figures::ExportFormat format,
                                 const figures::ExportOptions& options,
                                 const figures::FontMeasure& fonts,
                                 const document::Document& document) {
  const auto state = figure_state(document);
  if (!state) return tl::unexpected(state.error());
  const auto bytes = figures::export_figure(figure, format, options, fonts, *state);
  if (!bytes) return tl::unexpected(bytes.error());
  return io::write_file(path, *bytes);
}

}  // namespace normscope::files
