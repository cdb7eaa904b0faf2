// SPDX-License-Identifier: MIT
// The SHA-256 of a file: a figure exported from a large file refers to the file by this digest
// instead of containing its bytes.
#pragma once

#include <filesystem>
#include <string>

#include "app/document/document.hpp"
#include "core/base/error.hpp"
#include "core/io/read_file.hpp"

namespace normscope::document {

/// The SHA-256 of the bytes that follow, as 64 hexadecimal digits.
/// errors  as io::ByteSource::read
/// source  FIPS 180-4
base::Expected<std::string> sha256_of(io::ByteSource source);

/// The same of a file.
/// errors  as io::ByteSource::open_regular and read, the file's name in front
base::Expected<std::string> sha256_of_file(const std::filesystem::path& path);

/// Checks that a file exists and, where its SHA-256 is known, has not changed.
/// errors  as sha256_of_file; InvalidArgument: the SHA-256 differs
base::Expected<void> check_file(const File& file);

}  // namespace normscope::document
