// SPDX-License-Identifier: MIT
#include "app/notebook/torch/arguments/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace normscope::notebook::torch {
namespace {

// NumPy's names of parameters.
struct OtherName {
  std::string_view name;
  std::string_view other;
  bool operator==(const OtherName&) const = default;
};
constexpr std::array kOtherNames{OtherName{"dim", "axis"}, OtherName{"keepdim", "keepdims"},
                                 OtherName{"input", "x"},  OtherName{"input", "a"},
                                 OtherName{"input", "x1"}, OtherName{"other", "x2"}};

bool is_single_number(const TensorObject& tensor) {
  return tensor.array.rank() == 0 && !tensor.array.requires_grad;
}

bool is_numpy(PyObject* object, std::string_view kind) {
  const std::string_view name = Py_TYPE(object)->tp_name;
  return name.starts_with("numpy.") && name.find(kind) != std::string_view::npos;
}

// One reading of a call by one form: whether it fits, or the error of why not.
struct Reading {
  const Torch& torch;
  const Signature& signature;
  const Form& form;
  const Arguments& arguments;
  bool raises;

  bool no(const std::string& message) const {
    if (raises) raise(PyExc_TypeError, signature.name + "() " + message);
    return false;
  }
  // view(2, 3): the positional arguments as the tuple that is meant.
  bool collects() const {
    return form.positional == 1 && form.parameters[0].type == ArgumentType::kInts;
  }

  bool extra() const {
    const std::size_t given = arguments.positional;
    if (form.least != form.positional) {
      return no(fmt::format("takes from {} to {} positional arguments but {} were given",
                            form.least, form.positional, given));
    }
    return no(fmt::format("takes {} positional argument{} but {} {} given", form.positional,
                          form.positional == 1 ? "" : "s", given, given == 1 ? "was" : "were"));
  }

  PyObject* keyword(const Parameter& wanted) const {
    PyObject* other = nullptr;
    for (std::size_t i = 0; i < arguments.keywords(); ++i) {
      const std::string_view name = arguments.name(i);
      if (name == wanted.name) return arguments.keyword(i);
      const OtherName row{wanted.name, name};
      if (std::ranges::find(kOtherNames, row) != kOtherNames.end()) other = arguments.keyword(i);
    }
    return other;
  }

  bool tensors(PyObject* value, std::size_t at) const {
    const Items items = items_of(value);
    if (!items.is_sequence) return false;
    for (std::size_t i = 0; i < items.count; ++i) {
      if (tensor_of(items[i]) != nullptr) continue;
      raise(PyExc_TypeError, fmt::format("expected Tensor as element {} in argument {}, but got {}",
                                         i, at, type_in_c(items[i])));
    }
    return true;
  }

  bool fits(const Parameter& wanted, PyObject* value, std::size_t at) const {
    const auto* const tensor = tensor_of(value);
    const auto is_name = [](PyObject* each) { return PyUnicode_Check(each) || each == Py_None; };
    const auto is = [value](const Ref& type) {
      return object_of<PyObject>(value, type) != nullptr;
    };
    const Items items = items_of(value);
    switch (wanted.type) {
      case ArgumentType::kTensor:
        return tensor != nullptr || (wanted.number_too && is_real(value));
      case ArgumentType::kNumber:
      case ArgumentType::kFloat:
        return tensor != nullptr ? is_single_number(*tensor) : is_real(value);
      case ArgumentType::kInt:
        return tensor != nullptr
                   ? is_single_number(*tensor) && !arrays::is_floating(tensor->array.dtype) &&
                         tensor->array.dtype != Dtype::kBool
                   : is_whole(value);
      case ArgumentType::kBool:
        return PyBool_Check(value);
      case ArgumentType::kStr:
        return PyUnicode_Check(value);
      case ArgumentType::kName:
        return is_name(value);
      case ArgumentType::kDtype: {
        const auto* const type = reinterpret_cast<PyTypeObject*>(value);
        return is(torch.dtype) || type == &PyFloat_Type || type == &PyLong_Type ||
               type == &PyBool_Type;
      }
      case ArgumentType::kDevice:
        return is_whole(value) || PyUnicode_Check(value) || is(torch.device);
      case ArgumentType::kGenerator:
        return is(torch.generator);
      case ArgumentType::kLayout:
        return is(torch.layout);
      case ArgumentType::kFormat:
        return is(torch.memory_format);
      case ArgumentType::kTensors:
        return tensors(value, at);
      case ArgumentType::kInts:
        return items.is_sequence ? items.empty() || is_index(items[0])
                                 : wanted.single && is_index(value);
      case ArgumentType::kFloats:
      case ArgumentType::kNumbers:
        return items.is_sequence && (items.empty() || is_real(items[0]));
      case ArgumentType::kNames:
        return items.is_sequence ? std::ranges::all_of(items, is_name)
                                 : wanted.single && is_name(value);
      case ArgumentType::kObject:
        return true;
    }
    return false;
  }

