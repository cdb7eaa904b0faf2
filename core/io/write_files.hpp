// SPDX-License-Identifier: MIT
// The outputs of one command, all or nothing: every file is first written whole under a temporary
// name, and only when all of them are complete does any take its place.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string_view>

#include "core/base/error.hpp"

namespace normscope::io {

/// Takes the next bytes of something that is being written.
using ByteSink = std::function<base::Expected<void>(std::string_view bytes)>;

struct Output {
  std::filesystem::path path;
  std::function<base::Expected<void>(const ByteSink&)> produce;  // gives all bytes to the sink
};

/// Which output failed, and why; the sentence does not name it.
struct OutputFailure {
  std::filesystem::path path;
  base::Error error;
};

/// Writes the outputs. After a failure all files are as before, new ones absent. Two things alone
/// can be beyond that: bytes already sent to a device or a pipe, and a file replaced on a file
/// system without hard links before the replacement of another was refused.
/// errors  as AtomicFile and as produce; InvalidArgument: two outputs are the same file
tl::expected<void, OutputFailure> write_files(std::span<const Output> outputs);

/// The same for a single output.
base::Expected<void> write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace normscope::io
