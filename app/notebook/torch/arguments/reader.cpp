// SPDX-License-Identifier: MIT
#include "app/notebook/torch/arguments/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "app/notebook/torch/arguments/misfit.hpp"

namespace normscope::notebook::torch {
namespace {

// NumPy's names of parameters.
struct OtherName {
  std::string_view name;
  std::string_view other;
};
constexpr std::array<OtherName, 6> kOtherNames{{{"dim", "axis"},
                                                {"keepdim", "keepdims"},
                                                {"input", "x"},
                                                {"input", "a"},
                                                {"input", "x1"},
                                                {"other", "x2"}}};

bool is_single_number(const TensorObject& tensor) {
  return tensor.array.rank() == 0 && !tensor.array.requires_grad;
}

bool is_numpy(PyObject* object, std::string_view kind) {
  const std::string_view name = Py_TYPE(object)->tp_name;
  return name.starts_with("numpy.") && name.find(kind) != std::string_view::npos;
}

// One reading of a call by one form: whether it fits, or the error of why not.
class Reading {
 public:
  Reading(const Torch& torch, const Signature& signature, const Form& form,
          const Arguments& arguments, bool raises)
      : torch_(torch), signature_(signature), form_(form), arguments_(arguments), raises_(raises) {}

  bool read(Slots& slots);

 private:
  bool fits(const Parameter& wanted, PyObject* value, std::size_t at) const;
  bool tensors(PyObject* value, std::size_t at) const;
  PyObject* keyword(const Parameter& wanted) const;
  bool no(const std::string& message) const {
    if (raises_) raise(PyExc_TypeError, signature_.name + "() " + message);
    return false;
  }
  bool extra() const;
  bool missing(std::size_t from) const;
  bool unfitting(const Parameter& wanted, PyObject* value, bool by_keyword, std::size_t at) const;
  bool unknown_keyword() const;
  bool collects() const {
    return form_.positional == 1 && form_.parameters[0].type == ArgumentType::kInts;
  }
  void check_later_items(const Slots& slots) const;

