// SPDX-License-Identifier: MIT
#include "app/notebook/client/font_list.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "app/notebook/client/client.hpp"
#include "core/base/environment.hpp"
#include "core/io/read_file.hpp"
#include "core/io/write_files.hpp"
#include "core/text/lines.hpp"

namespace normscope::notebook::client {
namespace {

namespace fs = std::filesystem;

// As matplotlib names it: fontlist-v330.json.
constexpr std::string_view kListPrefix = "fontlist-v";
constexpr std::string_view kSuffix = ".json";
// Where matplotlib looks in the private folder; see the kernel's environment.
constexpr const char* kFolder = ".matplotlib";
// Thousands of fonts take seconds.
constexpr std::chrono::seconds kTimeToMake{60};

struct FontList {
  std::string name;
  std::string text;
};

bool is_name(std::string_view name) {
  if (!name.starts_with(kListPrefix) || !name.ends_with(kSuffix)) return false;
  name.remove_prefix(kListPrefix.size());
  name.remove_suffix(kSuffix.size());
  return !name.empty() &&
         std::ranges::all_of(name, [](char each) { return each >= '0' && each <= '9'; });
}

std::optional<fs::path> shared_folder(const KernelOptions& options) {
  if (!options.font_folder.empty()) return options.font_folder;
  const auto cache = base::environment(base::Variable::kCacheHome);
  if (cache && fs::path(*cache).is_absolute()) return fs::path(*cache) / "normscope/matplotlib";
  const auto home = base::environment(base::Variable::kHome);
  if (!home || !fs::path(*home).is_absolute()) return std::nullopt;
  return fs::path(*home) / ".cache/normscope/matplotlib";
}

// A Python of the person's own has a matplotlib of its own.
std::optional<fs::path> cache_folder(const KernelOptions& options) {
  const auto folder = shared_folder(options);
  if (!folder || !options.python) return folder;
  std::string name = options.python->program.string();
  std::ranges::replace(name, '/', '%');
  constexpr std::size_t kMostName = 200;
  return *folder / name.substr(name.size() - std::min(name.size(), kMostName));
}

std::optional<FontList> kept(const fs::path& folder) {
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    std::string name = entry->path().filename().string();
    if (!is_name(name)) continue;
    auto text = io::read_file(entry->path());
    if (text) return FontList{std::move(name), *std::move(text)};
  }
  return std::nullopt;
}

std::optional<FontList> made(KernelOptions options) {
  options.makes_fonts = true;
  options.readable.clear();
  Client client(std::move(options));
  const std::string_view source = font_list_cell().front().bytes;
  Cell cell{source, "fonts", protocol::CellMode::kScript, kTimeToMake};
  const Outcome outcome = client.run(cell);
  std::string_view text = outcome.output;
  std::string name(text::take_line(text));
  if (outcome.error || !is_name(name)) return std::nullopt;
  return FontList{std::move(name), std::string(text)};
}

void keep(const FontList& list, const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  // Without it the list is made again.
  [[maybe_unused]] const auto written = io::write_file(folder / list.name, list.text);
}

// Cells may have been in the folder before: nothing that they made is followed.
void put(const FontList& list, const fs::path& private_folder) {
  const io::Descriptor outer(
      open(private_folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!outer.open()) return;
  mkdirat(outer.number(), kFolder, S_IRWXU);
  const io::Descriptor folder(
      openat(outer.number(), kFolder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder.open()) return;
  const io::Descriptor file(openat(folder.number(), list.name.c_str(),
                                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                   S_IRUSR | S_IWUSR));
  if (!file.open()) return;
  std::string_view rest = list.text;
  while (!rest.empty()) {
    const ssize_t count = write(file.number(), rest.data(), rest.size());
    if (count <= 0) return;
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

bool wants_fonts(std::string_view source) {
  return source.find("matplotlib") != std::string_view::npos ||
         source.find("pylab") != std::string_view::npos;
}

void give_font_list(const KernelOptions& options, const fs::path& private_folder) {
  const bool as_the_person = options.trusted && options.python.has_value();
  const auto folder = cache_folder(options);
  if (!folder || as_the_person) return;
  auto list = kept(*folder);
  if (!list) {
    list = made(options);
    if (list) keep(*list, *folder);
  }
  if (list) put(*list, private_folder);
}

}  // namespace normscope::notebook::client
