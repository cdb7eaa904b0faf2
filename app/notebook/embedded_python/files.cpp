// SPDX-License-Identifier: MIT
#include "app/notebook/embedded_python/files.hpp"

#include <marshal.h>

namespace normscope::notebook::python {
namespace {

Ref bytes_of(std::string_view bytes) {
  auto* const first = const_cast<char*>(bytes.data());  // NOLINT(*-const-cast): not written to
  return Ref::owned(
      PyMemoryView_FromMemory(first, static_cast<Py_ssize_t>(bytes.size()), PyBUF_READ));
}

}  // namespace

void install_importer(const char* folder) {
  constexpr const char* kImporter = "_normscope_importer";
  const Ref files = Ref::owned(PyDict_New());
  Ref importer;
  for (const auto& [name, file, is_package, source, code] : embedded_modules()) {
    const Ref row = tuple_of({text(file), boolean(is_package), bytes_of(source), bytes_of(code)});
    check(PyDict_SetItem(files.get(), text(name).get(), row.get()));
    if (name != kImporter) continue;
    const Ref read = Ref::owned(
        PyMarshal_ReadObjectFromString(code.data(), static_cast<Py_ssize_t>(code.size())));
    importer = Ref::owned(PyImport_ExecCodeModule(kImporter, read.get()));
  }
  call(attribute(importer, "install"), folder == nullptr ? none() : text(folder), files);
}

}  // namespace normscope::notebook::python
