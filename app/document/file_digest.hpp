// SPDX-License-Identifier: MIT
// Which bytes a file holds, as a number that tells any two files apart: a figure that was made of a
// large file names the file by it instead of carrying its bytes.
#pragma once

#include <filesystem>
#include <string>

#include "app/document/document.hpp"
#include "core/base/error.hpp"

namespace normscope::document {

/// The SHA-256 of a file's bytes, as 64 hexadecimal digits.
/// errors  as io::ByteSource::open and read, the file's name in front
/// source  FIPS 180-4
base::Expected<std::string> sha256_of_file(const std::filesystem::path& path);

/// Whether a file is there and, where its SHA-256 is known, still the one that it was.
/// errors  as sha256_of_file; InvalidArgument: it is another
base::Expected<void> check_file(const File& file);

}  // namespace normscope::document
