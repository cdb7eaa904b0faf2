// SPDX-License-Identifier: MIT
#include "app/notebook/torch/argument_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/sequences.hpp"
#include "app/notebook/torch/form_text.hpp"
#include "app/notebook/torch/misfit.hpp"
#include "app/notebook/torch/state.hpp"

namespace normscope::notebook::torch {
namespace {

using runtime::Kind;

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

// --- What fits

bool is_whole(const Value& value) {
  return value.is_int() || value.is_kind(Kind::kBigInt) || value.is_kind(Kind::kNumber);
}

bool is_real(const Value& value) {
  return is_whole(value) || value.is_float() || value.is_bool();
}

// What may stand among sizes: what has an __index__, but no bool.
bool is_index(const Value& value) {
  if (is_whole(value)) return true;
  const auto* const found = tensor_of(value);
  return found != nullptr && found->array.size() == 1 && !arrays::is_floating(found->array.dtype);
}

bool is_single_number(const TensorObject& tensor) {
  return tensor.array.rank() == 0 && !tensor.array.requires_grad;
}

std::optional<std::span<const Value>> items_of(const Value& value) {
  if (value.is_kind(Kind::kTuple)) return value.get<runtime::TupleObject>().values;
  if (value.is_kind(Kind::kList)) return value.get<runtime::ListObject>().values;
  return std::nullopt;
}

enum class Fit { kYes, kNo, kRaised };

// One reading of a call by one form.
class Reading {
 public:
  Reading(Vm& vm, const std::string& function, const Form& form, const Args& args, bool raises)
      : vm_(vm), function_(function), form_(form), args_(args), raises_(raises) {}

  Fit read(Parsed& parsed);

 private:
  Fit fits(const FormParameter& wanted, const Value& value, std::size_t at);
  Fit tensors(const Value& value, std::size_t at);
  static bool ints(const FormParameter& wanted, const Value& value, bool symbolic);
  std::optional<std::size_t> keyword(const FormParameter& wanted) const;
  Fit no(const std::string& message) {
    if (!raises_) return Fit::kNo;
    vm_.raise(vm_.errors().type_error, function_ + "() " + message);
    return Fit::kRaised;
  }
  Fit extra() {
    const std::size_t given = args_.size();
    if (form_.least != form_.positional) {
      return no(fmt::format("takes from {} to {} positional arguments but {} were given",
                            form_.least, form_.positional, given));
    }
    return no(fmt::format("takes {} positional argument{} but {} {} given", form_.positional,
                          form_.positional == 1 ? "" : "s", given, given == 1 ? "was" : "were"));
  }
  Fit missing(std::size_t from);
  Fit unfitting(const FormParameter& wanted, const Value& value, bool by_keyword, std::size_t at);
  Fit unknown_keyword();
  Fit later_items(const Parsed& parsed);

  Vm& vm_;
  const std::string& function_;
  const Form& form_;
  const Args& args_;
  bool raises_;
};

std::optional<std::size_t> Reading::keyword(const FormParameter& wanted) const {
  const auto find = [&](std::string_view name) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < args_.names.size(); ++i) {
      if (runtime::text_of(args_.names[i]) == name) return i;
    }
    return std::nullopt;
  };
  if (const auto own = find(wanted.name)) return own;
  for (const OtherName& row : kOtherNames) {
    if (row.name != wanted.name) continue;
    if (const auto other = find(row.other)) return other;
  }
  return std::nullopt;
}

Fit Reading::tensors(const Value& value, std::size_t at) {
  const auto items = items_of(value);
  if (!items) return Fit::kNo;
  for (std::size_t i = 0; i < items->size(); ++i) {
    if (tensor_of((*items)[i]) != nullptr) continue;
    vm_.raise(vm_.errors().type_error,
              fmt::format("expected Tensor as element {} in argument {}, but got {}", i, at,
                          type_in_c(vm_, (*items)[i])));
    return Fit::kRaised;
  }
  return Fit::kYes;
}

bool Reading::ints(const FormParameter& wanted, const Value& value, bool symbolic) {
  if (const auto items = items_of(value)) {
    return items->empty() || is_index(items->front());
  }
  return wanted.single && (symbolic ? is_index(value) : is_whole(value));
}

