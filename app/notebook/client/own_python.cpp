// SPDX-License-Identifier: MIT
#include "app/notebook/client/own_python.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <system_error>

#include "core/io/read_file.hpp"
#include "core/text/ascii.hpp"
#include "core/text/lines.hpp"
#include "core/text/translate.hpp"

namespace normscope::notebook::client {

using text::arg;
using text::tr;

namespace {

namespace fs = std::filesystem;
using base::ErrorKind;

constexpr std::string_view kSettings = "pyvenv.cfg";

// Libraries and data that every program of this system may have, and what libraries ask of the
// processor: without that PyTorch chooses its slowest loops.
constexpr std::array kOfTheSystem{"/usr/lib",
                                  "/lib",
                                  "/usr/lib64",
                                  "/lib64",
                                  "/usr/local/lib",
                                  "/usr/share",
                                  "/etc/localtime",
                                  "/etc/ld.so.cache",
                                  "/etc/fonts",
                                  "/etc/matplotlibrc",
                                  "/proc/cpuinfo",
                                  "/dev/urandom",
                                  "/sys/devices/system/cpu"};
// Of an installation and of an environment.
constexpr std::array kParts{"pyvenv.cfg", "lib", "lib64", "share", "etc"};

bool is_file(const fs::path& path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed);
}

// What a pyvenv.cfg says, a line each: "home = /usr/bin".
struct Settings {
  fs::path home{};
  bool sees_outer_packages = false;
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

std::optional<Settings> settings_in(const fs::path& file) {
  if (!is_file(file)) return std::nullopt;
  const auto text = io::read_file(file);
  if (!text) return std::nullopt;
  Settings settings;
  for (std::string_view rest = *text; !rest.empty();) {
    const std::string_view line = text::take_line(rest);
    const std::size_t equals = std::min(line.find('='), line.size());
    const std::string_view key = trimmed(line.substr(0, equals));
    const std::string_view value = trimmed(line.substr(std::min(equals + 1, line.size())));
    if (key == "home") settings.home = value;
    if (key == "include-system-site-packages") settings.sees_outer_packages = value == "true";
  }
  return settings;
}

// The folders lib/python3.11 and the like of an installation.
std::vector<fs::path> libraries_in(const fs::path& prefix) {
  std::vector<fs::path> found;
  for (const char* const lib : {"lib", "lib64"}) {
    std::error_code failed;
    for (fs::directory_iterator entry(prefix / lib, failed), end; !failed && entry != end;
         entry.increment(failed)) {
      const std::string name = entry->path().filename().string();
      if (name.starts_with("python3")) found.push_back(entry->path());
    }
  }
  return found;
}

// Not the root of all files, which has the library by a link, too.
std::optional<fs::path> installation_above(const fs::path& program) {
  for (fs::path at = program.parent_path(); at != at.root_path(); at = at.parent_path()) {
    if (std::ranges::any_of(libraries_in(at),
                            [](const auto& each) { return is_file(each / "os.py"); })) {
      return at;
    }
  }
  return std::nullopt;
}

// What torch/version.py says: "__version__ = '2.6.0+cpu'".
std::string torch_version_in(const fs::path& torch) {
  const auto text = is_file(torch / "version.py") ? io::read_file(torch / "version.py")
                                                  : base::Expected<std::string>();
  if (!text) return {};
  for (std::string_view rest = *text; !rest.empty();) {
    const std::string_view line = text::take_line(rest);
    if (!line.starts_with("__version__")) continue;
    const std::size_t from = line.find_first_of("'\"");
    if (from == std::string_view::npos) continue;
    const std::string_view version =
        line.substr(from + 1, line.find(line[from], from + 1) - from - 1);
    // Shown, so a word: the file may be a stranger's.
    constexpr std::size_t kMostLetters = 40;
    const bool is_word =
        version.size() <= kMostLetters && std::ranges::all_of(version, [](char c) {
          const char lower = text::to_lowercase(c);
          return text::is_digit(c) || (lower >= 'a' && lower <= 'z') || c == '.' || c == '+';
        });
    return is_word ? std::string(version) : std::string();
  }
  return {};
}

// The first torch of this installation or environment is the one that is imported.
void look_for_torch(const fs::path& prefix, OwnPython& python) {
  for (const fs::path& library : libraries_in(prefix)) {
    for (const char* const packages : {"site-packages", "dist-packages"}) {
      const fs::path torch = library / packages / "torch";
      if (python.has_torch || !is_file(torch / "__init__.py")) continue;
      python.has_torch = true;
      python.torch_version = torch_version_in(torch);
    }
  }
}

// "python3.11" is Python 3.11, as a program and as the folder of its library.
std::string version_of(const fs::path& program, const fs::path& installation) {
  static constexpr std::string_view kName = "python";
  const auto version_in = [](const std::string& name) {
    const bool says = name.starts_with(kName) && name.find('.') != std::string::npos &&
                      name.find_first_not_of("0123456789.", kName.size()) == std::string::npos;
    return says ? name.substr(kName.size()) : std::string();
  };
  std::string version = version_in(program.filename().string());
  for (const fs::path& library : libraries_in(installation)) {
    if (version.empty() && is_file(library / "os.py")) {
      version = version_in(library.filename().string());
    }
  }
  return version;
}

base::Expected<void> check_prefix(const fs::path& prefix, const fs::path& home) {
  const bool holds_home = !home.empty() && std::ranges::mismatch(prefix, home).in1 == prefix.end();
  if (prefix != prefix.root_path() && !holds_home) return {};
  return base::fail(
      ErrorKind::kInvalidArgument,
      tr("its installation is {folder}: cells are not let read all of that",
         arg("folder", prefix.string())),
      std::string(tr("a Python in a folder of its own is, such as a virtual environment")));
}

base::Expected<fs::path> program_of(const fs::path& named) {
  std::error_code failed;
  const fs::path whole = fs::absolute(named, failed).lexically_normal();
  std::vector<fs::path> places{whole};
  if (fs::is_directory(whole, failed)) places = {whole / "bin/python3", whole / "bin/python"};
  const auto found = std::ranges::find_if(places, is_file);
  if (found != places.end()) return *found;
  return base::fail(ErrorKind::kNotFound,
                    tr("there is no Python: {path}", arg("path", whole.string())));
}

// Links are followed: a virtual environment's and the person's own.
base::Expected<void> check_name(const fs::path& program) {
  std::error_code failed;
  if (fs::canonical(program, failed).filename().string().starts_with("python")) return {};
  return base::fail(ErrorKind::kInvalidArgument,
                    tr("{program} is no Python by its name, and is not run to find out",
                       arg("program", program.string())),
                    std::string(tr("name its python3, or the folder of its environment")));
}

void add_parts(const fs::path& prefix, std::vector<fs::path>& places) {
  for (const char* const part : kParts) places.push_back(prefix / part);
}

// Packages that the person has installed without an environment.
void add_user_packages(const fs::path& home, OwnPython& python) {
  const fs::path base = home / ".local";
  for (const fs::path& library : libraries_in(base)) {
    python.user_base = base;
    python.places.push_back(library / "site-packages");
  }
  look_for_torch(base, python);
}

}  // namespace

base::Expected<OwnPython> own_python(const fs::path& named, const fs::path& home) {
  const auto program = program_of(named);
  if (!program) return tl::unexpected(program.error());
  OwnPython python{*program, {kOfTheSystem.begin(), kOfTheSystem.end()}};
  const fs::path bin = program->parent_path();
  fs::path prefix = bin.parent_path();
  auto settings = settings_in(prefix / kSettings);
  if (!settings && (settings = settings_in(bin / kSettings))) prefix = bin;
  std::error_code failed;
  fs::path real_home = home.empty() ? home : fs::canonical(home, failed);
  if (failed) real_home = home;
  fs::path base_program = *program;
  if (settings) {
    if (const auto may = check_prefix(fs::canonical(prefix, failed), real_home); !may) {
      return tl::unexpected(may.error());
    }
    add_parts(prefix, python.places);
    look_for_torch(prefix, python);
    base_program = settings->home / program->filename();
    if (!is_file(base_program)) base_program = settings->home / "python3";
  }
  base_program = fs::canonical(base_program, failed);
  const auto base = failed ? std::nullopt : installation_above(base_program);
  if (!base) {
    return base::fail(ErrorKind::kNotFound, tr("no library of Python belongs to {program}",
                                               arg("program", program->string())));
  }
  if (const auto may = check_name(*program); !may) return tl::unexpected(may.error());
  if (const auto may = check_prefix(*base, real_home); !may) return tl::unexpected(may.error());
  add_parts(*base, python.places);
  python.version = version_of(base_program, *base);
  // Debian keeps a module of each Python there.
  python.places.push_back("/etc" / base_program.filename());
  if (!settings || settings->sees_outer_packages) {
    if (!home.empty()) add_user_packages(home, python);
    if (*base == "/usr") look_for_torch("/usr/local", python);
    look_for_torch(*base, python);
  }
  return python;
}

}  // namespace normscope::notebook::client
