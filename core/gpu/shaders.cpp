// SPDX-License-Identifier: MIT
#include "core/gpu/shaders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>

#include "core/base/environment.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::gpu {

namespace {

// The file of an #include line; nothing for any other line.
std::optional<std::string> included(std::string_view line) {
  constexpr std::string_view kStart = "#include \"";
  if (!line.starts_with(kStart)) return std::nullopt;
  const auto end = line.find('"', kStart.size());
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(line.substr(kStart.size(), end - kStart.size()));
}

// Whether a line only tells editors and glslangValidator that #include is allowed; drivers never
// see an #include.
bool is_for_validators(std::string_view line) {
  return line.starts_with("#extension GL_GOOGLE_include_directive");
}

// Removes a number from the front of the text; nothing when the text begins with no digit.
std::optional<std::int64_t> take_number(std::string_view& text) {
  std::size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
  const auto number = text::parse_int(text.substr(0, digits));
  if (number) text.remove_prefix(digits);
  return number;
}

void skip(std::string_view& text, std::string_view characters) {
  text.remove_prefix(std::min(text.find_first_not_of(characters), text.size()));
}

// The message of a log line, with file and line: "0:12(5): error: message",
// "0(12) : error C1: message", "ERROR: 0:12: message".
std::optional<std::string> located(std::string_view line, const std::vector<std::string>& files) {
  if (line.starts_with("ERROR: ")) line.remove_prefix(7);
  const auto file = take_number(line);
  if (!file || *file < 0 || *file >= static_cast<std::int64_t>(files.size())) return std::nullopt;
  if (line.empty() || (line.front() != ':' && line.front() != '(')) return std::nullopt;
  line.remove_prefix(1);
  const auto number = take_number(line);
  if (!number) return std::nullopt;
  if (line.starts_with("(")) line.remove_prefix(std::min(line.find(')'), line.size()));
  skip(line, "): ");
  return fmt::format("{}:{}: {}", files[static_cast<std::size_t>(*file)], *number, line);
}

}  // namespace

std::filesystem::path shader_folder() {
  return base::environment(base::Variable::kShaderDir).value_or("");
}

Expected<std::string> ShaderLibrary::read(const std::string& name) const {
  if (!folder_.empty()) {
    std::ifstream file(folder_ / name, std::ios::binary);
    std::ostringstream text;
    if (file && text << file.rdbuf()) return text.str();
  }
  for (const base::EmbeddedFile& file : builtin_shaders()) {
    if (file.name == name) return std::string(file.bytes);
  }
  return base::fail(ErrorKind::kNotFound, tr("there is no shader file {name}", arg("name", name)));
}

Expected<void> ShaderLibrary::append(const std::string& name, const std::string& head,
                                     std::vector<std::string>& include_stack,
                                     ShaderSource& source) const {
  const auto text = read(name);
  if (!text) {
    const std::string by =
        include_stack.empty() ? "" : ", which " + include_stack.back() + " includes";
    return base::fail(text.error().kind, text.error().sentence + by);
  }
  if (std::ranges::find(include_stack, name) != include_stack.end()) {
    return base::fail(ErrorKind::kMalformed,
                      tr("the shader file {name} includes itself", arg("name", name)));
  }
  include_stack.push_back(name);
  const std::size_t number = source.files.size();
  source.files.push_back(name);
  if (number > 0) source.text += fmt::format("#line 1 {}\n", number);
  std::istringstream lines(*text);
  std::string line;
  for (int at = 1; std::getline(lines, line); ++at) {
    if (const auto file = included(line)) {
      if (auto done = append(*file, "", include_stack, source); !done) return done;
      source.text += fmt::format("#line {} {}\n", at + 1, number);
    } else {
      source.text += (is_for_validators(line) ? "" : line) + "\n";
      if (line.starts_with("#version"))
        source.text += fmt::format("{}#line {} {}\n", head, at + 1, number);
    }
  }
  include_stack.pop_back();
  return {};
}

Expected<ShaderSource> ShaderLibrary::source(const std::string& name,
                                             const std::string& head) const {
  ShaderSource source;
  std::vector<std::string> include_stack;
  if (const auto done = append(name, head, include_stack, source); !done) {
    return tl::unexpected(done.error());
  }
  return source;
}

bool ShaderLibrary::changed() {
  if (folder_.empty()) return false;
  std::map<std::string, std::filesystem::file_time_type> times;
  std::error_code ignored;  // a folder that cannot be read has no files
  for (const auto& file : std::filesystem::directory_iterator(folder_, ignored)) {
    const auto time = file.last_write_time(ignored);
    if (!ignored) times[file.path().filename().string()] = time;
  }
  const bool differs = times_read_ && times != times_;
  times_read_ = true;
  times_ = std::move(times);
  return differs;
}

std::string first_log_error(const std::string& log, const std::vector<std::string>& files) {
  std::istringstream lines(log);
  std::string line;
  std::string first;
  std::string warning;
  while (std::getline(lines, line)) {
    while (!line.empty() && (line.back() == '\r' || line.back() == '\0')) line.pop_back();
    if (line.empty()) continue;
    if (const auto message = located(line, files)) {
      const bool is_warning = message->find("warning") != std::string::npos;
      if (!is_warning) return *message;
      if (warning.empty()) warning = *message;
    }
    if (first.empty()) first = line;
  }
  return warning.empty() ? first : warning;
}

}  // namespace normscope::gpu