Fit Reading::fits(const FormParameter& wanted, const Value& value, std::size_t at) {
  const auto* const tensor = tensor_of(value);
  const auto answer = [](bool yes) { return yes ? Fit::kYes : Fit::kNo; };
  switch (wanted.type) {
    case ArgumentType::kTensor:
      return answer(tensor != nullptr || (wanted.number_too && is_real(value)));
    case ArgumentType::kNumber:
    case ArgumentType::kFloat:
      return answer(is_real(value) || (tensor != nullptr && is_single_number(*tensor)));
    case ArgumentType::kInt:
      return answer(is_whole(value) || (tensor != nullptr && is_single_number(*tensor) &&
                                        !arrays::is_floating(tensor->array.dtype) &&
                                        tensor->array.dtype != Dtype::kBool));
    case ArgumentType::kSymInt:
      return answer(is_index(value));
    case ArgumentType::kBool:
      return answer(value.is_bool());
    case ArgumentType::kStr:
    case ArgumentType::kName:
      return answer(value.is_kind(Kind::kStr) ||
                    (wanted.type == ArgumentType::kName && value.is_none()));
    case ArgumentType::kDtype: {
      const auto is_type = [&](const Ref<TypeObject>& type) {
        return value.is_object() && value.object() == type.get();
      };
      return answer((value.is_kind(Kind::kNativeObject) &&
                     dynamic_cast<const DtypeObject*>(value.object()) != nullptr) ||
                    is_type(vm_.types().real) || is_type(vm_.types().integer) ||
                    is_type(vm_.types().boolean));
    }
    case ArgumentType::kDevice:
      return answer(is_whole(value) || value.is_kind(Kind::kStr) ||
                    (value.is_kind(Kind::kNativeObject) &&
                     dynamic_cast<const DeviceObject*>(value.object()) != nullptr));
    case ArgumentType::kGenerator:
      return answer(value.is_kind(Kind::kNativeObject) &&
                    dynamic_cast<const GeneratorObject*>(value.object()) != nullptr);
    case ArgumentType::kTensors:
      return tensors(value, at);
    case ArgumentType::kInts:
      return answer(ints(wanted, value, false));
    case ArgumentType::kSymInts:
      return answer(ints(wanted, value, true));
    case ArgumentType::kFloats:
    case ArgumentType::kNumbers: {
      const auto items = items_of(value);
      return answer(items && (items->empty() || is_real(items->front())));
    }
    case ArgumentType::kNames: {
      const auto is_name = [](const Value& each) {
        return each.is_kind(Kind::kStr) || each.is_none();
      };
      const auto items = items_of(value);
      return answer(items ? std::ranges::all_of(*items, is_name) : wanted.single && is_name(value));
    }
    case ArgumentType::kLayout:
    case ArgumentType::kFormat:
      return answer(type_in_c(vm_, value) == shown_type(wanted.type));
    case ArgumentType::kStorage:
    case ArgumentType::kStream:
      return Fit::kNo;
    case ArgumentType::kObject:
      return Fit::kYes;
  }
  return Fit::kNo;
}

Fit Reading::missing(std::size_t from) {
  std::vector<std::string> names;
  for (std::size_t i = from; i < form_.parameters.size(); ++i) {
    if (!form_.parameters[i].optional) names.push_back('"' + form_.parameters[i].name + '"');
  }
  // The plural of one argument is PyTorch's own.
  return no(fmt::format("missing {} required positional argument{}: {}", names.size(),
                        names.size() == 1 ? "s" : "", fmt::join(names, ", ")));
}

Fit Reading::unfitting(const FormParameter& wanted, const Value& value, bool by_keyword,
                       std::size_t at) {
  if (!raises_) return Fit::kNo;
  const auto raise = [&](const std::string& message) {
    vm_.raise(vm_.errors().type_error, message);
    return Fit::kRaised;
  };
  const std::string start = fmt::format("{}(): argument '{}'", function_, wanted.name);
  if (by_keyword) {
    return raise(fmt::format("{} must be {}, not {}", start, shown_type(wanted.type),
                             type_in_c(vm_, value)));
  }
  return raise(fmt::format("{} (position {}) must be {}, not {}", start, at + 1,
                           shown_type(wanted.type), type_in_c(vm_, value)));
}

Fit Reading::unknown_keyword() {
  for (const Value& name : args_.names) {
    const std::string& text = runtime::text_of(name);
    const auto found = std::ranges::find(form_.parameters, text, &FormParameter::name);
    if (found == form_.parameters.end()) {
      return no("got an unexpected keyword argument '" + text + "'");
    }
    if (static_cast<std::size_t>(found - form_.parameters.begin()) < args_.size()) {
      return no("got multiple values for argument '" + text + "'");
    }
  }
  if (!raises_) return Fit::kNo;
  vm_.raise(vm_.errors().type_error, "invalid keyword arguments");
  return Fit::kRaised;
}

