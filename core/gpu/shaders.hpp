// SPDX-License-Identifier: MIT
// The source text of shaders: embedded in the program, or read from a folder during development.
// Expands #include lines, and gives a compiler's errors with file and line.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/embedded.hpp"
#include "core/base/error.hpp"

namespace normscope::gpu {

/// The files of shaders/, embedded at build time.
std::span<const base::EmbeddedFile> builtin_shaders();

/// The folder named by NORMSCOPE_SHADER_DIR; empty: none.
std::filesystem::path shader_folder();

/// One shader, ready for the compiler.
struct ShaderSource {
  std::string text;
  std::vector<std::string> files;  // indexed by the file numbers of the text's #line directives
};

class ShaderLibrary {
 public:
  /// A file of `folder` replaces the embedded one of the same name; empty: no folder.
  explicit ShaderLibrary(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// A shader with its includes expanded; `head` is inserted after its #version line.
  /// errors  NotFound: no such file, and which file includes it; Malformed: a file that includes
  ///         itself
  base::Expected<ShaderSource> source(const std::string& name, const std::string& head) const;

  /// Whether a file of the folder has changed since the last call; false for the first call.
  bool changed();

 private:
  // errors  as source
  base::Expected<std::string> read(const std::string& name) const;
  base::Expected<void> append(const std::string& name, const std::string& head,
                              std::vector<std::string>& include_stack, ShaderSource& source) const;

  std::filesystem::path folder_;
  std::map<std::string, std::filesystem::file_time_type> times_{};
  bool times_read_ = false;
};

/// The first error of a compiler's log, with file and line: "norm.glsl:12: 'x' undeclared".
/// Understands the logs of Mesa, NVIDIA, AMD and Intel; of other logs returns the first line.
std::string first_log_error(const std::string& log, const std::vector<std::string>& files);

}  // namespace normscope::gpu
