// SPDX-License-Identifier: MIT
#include "app/notebook/notebook_kernel/own_python.hpp"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>
#include <thread>

#include "app/notebook/embedded_python/files.hpp"
#include "core/io/posix.hpp"

namespace normscope::notebook::kernel {
namespace {

namespace fs = std::filesystem;

// As start.py has them.
constexpr int kFiles = 4;
// More threads make no operation of a notebook faster, and each takes memory.
constexpr unsigned kMostThreads = 16;

bool is_for_own_python(std::string_view name) {
  return name == "IPython" || name == "_normscope_importer" || name.starts_with("normscope_kernel");
}

// The text of these files as start.py reads it.
std::string text_of_files() {
  std::string text;
  for (const python::EmbeddedModule& module : python::embedded_modules()) {
    if (!is_for_own_python(module.name)) continue;
    text += fmt::format("{} {} {} {}\n{}", module.name, module.file, module.is_package ? 1 : 0,
                        module.source.size(), module.source);
  }
  return text;
}

std::string_view source_of(std::string_view name) {
  const auto modules = python::embedded_modules();
  const auto found = std::ranges::find(modules, name, &python::EmbeddedModule::name);
  return found == modules.end() ? std::string_view{} : found->source;
}

template <class T>
bool read_at(std::ifstream& file, std::uint64_t place, T& into) {
  file.seekg(static_cast<std::streamoff>(place));
  // NOLINTNEXTLINE(*-reinterpret-cast): how bytes of a file become a header
  return file.read(reinterpret_cast<char*>(&into), sizeof(into)).good();
}

// The path of the loader; empty for a program that needs none; nothing for a file that is no
// program.
std::optional<std::string> loader_of(const fs::path& program) {
  std::ifstream file(program, std::ios::binary);
  Elf64_Ehdr head{};
  if (!read_at(file, 0, head) || std::memcmp(&head.e_ident, ELFMAG, SELFMAG) != 0 ||
      head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_phentsize != sizeof(Elf64_Phdr)) {
    return std::nullopt;
  }
  for (std::uint64_t at = 0; at < head.e_phnum; ++at) {
    Elf64_Phdr part{};
    if (!read_at(file, head.e_phoff + at * sizeof(part), part)) return std::nullopt;
    if (part.p_type != PT_INTERP || part.p_filesz == 0 || part.p_filesz > 4096) continue;
    std::string path(part.p_filesz - 1, '\0');
    file.seekg(static_cast<std::streamoff>(part.p_offset));
    if (!file.read(path.data(), static_cast<std::streamsize>(path.size()))) return std::nullopt;
    return path;
  }
  return std::string();
}

// What libraries read when they are loaded. There is one thread. Trusted, a Python has the
// environment that the app has.
void set_environment(const OwnPython& python, bool trusted) {
  const std::string threads =
      std::to_string(std::clamp(std::thread::hardware_concurrency(), 1U, kMostThreads));
  // NOLINTBEGIN(concurrency-mt-unsafe)
  setenv("MPLBACKEND", "module://normscope_kernel.pictures", 1);
  setenv("PYTHONHASHSEED", "0", 1);
  if (trusted) return;
  for (const char* const name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"}) {
    setenv(name, threads.c_str(), 1);
  }
  if (!python.user_base.empty()) setenv("PYTHONUSERBASE", python.user_base.c_str(), 1);
  for (const char* const name : {"HOME", "TMPDIR"}) setenv(name, python.folder.c_str(), 1);
  setenv("MPLCONFIGDIR", (python.folder / ".matplotlib").c_str(), 1);
  // NOLINTEND(concurrency-mt-unsafe)
}

}  // namespace

base::Expected<std::vector<fs::path>> executed_files(const fs::path& program) {
  const auto loader = loader_of(program);
  if (!loader) {
    return base::fail(base::ErrorKind::kUnsupported,
                      program.string() +
                          " is no program of this computer, but perhaps a script "
                          "that starts one");
  }
  if (loader->empty()) return std::vector{program};
  return std::vector{program, fs::path(*loader)};
}

base::Expected<void> open_python_files() {
  io::Descriptor file(memfd_create("normscope", 0));
  const std::string text = text_of_files();
  std::string_view rest = text;
  while (file.open() && !rest.empty()) {
    const ssize_t count = ::write(file.number(), rest.data(), rest.size());
    if (count <= 0) break;
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  // All other descriptors but those below are closed, so it is the next.
  if (file.number() == kFiles && rest.empty() && lseek(file.number(), 0, SEEK_SET) == 0) {
    file.release();
    return {};
  }
  return base::fail(base::ErrorKind::kUnavailable,
                    "the files for a Python of one's own have no memory: " + io::reason_of(errno));
}

base::Error become(const OwnPython& python, const protocol::Confinement& held) {
  set_environment(python, held.trusted);
  std::vector<std::string> words{python.program.string(),
                                 "-B",
                                 "-X",
                                 "utf8",
                                 "-c",
                                 std::string(source_of("normscope_kernel.own.start")),
                                 std::to_string(python.socket),
                                 std::to_string(python.seed),
                                 protocol::to_json(protocol::Ready{{}, held})};
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  if (fcntl(python.socket, F_SETFD, 0) == 0) execv(python.program.c_str(), arguments.data());
  return {base::ErrorKind::kUnavailable,
          fmt::format("{} does not start: {}", python.program.string(), io::reason_of(errno))};
}

}  // namespace normscope::notebook::kernel