// Only the first of the sizes was looked at.
Fit Reading::later_items(const Parsed& parsed) {
  for (std::size_t i = 0; i < form_.parameters.size(); ++i) {
    const FormParameter& wanted = form_.parameters[i];
    const bool sizes = wanted.type == ArgumentType::kInts || wanted.type == ArgumentType::kSymInts;
    if (!sizes) continue;
    const bool all = i == 0 && parsed.collected;
    const auto items = all ? std::optional(args_.positional)
                           : (parsed.values[i] ? items_of(parsed.values[i]) : std::nullopt);
    if (!items) continue;
    for (std::size_t at = 0; at < items->size(); ++at) {
      const Value& item = (*items)[at];
      if (is_index(item) || item.is_bool()) continue;
      vm_.raise(vm_.errors().type_error,
                fmt::format("{}(): argument '{}' must be {}, but found element of type {} at pos "
                            "{}",
                            function_, wanted.name, shown_type(wanted.type), type_in_c(vm_, item),
                            at + 1));
      return Fit::kRaised;
    }
  }
  return Fit::kYes;
}

Fit Reading::read(Parsed& parsed) {
  const std::size_t given = args_.size();
  std::size_t keywords_left = args_.names.size();
  const bool collects =
      form_.positional == 1 && (form_.parameters[0].type == ArgumentType::kInts ||
                                form_.parameters[0].type == ArgumentType::kSymInts);
  if (given > form_.positional && !collects) return extra();
  parsed.form = &form_;
  parsed.values.assign(form_.parameters.size(), Value());
  parsed.collected = false;
  std::size_t at = 0;  // of the next positional argument
  for (std::size_t i = 0; i < form_.parameters.size(); ++i) {
    const FormParameter& wanted = form_.parameters[i];
    Value value;
    bool by_keyword = false;
    if (at < given) {
      if (wanted.keyword_only) return extra();
      value = args_.positional[at];
    } else if (!args_.names.empty()) {
      by_keyword = true;
      if (const auto found = keyword(wanted)) value = args_.keywords[*found];
    }
    if ((!value && wanted.optional) || (value && value.is_none() && wanted.may_be_none)) {
      // Not given.
    } else if (!value) {
      return missing(i);
    } else {
      const Fit fit = fits(wanted, value, i);
      if (fit == Fit::kRaised) return fit;
      if (fit == Fit::kYes) {
        parsed.values[i] = value;
      } else if (collects && at == 0 && !by_keyword && is_index(args_.positional[0])) {
        parsed.collected = true;
        at = given;
        continue;
      } else {
        return unfitting(wanted, value, by_keyword, at);
      }
    }
    if (!by_keyword) {
      ++at;
    } else if (value) {
      --keywords_left;
    }
  }
  if (keywords_left > 0) return unknown_keyword();
  return later_items(parsed);
}

}  // namespace

std::string type_in_c(Vm& vm, const Value& value) {
  const std::string& name = runtime::type_name(vm, value);
  if (value.is_kind(Kind::kTuple) && name == "Size") return "torch.Size";
  if (!value.is_object() || value.object()->type()->is_user) return name;
  const auto* const object = value.object();
  if (dynamic_cast<const DtypeObject*>(object) != nullptr ||
      dynamic_cast<const DeviceObject*>(object) != nullptr) {
    return "torch." + name;
  }
  if (dynamic_cast<const GeneratorObject*>(object) != nullptr) return "torch._C." + name;
  return name;
}

ArgumentParser::ArgumentParser(std::string_view function, std::string_view forms)
    : function_(function), forms_(forms_in(function, forms)) {}

std::optional<Parsed> ArgumentParser::parse(Vm& vm, const Args& args) const {
  Parsed parsed;
  const auto read = [&](const Form& form, bool raises) {
    return Reading(vm, function_, form, args, raises).read(parsed);
  };
  for (const Form& form : forms_) {
    const Fit fit = read(form, forms_.size() == 1);
    if (fit == Fit::kYes) return parsed;
    if (fit == Fit::kRaised) return std::nullopt;
  }
  const std::size_t given = args.size() + args.names.size();
  std::vector<const Form*> plausible;
  std::vector<std::string> listed;
  for (const Form& form : forms_) {
    if (form.is_hidden) continue;
    listed.push_back(form.shown);
    if (given >= form.least && given <= form.parameters.size()) plausible.push_back(&form);
  }
  if (plausible.size() == 1 && read(*plausible[0], true) != Fit::kYes) return std::nullopt;
  raise_misfit(vm, function_, args, listed);
  return std::nullopt;
}

}  // namespace normscope::notebook::torch
