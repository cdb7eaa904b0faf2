// SPDX-License-Identifier: MIT
#include "app/notebook/embedded_python/start.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <string>

#include "app/notebook/embedded_python/files.hpp"
#include "core/base/environment.hpp"

namespace normscope::notebook::python {
namespace {

namespace fs = std::filesystem;

// "python3.11": the name of its folders.
std::string folder_name() {
  return fmt::format("python{}.{}", PY_MAJOR_VERSION, PY_MINOR_VERSION);
}

// The folder of the libraries that came with this program, in libexec/normscope of an archive that
// holds all it needs; and that of this Python's standard library: there, or as CMake found it.
fs::path own_libraries() {
  return base::own_program().parent_path().parent_path().parent_path() / "lib";
}
fs::path library() {
  std::error_code failed;
  const fs::path own = own_libraries() / folder_name();
  return fs::is_regular_file(own / "os.py", failed) ? own : fs::path(NORMSCOPE_PYTHON_LIBRARY);
}

base::Expected<void> failed(const PyStatus& status) {
  const char* const why = status.err_msg != nullptr ? status.err_msg : "it gave no reason";
  return base::fail(base::ErrorKind::kUnavailable, fmt::format("Python did not start: {}", why));
}

// UTF-8, although the environment is empty, which means ASCII; and the C locale, for decimal
// points.
PyStatus preinitialize() {
  PyPreConfig config;
  PyPreConfig_InitIsolatedConfig(&config);
  config.utf8_mode = 1;
  config.configure_locale = 0;
  config.coerce_c_locale = 0;
  return Py_PreInitialize(&config);
}

// OpenBLAS reads this when it is loaded: one thread, as each of its threads would take address
// space.
void set_environment(const fs::path& folder) {
  // NOLINTBEGIN(concurrency-mt-unsafe): there is one thread
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  setenv("OMP_NUM_THREADS", "1", 1);
  setenv("MPLBACKEND", "module://normscope_kernel.pictures", 1);
  for (const char* const name : {"HOME", "TMPDIR"}) setenv(name, folder.c_str(), 1);
  setenv("MPLCONFIGDIR", (folder / ".matplotlib").c_str(), 1);
  // NOLINTEND(concurrency-mt-unsafe)
}

// Replaces the folders that Python finds by itself, some of which may be the user's.
void set_module_folders() {
  const Ref list = Ref::owned(PyList_New(0));
  for (const fs::path& folder : module_folders()) {
    std::error_code unknown;
    if (!fs::is_directory(folder, unknown)) continue;
    check(PyList_Append(list.get(), Ref::owned(PyUnicode_DecodeFSDefault(folder.c_str())).get()));
  }
  check(PySys_SetObject("path", list.get()));
}

}  // namespace

std::vector<fs::path> module_folders() {
  const fs::path standard = library();
  return {standard, standard / "lib-dynload",
          standard.parent_path().parent_path() / "local/lib" / folder_name() / "dist-packages",
          standard.parent_path() / "python3/dist-packages", standard / "site-packages"};
}

std::vector<fs::path> readable_places() {
  std::vector<fs::path> places = module_folders();
  if (library().parent_path() == own_libraries()) places.push_back(own_libraries());
  constexpr const char* kLibraries = "/usr/lib/" NORMSCOPE_ARCHITECTURE;
  constexpr const char* kBaseLibraries = "/lib/" NORMSCOPE_ARCHITECTURE;
  for (const char* const more :
       {kLibraries, kBaseLibraries, "/usr/lib64", "/lib64", "/etc/ld.so.cache", "/etc/localtime",
        "/etc/matplotlibrc", "/usr/share/zoneinfo", "/usr/share/fonts", "/usr/share/matplotlib",
        "/dev/urandom"}) {
    places.emplace_back(more);
  }
  return places;
}

base::Expected<void> start(const fs::path& folder) {
  if (const PyStatus status = preinitialize(); PyStatus_Exception(status)) return failed(status);
  set_environment(folder);
  PyConfig config;
  PyConfig_InitIsolatedConfig(&config);
  const std::unique_ptr<PyConfig, void (*)(PyConfig*)> cleared(&config, PyConfig_Clear);
  config.site_import = 0;
  config.install_signal_handlers = 1;
  config.use_hash_seed = 1;
  config.hash_seed = 0;
  config.write_bytecode = 0;
  config.pathconfig_warnings = 0;
  const std::string root = library().parent_path().parent_path().string();
  const auto set = [&](wchar_t** member, const std::string& text) {
    return PyConfig_SetBytesString(&config, member, text.c_str());
  };
  std::string no_script;
  char* const argument = no_script.data();
  std::vector<PyStatus> done{set(&config.home, root), set(&config.program_name, "python3"),
                             set(&config.executable, root + "/bin/python3"),
                             PyConfig_SetBytesArgv(&config, 1, &argument)};
  done.push_back(Py_InitializeFromConfig(&config));
  for (const PyStatus& status : done) {
    if (PyStatus_Exception(status) != 0) return failed(status);
  }
  try {
    set_module_folders();
    install_importer();
    return {};
  } catch (const Failed&) {
    PyErr_Clear();
    return base::fail(base::ErrorKind::kUnavailable, "Python took no folders of modules");
  }
}

}  // namespace normscope::notebook::python
