// SPDX-License-Identifier: MIT
// Python with the built-in torch and without any confinement, for tests: runs a script as python3
// would. NORMSCOPE_TORCH_PYTHON names a folder whose files are taken instead of the embedded ones.
#include <cstdio>
#include <cstdlib>

#include "app/notebook/embedded_python/files.hpp"
#include "app/notebook/torch/module.hpp"

int main(int argc, char** argv) {
  const normscope::notebook::torch::Host host;
  normscope::notebook::torch::register_modules(host);
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  config.use_environment = 0;
  config.user_site_directory = 0;
  config.site_import = 0;
  config.write_bytecode = 0;
  config.use_hash_seed = 1;
  config.hash_seed = 0;
  config.parse_argv = 1;
  PyStatus status = PyConfig_SetBytesArgv(&config, argc, argv);
  if (PyStatus_Exception(status) == 0) status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status) != 0) Py_ExitStatusException(status);
  try {
    normscope::notebook::python::install_importer(std::getenv("NORMSCOPE_TORCH_PYTHON"));
  } catch (const normscope::notebook::python::Failed&) {
    PyErr_Print();
    return 1;
  }
  return Py_RunMain();
}