  const Torch& torch_;
  const Signature& signature_;
  const Form& form_;
  const Arguments& arguments_;
  bool raises_;
};

bool Reading::extra() const {
  const std::size_t given = arguments_.positional;
  if (form_.least != form_.positional) {
    return no(fmt::format("takes from {} to {} positional arguments but {} were given", form_.least,
                          form_.positional, given));
  }
  return no(fmt::format("takes {} positional argument{} but {} {} given", form_.positional,
                        form_.positional == 1 ? "" : "s", given, given == 1 ? "was" : "were"));
}

PyObject* Reading::keyword(const Parameter& wanted) const {
  const auto find = [&](std::string_view name) -> PyObject* {
    for (std::size_t i = 0; i < arguments_.keywords(); ++i) {
      if (arguments_.name(i) == name) return arguments_.keyword(i);
    }
    return nullptr;
  };
  if (PyObject* const own = find(wanted.name)) return own;
  for (const OtherName& row : kOtherNames) {
    if (row.name != wanted.name) continue;
    if (PyObject* const other = find(row.other)) return other;
  }
  return nullptr;
}

bool Reading::tensors(PyObject* value, std::size_t at) const {
  const Items items = items_of(value);
  if (!items.is_sequence) return false;
  for (std::size_t i = 0; i < items.count; ++i) {
    if (tensor_of(items[i]) != nullptr) continue;
    raise(PyExc_TypeError, fmt::format("expected Tensor as element {} in argument {}, but got {}",
                                       i, at, type_in_c(items[i])));
  }
  return true;
}

bool ints(const Parameter& wanted, PyObject* value) {
  if (const Items items = items_of(value); items.is_sequence) {
    return items.empty() || is_index(items[0]);
  }
  return wanted.single && is_index(value);
}

bool Reading::fits(const Parameter& wanted, PyObject* value, std::size_t at) const {
  const auto* const tensor = tensor_of(value);
  const auto is_name = [](PyObject* each) { return PyUnicode_Check(each) || each == Py_None; };
  const auto is = [value](const Ref& type) { return object_of<PyObject>(value, type) != nullptr; };
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
      return is(torch_.dtype) || type == &PyFloat_Type || type == &PyLong_Type ||
             type == &PyBool_Type;
    }
    case ArgumentType::kDevice:
      return is_whole(value) || PyUnicode_Check(value) || is(torch_.device);
    case ArgumentType::kGenerator:
      return is(torch_.generator);
    case ArgumentType::kLayout:
      return is(torch_.layout);
    case ArgumentType::kFormat:
      return is(torch_.memory_format);
    case ArgumentType::kTensors:
      return tensors(value, at);
    case ArgumentType::kInts:
      return ints(wanted, value);
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

bool Reading::missing(std::size_t from) const {
  std::vector<std::string> names;
  for (std::size_t i = from; i < form_.parameters.size(); ++i) {
    if (!form_.parameters[i].optional) names.push_back('"' + form_.parameters[i].name + '"');
  }
  // The plural of one argument is PyTorch's own.
  return no(fmt::format("missing {} required positional argument{}: {}", names.size(),
                        names.size() == 1 ? "s" : "", fmt::join(names, ", ")));
}

bool Reading::unfitting(const Parameter& wanted, PyObject* value, bool by_keyword,
                        std::size_t at) const {
  if (!raises_) return false;
  const std::string place = by_keyword ? "" : fmt::format(" (position {})", at + 1);
  // Of sizes it is the first that does not fit, and all arguments may be the sizes.
  const Items items = items_of(value);
  if (wanted.type == ArgumentType::kInts && !by_keyword && (items.is_sequence || collects())) {
    raise(PyExc_TypeError,
          fmt::format("{}(): argument '{}'{} must be {}, but found element of type {} at pos 0",
                      signature_.name, wanted.name, place, shown_type(wanted.type),
                      type_in_c(items.is_sequence ? items[0] : value)));
  }
  raise(PyExc_TypeError,
        fmt::format("{}(): argument '{}'{} must be {}, not {}", signature_.name, wanted.name, place,
                    shown_type(wanted.type), type_in_c(value)));
}

bool Reading::unknown_keyword() const {
  for (std::size_t i = 0; i < arguments_.keywords(); ++i) {
    const std::string name(arguments_.name(i));
    const auto found = std::ranges::find(form_.parameters, name, &Parameter::name);
    if (found == form_.parameters.end()) {
      return no("got an unexpected keyword argument '" + name + "'");
    }
    if (static_cast<std::size_t>(found - form_.parameters.begin()) < arguments_.positional) {
      return no("got multiple values for argument '" + name + "'");
    }
  }
  if (raises_) raise(PyExc_TypeError, "invalid keyword arguments");
  return false;
}

// Only the first of the sizes was looked at.
void Reading::check_later_items(const Slots& slots) const {
  for (const Parameter& wanted : form_.parameters) {
    PyObject* const value = slots.values.at(wanted.slot);
    if (wanted.type != ArgumentType::kInts || value == nullptr) continue;
    const Items items = items_of(value);
    for (std::size_t at = 0; at < items.count; ++at) {
      if (is_index(items[at]) || PyBool_Check(items[at])) continue;
      raise(PyExc_TypeError,
            fmt::format("{}(): argument '{}' failed to unpack the object at pos {} with error "
                        "\"type must be {},but got {}\"",
                        signature_.name, wanted.name, at + 1, shown_type(wanted.type),
                        type_in_c(items[at])));
    }
  }
}

bool Reading::read(Slots& slots) {
  const std::size_t given = arguments_.positional;
  std::size_t keywords_left = arguments_.keywords();
  if (given > form_.positional && !collects()) return extra();
  slots.form = &form_;
  slots.values.fill(nullptr);
  std::size_t at = 0;  // of the next positional argument
  for (std::size_t i = 0; i < form_.parameters.size(); ++i) {
    const Parameter& wanted = form_.parameters[i];
    PyObject* value = nullptr;
    const bool by_keyword = at >= given;
    if (!by_keyword) {
      if (wanted.keyword_only) return extra();
      value = arguments_.values[at];
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
        slots.collected = Ref::owned(PyTuple_New(static_cast<Py_ssize_t>(given)));
        for (std::size_t each = 0; each < given; ++each) {
          PyTuple_SET_ITEM(slots.collected.get(), static_cast<Py_ssize_t>(each),
                           Py_NewRef(arguments_.values[each]));
        }
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
    return Reading(torch, signature, form, arguments, raises).read(slots);
  };
  for (const Form& form : signature.forms) {
    if (read(form, signature.forms.size() == 1)) return;
  }
  const std::size_t given = arguments.positional + arguments.keywords();
  std::vector<const Form*> plausible;
  for (const Form& form : signature.forms) {
    const bool counts = given >= form.least && given <= form.parameters.size();
    if (!form.is_hidden && counts) plausible.push_back(&form);
  }
  if (plausible.size() == 1) read(*plausible[0], true);
  raise_misfit(signature, arguments);
}

}  // namespace normscope::notebook::torch
