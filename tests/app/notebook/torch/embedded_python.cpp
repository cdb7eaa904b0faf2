// SPDX-License-Identifier: MIT
#include "tests/app/notebook/torch/embedded_python.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

#include "app/notebook/embedded_python/start.hpp"

namespace normscope::notebook::torch {
namespace {

class Python : public ::testing::Environment {
 public:
  static std::atomic<bool>& stop() {
    static std::atomic<bool> flag{false};
    return flag;
  }
  static Host& host() {
    static Host told;
    return told;
  }
  static void begin() {
    if (Py_IsInitialized() != 0) return;
    host().stop = &stop();
    register_modules(host());
    const auto started = python::start(std::filesystem::temp_directory_path());
    if (!started) throw std::runtime_error(started.error().sentence);
  }
  void TearDown() override {
    if (Py_IsInitialized() == 0) return;
    EXPECT_EQ(Py_FinalizeEx(), 0);
  }
};

// googletest owns it.  NOLINTNEXTLINE(*-owning-memory)
const ::testing::Environment* const kPython = ::testing::AddGlobalTestEnvironment(new Python);

std::string words_of_exception() {
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  const Ref words = Ref::owned(PyObject_Str(value));
  std::string said = fmt::format("{}: {}", type_name(value), characters(words.get()));
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(trace);
  return said;
}

}  // namespace

std::atomic<bool>& stop_flag_of_python() {
  return Python::stop();
}

Cells::Cells() {
  Python::begin();
  variables_ = Ref::owned(PyDict_New());
  check(PyDict_SetItemString(variables_.get(), "__name__", text("__main__").get()));
  check(PyDict_SetItemString(variables_.get(), "__builtins__", PyEval_GetBuiltins()));
}

std::string Cells::run(const std::string& source) {
  const std::string file = fmt::format("<cell {}>", ++runs_);
  Python::host().runs[file] = runs_;
  return run(source, file);
}

std::string Cells::run(const std::string& source, const std::string& file) {
  Python::host().runs.try_emplace(file, 1);
  try {
    const Ref code = Ref::owned(Py_CompileString(source.c_str(), file.c_str(), Py_file_input));
    const Ref done = Ref::owned(PyEval_EvalCode(code.get(), variables_.get(), variables_.get()));
    return {};
  } catch (const Failed&) {
    return words_of_exception();
  }
}

PyObject* Cells::find(const char* name) const {
  return PyDict_GetItemString(variables_.get(), name);
}

std::vector<std::string> Cells::tensors() const {
  std::vector<std::string> all;
  PyObject* name = nullptr;
  PyObject* value = nullptr;
  for (Py_ssize_t at = 0; PyDict_Next(variables_.get(), &at, &name, &value) != 0;) {
    if (array_of(value) != nullptr) all.emplace_back(characters(name));
  }
  return all;
}

const arrays::Array& Cells::array(const char* name) const {
  PyObject* const value = find(name);
  const arrays::Array* const found = value == nullptr ? nullptr : array_of(value);
  if (found == nullptr) throw std::runtime_error(fmt::format("{} is no tensor", name));
  return *found;
}

Torch& torch_of_cells() {
  Torch* const torch = imported_torch();
  if (torch == nullptr) throw std::runtime_error("no cell has imported torch");
  return *torch;
}

}  // namespace normscope::notebook::torch
