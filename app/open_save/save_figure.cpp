// SPDX-License-Identifier: MIT
#include "app/open_save/save_figure.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/io/write_files.hpp"
#include "core/text/ascii.hpp"

namespace normscope::open_save {

std::string extension_of(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::ranges::transform(extension, extension.begin(), text::to_lowercase);
  return extension;
}

std::optional<figures::ExportFormat> figure_format(const std::filesystem::path& path) {
  const std::string extension = extension_of(path);
  if (extension.empty()) return std::nullopt;
  return base::value_of(figures::export_formats(), std::string_view(extension).substr(1));
}

base::Expected<void> save_figure(const std::filesystem::path& path, const figures::Figure& figure,
                                 figures::ExportFormat format,
                                 const figures::ExportOptions& options,
                                 const figures::FontMeasure& fonts, const std::string& state) {
  return figures::export_figure(figure, format, options, fonts, state)
      .and_then([&](const std::string& bytes) { return io::write_file(path, bytes); });
}

}  // namespace normscope::open_save
