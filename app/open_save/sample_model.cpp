// SPDX-License-Identifier: MIT
#include "app/open_save/sample_model.hpp"

#include <fmt/format.h>

#include <span>
#include <system_error>

#include "core/base/embedded.hpp"
#include "core/io/read_file.hpp"
#include "core/io/write_files.hpp"
#include "core/text/translate.hpp"

namespace normscope::open_save {

// Written by normscope_embed.
std::span<const base::EmbeddedFile> sample_files();

std::string_view sample_model() {
  return sample_files().front().bytes;
}

base::Expected<std::filesystem::path> place_sample_model(const std::filesystem::path& folder) {
  std::filesystem::path path = folder / sample_files().front().name;
  const auto there = io::read_file(path);
  if (there && *there == sample_model()) return path;
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) {
    return base::fail(base::ErrorKind::kUnwritable,
                      tr("the folder {folder} cannot be made", arg("folder", folder.string())));
  }
  if (const auto written = io::write_file(path, sample_model()); !written) {
    return tl::unexpected(written.error());
  }
  return path;
}

}  // namespace normscope::open_save
