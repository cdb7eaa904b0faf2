// SPDX-License-Identifier: MIT
// Shader text: from the program itself, or from a folder while somebody works on it. Included files
// are put in place here, and a compiler's complaint is told by file and line.
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

/// The files of shaders/ as they were when the program was built.
std::span<const base::EmbeddedFile> builtin_shaders();

/// The folder named by NORMSCOPE_SHADER_DIR; empty: none.
std::filesystem::path shader_folder();

/// One shader, ready for the compiler.
struct ShaderSource {
  std::string text;
  std::vector<std::string> files;  // by the numbers that the text's #line directives name
};

class ShaderLibrary {
 public:
  /// Files of `folder` come before the built-in ones of their name; empty: there is no folder.
  explicit ShaderLibrary(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// A shader with its includes; `head` follows its #version line.
  /// errors  NotFound: no such file, with who includes it; Malformed: a file that includes itself
  base::Expected<ShaderSource> source(const std::string& name, const std::string& head) const;

  /// Whether a file of the folder has changed since the last call (the first one says no).
  bool changed();

 private:
  base::Expected<std::string> read(const std::string& name) const;
  base::Expected<void> append(const std::string& name, const std::string& head,
                              std::vector<std::string>& within, ShaderSource& source) const;

  std::filesystem::path folder_;
  std::map<std::string, std::filesystem::file_time_type> times_{};
  bool looked_ = false;
};

/// The first complaint of a compiler's log, by file and line: "norm.glsl:12: 'x' undeclared".
/// Understands how Mesa, NVIDIA, AMD and Intel write; of others gives the first line as it is.
std::string first_complaint(const std::string& log, const std::vector<std::string>& files);

}  // namespace normscope::gpu
