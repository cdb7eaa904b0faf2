// SPDX-License-Identifier: MIT
// torch.return_types: the named tuples that max, sort and others give.
#include <fmt/format.h>

#include <array>

#include "app/notebook/torch/tensor/types.hpp"

// After Python.h.
#include <structmember.h>

namespace normscope::notebook::torch {
namespace {

// The fields of what max, sort and others give.
struct ResultType {
  std::string_view name;
  std::array<const char*, 2> fields{"values", "indices"};
};
constexpr std::array kResults{
    ResultType{"max"},
    ResultType{"min"},
    ResultType{"median"},
    ResultType{"sort"},
    ResultType{"topk"},
    ResultType{"nanmedian"},
    ResultType{"cummax"},
    ResultType{"cummin"},
    ResultType{"kthvalue"},
    ResultType{"mode"},
    ResultType{"histogram", {"hist", "bin_edges"}},
    ResultType{"aminmax", {"min", "max"}},
};

PyObject* show_result(PyObject* self) {
  return guarded([&] {
    std::string shown = std::string(Py_TYPE(self)->tp_name) + "(\n";
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(self); ++i) {
      const Ref field = Ref::owned(PyObject_Repr(PyTuple_GET_ITEM(self, i)));
      if (i > 0) shown += ",\n";
      shown += Py_TYPE(self)->tp_members[i].name;
      shown += "=";
      shown += characters(field.get());
    }
    return text(shown + ")");
  });
}

}  // namespace

void add_result_types(Torch& torch, PyObject* module) {
  const Ref types = Ref::owned(PyModule_New("torch.return_types"));
  for (const ResultType& row : kResults) {
    const std::string full = fmt::format("torch.return_types.{}", row.name);
    std::array<PyStructSequence_Field, 3> fields{
        {{row.fields[0], ""}, {row.fields[1], ""}, {nullptr, nullptr}}};
    PyStructSequence_Desc description{full.c_str(), "", fields.data(), 2};
    Ref type = Ref::owned(reinterpret_cast<PyObject*>(PyStructSequence_NewType(&description)));
    reinterpret_cast<PyTypeObject*>(type.get())->tp_repr = show_result;
    check(PyModule_AddObjectRef(types.get(), std::string(row.name).c_str(), type.get()));
    torch.results.emplace(std::string(row.name), std::move(type));
  }
  check(PyModule_AddObjectRef(module, "return_types", types.get()));
}

}  // namespace normscope::notebook::torch
