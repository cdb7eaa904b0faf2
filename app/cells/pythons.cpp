// SPDX-License-Identifier: MIT
#include "app/cells/pythons.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::cells {

namespace fs = std::filesystem;

namespace {

class Finder {
 public:
  explicit Finder(const fs::path& home) : home_(home) {}

  // A folder that is not named from the root may be any, by where the app was started.
  void add(std::string_view where, const fs::path& named, bool needs_torch = false) {
    if (!named.is_absolute()) return;
    auto python = notebook::client::own_python(named, home_);
    if (!python || (needs_torch && !python->has_torch)) return;
    const bool known = std::ranges::any_of(
        found_, [&](const FoundPython& each) { return each.python.program == python->program; });
    if (!known) found_.push_back({where, *std::move(python)});
  }

  std::size_t count() const { return found_.size(); }
  std::vector<FoundPython> take() { return std::move(found_); }

 private:
  const fs::path& home_;
  std::vector<FoundPython> found_{};
};

}  // namespace

std::vector<FoundPython> found_pythons(const PythonPlaces& places,
                                       const fs::path& notebook_folder) {
  Finder finder(places.home);
  finder.add(tr_later("Active environment"), places.virtual_environment);
  finder.add(tr_later("Environment of conda"), places.conda);
  const std::size_t before = finder.count();
  for (std::string_view rest = places.path; !rest.empty() && finder.count() == before;) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const fs::path folder(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    std::error_code failed;
    if (fs::is_regular_file(folder / "python3", failed)) {
      finder.add(tr_later("python3 of the path"), folder / "python3", true);
    }
  }
  for (const char* const name : {".venv", "venv"}) {
    std::error_code failed;
    const fs::path folder = notebook_folder / name;
    if (!fs::is_regular_file(folder / "pyvenv.cfg", failed)) continue;
    finder.add(tr_later("Beside the notebook"), folder);
  }
  return finder.take();
}

std::string python_words(const OwnPython& python, const std::string& version) {
  const std::string& known = version.empty() ? python.version : version;
  std::string words = known.empty() ? "Python" : "Python " + known;
  if (!python.has_torch) return tr("{python} without PyTorch", arg("python", words));
  const std::string& torch = python.torch_version;
  return text::listed(words, torch.empty() ? "PyTorch" : "PyTorch " + torch);
}

std::string builtin_words(const std::string& version) {
  if (version.empty()) return tr("Built-in Python, PyTorch {torch}", arg("torch", kBuiltinTorch));
  return tr("Built-in Python {python}, PyTorch {torch}", arg("python", version),
            arg("torch", kBuiltinTorch));
}

}  // namespace normscope::cells
