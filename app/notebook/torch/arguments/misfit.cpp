// SPDX-License-Identifier: MIT
#include "app/notebook/torch/arguments/misfit.hpp"

#include <algorithm>
#include <unordered_map>

namespace normscope::notebook::torch {
namespace {

Ref words_module() {
  return Ref::owned(PyImport_ImportModule("torch._misfit"));
}

}  // namespace

void raise_misfit(const Signature& signature, const Arguments& arguments) {
  const Ref positional = Ref::owned(PyList_New(0));
  for (std::size_t i = 0; i < arguments.positional; ++i) {
    check(PyList_Append(positional.get(), text(type_in_c(arguments.values[i])).get()));
  }
  // Keywords come in the order of a hash table of the C++ library that PyTorch is built with, which
  // is this program's as well.
  std::unordered_map<std::string, std::string> types;
  for (std::size_t i = 0; i < arguments.keywords(); ++i) {
    types.emplace(arguments.name(i), type_in_c(arguments.keyword(i)));
  }
  const Ref keywords = Ref::owned(PyDict_New());
  for (const auto& [name, type] : types) {
    check(PyDict_SetItem(keywords.get(), text(name).get(), text(type).get()));
  }
  const Ref forms = Ref::owned(PyList_New(0));
  for (const Form& form : signature.forms) {
    if (!form.is_hidden) check(PyList_Append(forms.get(), text(form.shown).get()));
  }
  const Ref words = Ref::owned(PyObject_CallMethod(words_module().get(), "of_misfit", "sOOO",
                                                   signature.name.c_str(), positional.get(),
                                                   keywords.get(), forms.get()));
  if (words.get() == Py_None) raise(PyExc_RuntimeError, "_Map_base::at");
  raise(PyExc_TypeError, std::string(characters(words.get())));
}

void check_dimension_names(const Signature& signature, const Slots& slots) {
  const auto& parameters = slots.form->parameters;
  const auto last =
      std::find_if(parameters.rbegin(), parameters.rend(), [](const Parameter& parameter) {
        return parameter.type == ArgumentType::kName ||
               (parameter.type == ArgumentType::kNames && !parameter.optional);
      });
  if (last == parameters.rend() || slots.values.at(last->slot) == nullptr) return;
  PyObject* const first = slots.values[0];
  const bool is_one = last->type == ArgumentType::kName;
  const Ref words = Ref::owned(
      PyObject_CallMethod(words_module().get(), "of_dimension_names", "sOOii",
                          signature.name.c_str(), first == nullptr ? Py_None : first,
                          slots.values.at(last->slot), is_one ? 1 : 0, last->may_be_none ? 1 : 0));
  if (words.get() != Py_None) raise(PyExc_RuntimeError, std::string(characters(words.get())));
}

}  // namespace normscope::notebook::torch
