// SPDX-License-Identifier: MIT
#include "core/io/write_files.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/io/atomic_file.hpp"
#include "core/io/posix.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

using base::Error;

namespace {

using Outcome = tl::expected<void, OutputFailure>;

tl::unexpected<OutputFailure> failure(const Output& output, Error error) {
  return tl::unexpected(OutputFailure{output.path, std::move(error)});
}

Expected<void> fill(AtomicFile& file, const Output& output) {
  auto produced = output.produce_parts
                      ? output.produce_parts([&](std::uint64_t offset, std::string_view bytes) {
                          return file.write_at(offset, bytes);
                        })
                      : output.produce([&](std::string_view bytes) { return file.write(bytes); });
  if (!produced) return produced;
  return file.finish();
}

}  // namespace

bool takes_parts(const std::filesystem::path& path) {
  const auto target = follow_links(path);
  if (!target || named_descriptor(*target)) return false;
  std::error_code none;
  return !std::filesystem::exists(*target, none) || std::filesystem::is_regular_file(*target, none);
}

Outcome write_files(std::span<const Output> outputs) {
  std::vector<AtomicFile> files;
  for (const Output& output : outputs) {
    auto file = AtomicFile::create(output.path);
    if (!file) return failure(output, file.error());
    const auto same = std::ranges::find(files, file->target(), &AtomicFile::target);
    if (same != files.end()) {
      const auto& first = outputs[static_cast<std::size_t>(same - files.begin())].path.native();
      return failure(output,
                     {ErrorKind::kInvalidArgument,
                      tr("it is the same file as the output {first}", arg("first", first))});
    }
    files.push_back(std::move(*file));
  }
  // Bytes sent to a pipe cannot be undone, so pipes are written last, before the renames.
  for (const bool direct : {false, true}) {
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (files[i].direct() != direct) continue;
      const auto filled = fill(files[i], outputs[i]);
      if (!filled) return failure(outputs[i], filled.error());
    }
  }
  const bool keep_old = files.size() > 1;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto published = files[i].publish(keep_old);
    if (published) continue;
    for (std::size_t k = i; k-- > 0;) files[k].undo_publish();
    return failure(outputs[i], published.error());
  }
  return {};
}

Expected<void> write_file(const std::filesystem::path& path, std::string_view bytes) {
  const Output output{path, [&](const ByteSink& sink) { return sink(bytes); }};
  return write_files({&output, 1}).map_error([](OutputFailure&& failed) { return failed.error; });
}

}  // namespace normscope::io
