// SPDX-License-Identifier: MIT
// The module re: its functions and objects in the language itself, over the matcher of regex.hpp.
#include <string>
#include <utility>

#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/prelude.hpp"
#include "app/notebook/runtime/regex.hpp"
#include "app/notebook/runtime/regex_text.hpp"

namespace normscope::notebook::runtime {
namespace {

class RegexObject final : public NativeObject {
 public:
  RegexObject(TypeObject& type, regex::Program program_)
      : NativeObject(type), program(std::move(program_)) {}
  regex::Program program;
  /// The text that was searched last, so that going through one does not read it again each time.
  Value last;
  std::u32string letters;
  void visit(Visitor& visitor) const override {
    Container::visit(visitor);
    visitor.visit(last);
  }
  void clear() override {
    Container::clear();
    last = Value();
  }
};

std::u32string letters_of(std::string_view text) {
  std::u32string letters;
  for (std::size_t byte = 0; byte < text.size();) letters += utf8::next(text, byte);
  return letters;
}

// _program(pattern, flags): (object, groups, names, flags), or (message, position or None).
NativeCall program_maker(const Ref<TypeObject>& type) {
  return [type](Vm& vm, const Args& args) -> Value {
    if (!check_count(vm, args, "_program", 2, 2)) return {};
    if (!vm.reserve(text_of(args[0]).size() * sizeof(regex::Instruction))) return {};
    auto made =
        regex::compile(letters_of(text_of(args[0])), static_cast<unsigned>(args[1].as_int()));
    if (const auto* const error = std::get_if<regex::PatternError>(&made)) {
      if (error->too_large) return vm.raise_not_supported(error->message, "a simpler pattern");
      if (error->position == -2) return vm.raise(vm.errors().overflow_error, error->message);
      return vm.tuple({vm.str(error->message),
                       error->position < 0 ? Value::none() : Value::integer(error->position)});
    }
    auto& program = std::get<regex::Program>(made);
    auto names = vm.new_dict();
    for (const std::string& name : program.names_in_order) {
      names->set(*vm.intern(name), Value::integer(program.names.at(name)));
    }
    const Value groups = Value::integer(program.groups);
    const Value flags = Value::integer(program.flags);
    return vm.tuple({Value(vm.make<RegexObject>(*type, std::move(program))), groups, names, flags});
  };
}

// _run(object, text, pos, end, how, advances): the spans of a match, or None. How: 0 at pos, 1 from
// pos to the end, 2 anywhere from pos on.
Value run(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "_run", 6, 6)) return {};
  auto& object = args[0].get<RegexObject>();
  if (!object.last.same(args[1])) {
    if (!vm.reserve(args[1].get<StrObject>().length() * sizeof(char32_t))) return {};
    object.letters = letters_of(text_of(args[1]));
    object.last = args[1];
  }
  const auto end = static_cast<std::size_t>(args[3].as_int());
  const bool anywhere = args[4].as_int() == 2;
  bool advances = args[5].as_bool();
  regex::Spans spans;
  const auto go_on = [&](std::size_t bytes) {
    // Between two questions there are hundreds of steps.
    vm.heap().spend(1 << 12U);
    return vm.tick() && vm.reserve(bytes);
  };
  for (auto at = static_cast<std::size_t>(args[2].as_int()); at <= end; ++at, advances = false) {
    const auto found = regex::match_at(object.program, object.letters, at, end,
                                       args[4].as_int() == 1, advances, spans, go_on);
    if (found == regex::Found::kStopped || !vm.tick()) return {};
    if (found == regex::Found::kYes) {
      std::vector<Value> numbers;
      for (const std::int64_t place : spans) numbers.push_back(Value::integer(place));
      return vm.tuple(numbers);
    }
    if (!anywhere) break;
  }
  return Value::none();
}

}  // namespace

NativeModule re_module() {
  return {"re", [](Vm& vm) {
            const auto type = make_native_type(vm, "re", "Program");
            finish_type(vm, *type);
            return prelude_module("re", kRegexText,
                                  {{"_program", program_maker(type)},
                                   {"_run", run},
                                   {"_not_supported",
                                    [](Vm& machine, const Args& args) -> Value {
                                      return machine.raise_not_supported(text_of(args[0]),
                                                                         text_of(args[1]));
                                    }}})
                .make(vm);
          }};
}

}  // namespace normscope::notebook::runtime
