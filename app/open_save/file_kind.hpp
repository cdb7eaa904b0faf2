// SPDX-License-Identifier: MIT
// The kind of a file, recognized by its first bytes, and by the end of its name only where the
// bytes are ambiguous. The window and all commands use this.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/error.hpp"

namespace normscope::open_save {

/// kKeptSession: what is kept of a session against a crash.
enum class FileKind { kSession, kLesson, kNotebook, kScript, kNumbers, kFigure, kKeptSession };

/// From the bytes that a file begins with, and its name.
/// By content: arrays and archives of them (NPY, NPZ, safetensors), figures (PDF, PNG, SVG),
/// lessons (+++), sessions, kept ones too, and Jupyter notebooks (JSON, by the first key), scripts
/// that name Python in their first line. By the end of the name, in upper or lower case: .md, .py,
/// .ipynb, .json and figures; numbers by any other.
FileKind file_kind(std::string_view front, const std::filesystem::path& name);

/// The kind of a file; of FILE:NAME as io::array_place takes it apart, the kind of FILE. A pipe or
/// device is recognized by its name: its bytes can be read only once.
/// errors  as io::ByteSource
base::Expected<FileKind> file_kind(const std::filesystem::path& place);

}  // namespace normscope::open_save
