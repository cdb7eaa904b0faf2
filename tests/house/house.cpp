// SPDX-License-Identifier: MIT
#include "tests/house/house.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace normscope::house {
namespace {

namespace fs = std::filesystem;

// The aim is about 400 lines; the rest is slack for a last function of the same subject.
constexpr std::ptrdiff_t kMostLines = 450;

// The files that may glob: they must find headers that are in no list.
constexpr std::array<std::string_view, 2> kMayGlob = {"tests/house/CMakeLists.txt",
                                                      "tests/consumer/check.cmake"};
constexpr std::string_view kOwnsPanels = "app/application/application.cpp";
constexpr std::string_view kReadsEnvironment = "core/base/environment.cpp";

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// Calls visit(number, line), numbers from 1.
template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
  for (int number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    visit(number, text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// A line without its comment, split at its colon; nothing for an empty line.
struct Row {
  std::vector<std::string> left;
  std::vector<std::string> right;
};
std::optional<Row> row_of(std::string_view line) {
  line = line.substr(0, line.find('#'));
  const auto colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  return Row{words_of(line.substr(0, colon)), words_of(line.substr(colon + 1))};
}

struct Include {
  int line;
  bool quoted;
  std::string path;
};

std::vector<Include> includes_of(const Source& source) {
  std::vector<Include> includes;
  for_each_line(source.text, [&](int number, std::string_view line) {
    const auto skip = [&line](std::string_view what) {
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      if (!line.starts_with(what)) return false;
      line.remove_prefix(what.size());
      return true;
    };
    if (!skip("#") || !skip("include")) return;
    const bool quoted = skip("\"");
    if (!quoted && !skip("<")) return;
    const auto end = line.find(quoted ? '"' : '>');
    includes.push_back({number, quoted, std::string(line.substr(0, end))});
  });
  return includes;
}

bool is_cpp(std::string_view path) {
  return path.ends_with(".hpp") || path.ends_with(".cpp");
}

bool is_cmake(std::string_view path) {
  return path.ends_with("CMakeLists.txt") || path.ends_with(".cmake");
}

bool is_ours(std::string_view path) {
  return path.starts_with("core/") || path.starts_with("app/");
}

bool is_source(std::string_view path) {
  constexpr std::array<std::string_view, 8> kEndings = {".cmake", ".in",   ".py",   ".sh",
                                                        ".comp",  ".vert", ".frag", ".glsl"};
  return is_cpp(path) || is_cmake(path) || path == "dev" || path == ".ci/run" ||
         std::ranges::any_of(kEndings, [&](auto ending) { return path.ends_with(ending); });
}

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path.string());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Everything that a folder's library links, directly or through another.
std::set<std::string> reach(const Links& links, const std::string& folder) {
  std::set<std::string> seen;
  std::vector<std::string> open{folder};
  while (!open.empty()) {
    const std::string next = open.back();
    open.pop_back();
    const auto row = links.find(next);
    if (row == links.end()) continue;
    for (const auto& target : row->second) {
      if (seen.insert(target).second) open.push_back(target);
    }
  }
  return seen;
}

// What follows "Expected" or "MaybeEdit" in a header, as the name of the function that it declares:
// "open" of "<void> open(int x)"; empty where it declares no function.
std::string_view name_after_result(std::string_view text) {
  const auto skip = [&text](auto&& more) {
    std::size_t end = 0;
    while (end < text.size() && more(text[end])) ++end;
    const std::string_view skipped = text.substr(0, end);
    text.remove_prefix(end);
    return skipped;
  };
  if (text.starts_with("<")) {
    int depth = 0;
    skip([&depth](char c) { return (depth += (c == '<' ? 1 : 0) - (c == '>' ? 1 : 0)) > 0; });
    text.remove_prefix(std::min<std::size_t>(1, text.size()));
  }
  skip([](char c) { return c == ' ' || c == '\n' || c == '&'; });
  const auto name =
      skip([](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
  return text.starts_with("(") ? name : std::string_view{};
}

}  // namespace

Arrows read_arrows(std::string_view text) {
  Arrows arrows;
  for_each_line(text, [&](int number, std::string_view line) {
    const auto row = row_of(line);
    if (!row) return;
    std::set<std::string> allowed;
    for (const auto& folder : row->right) {
      const std::size_t before = allowed.size();
      const auto own = arrows.folders.find(folder);
      for (const auto& [name, below] : arrows.folders) {
        const bool inside = name.starts_with(folder + "/") &&
                            (own == arrows.folders.end() || own->second.contains(name));
        if (name == folder || inside) allowed.insert(name);
      }
      if (allowed.size() == before && !allowed.contains(folder)) {
        arrows.faults.push_back(
            fmt::format("arrows.txt:{}: {} does not stand above this line", number, folder));
      }
    }
    if (row->left.front() == "headers") {
      arrows.headers.push_back({{row->left.begin() + 1, row->left.end()}, allowed});
    } else if (!arrows.folders.emplace(row->left.front(), allowed).second) {
      arrows.faults.push_back(
          fmt::format("arrows.txt:{}: {} stands here twice", number, row->left.front()));
    }
  });
  return arrows;
}

Links read_links(std::string_view text) {
  Links links;
  for_each_line(text, [&](int, std::string_view line) {
    if (const auto row = row_of(line)) {
      links[row->left.front()] = {row->right.begin(), row->right.end()};
    }
  });
  return links;
}

std::vector<Source> read_tree(const fs::path& root) {
  std::vector<Source> tree;
  const auto add = [&](const fs::path& path) {
    const std::string name = path.lexically_relative(root).generic_string();
    if (is_source(name)) tree.push_back({name, read_text(path)});
  };
  for (const char* const file : {"CMakeLists.txt", "dev", ".ci/run"}) {
    if (fs::exists(root / file)) add(root / file);
  }
  for (const char* const folder : {"core", "app", "shaders", "tests", "cmake"}) {
    if (!fs::exists(root / folder)) continue;
    fs::recursive_directory_iterator entries(root / folder);
    for (const auto& entry : entries) {
      if (entry.is_directory() && entry.path() == root / "tests/data") {
        entries.disable_recursion_pending();
      }
      if (entry.is_regular_file()) add(entry.path());
    }
  }
  return tree;
}

std::string folder_of(std::string_view path, const Arrows& arrows) {
  for (auto end = path.rfind('/'); end != std::string_view::npos; end = path.rfind('/', end - 1)) {
    std::string folder(path.substr(0, end));
    if (arrows.folders.contains(folder)) return folder;
    if (end == 0) break;
  }
  const auto first = path.find('/');
  const auto second = first == std::string_view::npos ? first : path.find('/', first + 1);
  return std::string(path.substr(0, second == std::string_view::npos ? first : second));
}

Findings check_includes(const Arrows& arrows, const Source& source) {
  Findings findings;
  if (!is_cpp(source.path) || !is_ours(source.path)) return findings;
  const std::string from = folder_of(source.path, arrows);
  const auto row = arrows.folders.find(from);
  if (row == arrows.folders.end()) {
    return {fmt::format("{}: {} has no line in arrows.txt", source.path, from)};
  }
  for (const auto& include : includes_of(source)) {
    const auto find = [&](std::string_view what) {
      findings.push_back(
          fmt::format("{}:{}: {} {}", source.path, include.line, include.path, what));
    };
    if (is_ours(include.path)) {
      const std::string to = folder_of(include.path, arrows);
      if (!include.quoted) find("is ours and is written in quotes");
      if (to != from && !row->second.contains(to)) find("may not be included here");
    } else if (include.quoted) {
      find("is not written from the repository root, or is not ours to include");
    }
    for (const auto& headers : arrows.headers) {
      const bool named = std::ranges::any_of(
          headers.prefixes, [&](const auto& prefix) { return include.path.starts_with(prefix); });
      if (named && !headers.folders.contains(from)) find("may not be known here");
    }
  }
  return findings;
}

Findings check_links(const Arrows& arrows, const Links& links, const std::vector<Source>& tree) {
  Findings findings;
  for (const auto& [from, targets] : links) {
    const auto row = arrows.folders.find(from);
    if (row == arrows.folders.end()) {
      findings.push_back(fmt::format("{} is a library and has no line in arrows.txt", from));
      continue;
    }
    for (const auto& to : targets) {
      if (!row->second.contains(to)) {
        findings.push_back(fmt::format("{}/CMakeLists.txt: may not link {}", from, to));
      }
    }
  }
  for (const auto& source : tree) {
    const std::string from = folder_of(source.path, arrows);
    if (!is_cpp(source.path) || !is_ours(source.path)) continue;
    if (!links.contains(from)) {
      if (source.path.ends_with(".hpp")) {
        findings.push_back(fmt::format(
            "{}: {} is no library, so nothing compiled this header alone", source.path, from));
      }
      continue;
    }
    const auto linked = reach(links, from);
    for (const auto& include : includes_of(source)) {
      const std::string to = folder_of(include.path, arrows);
      if (to == from || !links.contains(to) || linked.contains(to)) continue;
      findings.push_back(fmt::format("{}:{}: includes {}, but {}/CMakeLists.txt does not link {}",
                                     source.path, include.line, include.path, from, to));
    }
  }
  return findings;
}

Findings check_opening(const Source& source) {
  std::string_view text = source.text;
  if (text.starts_with("#!")) text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
  if (text.starts_with("// SPDX-License-Identifier: MIT\n")) return {};
  if (text.starts_with("# SPDX-License-Identifier: MIT\n")) return {};
  // In GLSL the #version line must come first.
  const auto line = text.find('\n');
  if (text.starts_with("#version") && line != std::string_view::npos) {
    return check_opening({source.path, std::string(text.substr(line + 1))});
  }
  return {fmt::format("{}: does not open with its SPDX line", source.path)};
}

Findings check_length(const Source& source) {
  const auto lines = std::ranges::count(source.text, '\n');
  if (lines <= kMostLines) return {};
  return {fmt::format("{}: has {} lines, more than {}", source.path, lines, kMostLines)};
}

Findings check_panels(const Source& source) {
  constexpr std::string_view kPanels = "app/panels/";
  if (!is_ours(source.path) || source.path.starts_with(kPanels)) return {};
  if (source.path == kOwnsPanels) return {};
  Findings findings;
  for (const auto& include : includes_of(source)) {
    if (!include.path.starts_with(kPanels)) continue;
    findings.push_back(fmt::format("{}:{}: includes {}, which {} alone may", source.path,
                                   include.line, include.path, kOwnsPanels));
  }
  return findings;
}

Findings check_errors(const Source& source) {
  if (!is_ours(source.path) || !source.path.ends_with(".hpp")) return {};
  Findings findings;
  bool in_comment = false;
  bool said = false;  // above this line, without an empty one between
  bool below = false;
  for_each_line(source.text, [&](int number, std::string_view line) {
    const auto begin = line.find_first_not_of(' ');
    const auto words = line.substr(std::min(begin, line.size()));
    if (words.starts_with("//")) {
      said = (in_comment && said) || words.starts_with("/// errors ") ||
             words.starts_with("// errors ");
      below = below || (said && words.ends_with("here and below"));
      in_comment = true;
      return;
    }
    in_comment = false;
    if (words.empty()) said = false;
    for (const std::string_view result : {"Expected<", "MaybeEdit "}) {
      const auto at = words.find(result);
      if (at == std::string_view::npos || said || below) continue;
      const auto place = static_cast<std::size_t>(words.data() - source.text.data()) + at;
      const auto name =
          name_after_result(std::string_view(source.text).substr(place + result.size() - 1));
      if (name.empty()) continue;
      findings.push_back(
          fmt::format("{}:{}: {} does not say its errors", source.path, number, name));
    }
  });
  return findings;
}

Findings check_test_places(const std::vector<Source>& tree) {
  constexpr std::string_view kTests = "tests/";
  constexpr std::string_view kEnding = "_test.cpp";
  std::multimap<std::string, std::string> folders;  // by the name of a source in them
  for (const auto& source : tree) {
    const fs::path path = source.path;
    if (!is_ours(source.path) || !is_cpp(source.path)) continue;
    folders.emplace(path.stem().string(), path.parent_path().string() + "/");
  }
  Findings findings;
  for (const auto& test : tree) {
    if (!test.path.starts_with(kTests) || !test.path.ends_with(kEnding)) continue;
    const fs::path mirrored = test.path.substr(kTests.size());
    if (!is_ours(mirrored.string())) continue;
    const std::string name = mirrored.filename().string();
    const auto [first, last] = folders.equal_range(name.substr(0, name.size() - kEnding.size()));
    const bool there = std::any_of(first, last, [&](const auto& source) {
      return source.second.starts_with(mirrored.parent_path().string() + "/");
    });
    if (first == last || there) continue;
    findings.push_back(fmt::format("{}: has the name of a source in {}", test.path, first->second));
  }
  return findings;
}

Findings check_environment(const Source& source) {
  if (!is_cpp(source.path) || !is_ours(source.path) || source.path == kReadsEnvironment) return {};
  Findings findings;
  for_each_line(source.text, [&](int number, std::string_view line) {
    if (line.find("getenv") == std::string_view::npos) return;
    findings.push_back(fmt::format("{}:{}: reads the environment, which {} does", source.path,
                                   number, kReadsEnvironment));
  });
  return findings;
}

Findings check_cmake(const Source& source) {
  if (!is_cmake(source.path)) return {};
  std::string text;
  for (const char c : source.text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isspace(byte) == 0) text += static_cast<char>(std::tolower(byte));
  }
  struct Rule {
    std::string_view call;
    std::string_view why;
  };
  constexpr std::string_view kList = "looks up files, where a list is written out";
  constexpr std::string_view kFlags = "edits flags that are the user's: see NORMSCOPE_OPTIMIZE";
  for (const auto& [call, why] :
       {Rule{"file(glob", kList}, Rule{"aux_source_directory(", kList},
        Rule{"set(cmake_cxx_flags", kFlags}, Rule{"appendcmake_cxx_flags", kFlags},
        Rule{"${cmake_cxx_flags", kFlags}}) {
    const bool may = why == kList && std::ranges::count(kMayGlob, source.path) > 0;
    if (!may && text.find(call) != std::string::npos) {
      return {fmt::format("{}: {}...) {}", source.path, call, why)};
    }
  }
  return {};
}

}  // namespace normscope::house