  bool missing(std::size_t from) const {
    std::vector<std::string> names;
    for (std::size_t i = from; i < form.parameters.size(); ++i) {
      if (!form.parameters[i].optional) names.push_back('"' + form.parameters[i].name + '"');
    }
    // The plural of one argument is PyTorch's own.
    return no(fmt::format("missing {} required positional argument{}: {}", names.size(),
                          names.size() == 1 ? "s" : "", fmt::join(names, ", ")));
  }

  bool unfitting(const Parameter& wanted, PyObject* value, bool by_keyword, std::size_t at) const {
    if (!raises) return false;
    const std::string place = by_keyword ? "" : fmt::format(" (position {})", at + 1);
    // Of sizes it is the first that does not fit, and all arguments may be the sizes.
    const Items items = items_of(value);
    if (wanted.type == ArgumentType::kInts && !by_keyword && (items.is_sequence || collects())) {
      raise(PyExc_TypeError,
            fmt::format("{}(): argument '{}'{} must be {}, but found element of type {} at pos 0",
                        signature.name, wanted.name, place, wanted.shown_type,
                        type_in_c(items.is_sequence ? items[0] : value)));
    }
    raise(PyExc_TypeError, fmt::format("{}(): argument '{}'{} must be {}, not {}", signature.name,
                                       wanted.name, place, wanted.shown_type, type_in_c(value)));
  }

  bool unknown_keyword() const {
    for (std::size_t i = 0; i < arguments.keywords(); ++i) {
      const std::string name(arguments.name(i));
      const auto found = std::ranges::find(form.parameters, name, &Parameter::name);
      if (found == form.parameters.end()) {
        return no("got an unexpected keyword argument '" + name + "'");
      }
      if (static_cast<std::size_t>(found - form.parameters.begin()) < arguments.positional) {
        return no("got multiple values for argument '" + name + "'");
      }
    }
    if (raises) raise(PyExc_TypeError, "invalid keyword arguments");
    return false;
  }

  // Only the first of the sizes was looked at.
  void check_later_items(const Slots& slots) const {
    for (const Parameter& wanted : form.parameters) {
      PyObject* const value = slots.values.at(wanted.slot);
      if (wanted.type != ArgumentType::kInts || value == nullptr) continue;
      const Items items = items_of(value);
      for (std::size_t at = 0; at < items.count; ++at) {
        if (is_index(items[at]) || PyBool_Check(items[at])) continue;
        raise(PyExc_TypeError,
              fmt::format("{}(): argument '{}' failed to unpack the object at pos {} with error "
                          "\"type must be {},but got {}\"",
                          signature.name, wanted.name, at + 1, wanted.shown_type,
                          type_in_c(items[at])));
      }
    }
  }

