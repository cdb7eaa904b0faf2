// SPDX-License-Identifier: MIT
// Writes the outputs of one command, all or none: every file is first written whole under a
// temporary name, and only when all are complete are they renamed to their targets.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>

#include "core/base/error.hpp"

namespace normscope::io {

/// Receives the next bytes of an output.
using ByteSink = std::function<base::Expected<void>(std::string_view bytes)>;

/// Receives bytes of an output that begin at an offset.
using PartSink = std::function<base::Expected<void>(std::uint64_t offset, std::string_view bytes)>;

struct Output {
  std::filesystem::path path;
  std::function<base::Expected<void>(const ByteSink&)> produce;  // passes all bytes to the sink
  /// In its place, of an output that takes_parts(): passes the bytes in any order, each once.
  std::function<base::Expected<void>(const PartSink&)> produce_parts{};
};

/// Whether an output of this name would be a file, whose bytes may come in any order.
bool takes_parts(const std::filesystem::path& path);

/// The output that failed, and its error, whose sentence does not name the output.
struct OutputFailure {
  std::filesystem::path path;
  base::Error error;
};

/// Writes the outputs. After a failure all files are as before, new ones absent, with two
/// exceptions: bytes already sent to a device or a pipe, and, on a file system without hard links,
/// files replaced before the replacement of another one failed.
/// errors  as AtomicFile and as produce; InvalidArgument: two outputs are the same file
tl::expected<void, OutputFailure> write_files(std::span<const Output> outputs);

/// Writes a single output.
/// errors  as AtomicFile
base::Expected<void> write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace normscope::io