  bool read(Slots& slots) {
    const std::size_t given = arguments.positional;
    std::size_t keywords_left = arguments.keywords();
    if (given > form.positional && !collects()) return extra();
    slots.form = &form;
    slots.values.fill(nullptr);
    slots.values[0] = arguments.self;
    std::size_t at = 0;  // of the next positional argument
    for (std::size_t i = 0; i < form.parameters.size(); ++i) {
      const Parameter& wanted = form.parameters[i];
      PyObject* value = nullptr;
      const bool by_keyword = at >= given;
      if (!by_keyword) {
        if (wanted.keyword_only) return extra();
        value = arguments.values[at];
      } else if (keywords_left > 0) {
        value = keyword(wanted);
      }
      if (value == nullptr && !wanted.optional) return missing(i);
      if (value == Py_None && wanted.may_be_none) {
        // A None that had to be given is a value of its own: sum(dim=None).
        if (!wanted.optional) slots.values.at(wanted.slot) = value;
      } else if (value != nullptr) {
        if (fits(wanted, value, i)) {
          slots.values.at(wanted.slot) = value;
        } else if (collects() && at == 0 && !by_keyword && is_index(value)) {
          slots.collected = tuple_of(std::span(arguments.values, given), Ref::shared);
          slots.values.at(wanted.slot) = slots.collected.get();
          at = given;
          continue;
        } else {
          return unfitting(wanted, value, by_keyword, at);
        }
      }
      if (!by_keyword) {
        ++at;
      } else if (value != nullptr) {
        --keywords_left;
      }
    }
    if (keywords_left > 0) return unknown_keyword();
    check_later_items(slots);
    return true;
  }
};

// Raises "sum() received an invalid combination of arguments - got (...), but expected one of:
// ...".
[[noreturn]] void raise_misfit(const Signature& signature, const Arguments& arguments) {
  const std::span positional(arguments.values, arguments.positional);
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
  std::vector<std::string_view> forms;
  for (const Form& form : signature.forms) {
    if (!form.is_hidden) forms.push_back(form.shown);
  }
  const Ref words = call(imported("torch._misfit", "of_misfit"), text(signature.name),
                         tuple_of(positional, [](PyObject* each) { return text(type_in_c(each)); }),
                         keywords, tuple_of(forms, text));
  if (words.get() == Py_None) raise(PyExc_RuntimeError, "_Map_base::at");
  raise(PyExc_TypeError, std::string(characters(words.get())));
}

// Dimensions have no names here: raises where a call names one, in the words of each function.
void check_dimension_names(const Signature& signature, const Slots& slots) {
  const auto& parameters = slots.form->parameters;
  const auto last =
      std::find_if(parameters.rbegin(), parameters.rend(), [](const Parameter& parameter) {
        return parameter.type == ArgumentType::kName ||
               (parameter.type == ArgumentType::kNames && !parameter.optional);
      });
  if (last == parameters.rend() || slots.values.at(last->slot) == nullptr) return;
  PyObject* const first = slots.values[0];
  const Ref words = call(imported("torch._misfit", "of_dimension_names"), text(signature.name),
                         first == nullptr ? Py_None : first, slots.values.at(last->slot),
                         boolean(last->type == ArgumentType::kName), boolean(last->may_be_none));
  if (words.get() != Py_None) raise(PyExc_RuntimeError, std::string(characters(words.get())));
}

}  // namespace

bool is_whole(PyObject* object) {
  return (PyLong_Check(object) && !PyBool_Check(object)) || is_numpy(object, "int");
}

bool is_real(PyObject* object) {
  return PyFloat_Check(object) || PyLong_Check(object) || is_numpy(object, "int") ||
         is_numpy(object, "float");
}

bool is_index(PyObject* object) {
  if (is_whole(object)) return true;
  const auto* const found = tensor_of(object);
  return found != nullptr && found->array.size() == 1 && !arrays::is_floating(found->array.dtype);
}

void read_arguments(const Torch& torch, const Signature& signature, const Arguments& arguments,
                    Slots& slots) {
  const auto read = [&](const Form& form, bool raises) {
    return Reading{torch, signature, form, arguments, raises}.read(slots);
  };
  const bool single = signature.forms.size() == 1;
  if (std::ranges::any_of(signature.forms, [&](const Form& form) { return read(form, single); })) {
    check_dimension_names(signature, slots);
    return;
  }
  const std::size_t given = arguments.positional + arguments.keywords();
  const auto counts = [&](const Form& form) {
    return !form.is_hidden && given >= form.least && given <= form.parameters.size();
  };
  if (std::ranges::count_if(signature.forms, counts) == 1) {
    read(*std::ranges::find_if(signature.forms, counts), true);
  }
  raise_misfit(signature, arguments);
}

}  // namespace normscope::notebook::torch
