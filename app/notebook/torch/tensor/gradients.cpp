// SPDX-License-Identifier: MIT
// What torch.autograd reads of the records: the steps that a tensor comes from, one at a time, and
// where the elements of one array lie in another.
#include <algorithm>
#include <array>
#include <utility>
#include <variant>
#include <vector>

#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

Ref as_object(const arrays::Attribute& attribute) {
  if (const auto* const flag = std::get_if<bool>(&attribute)) return boolean(*flag);
  if (const auto* const whole = std::get_if<std::int64_t>(&attribute)) return integer(*whole);
  if (const auto* const number = std::get_if<double>(&attribute)) return real(*number);
  if (const auto* const words = std::get_if<std::string>(&attribute)) return text(*words);
  const auto& numbers = std::get<std::vector<std::int64_t>>(attribute);
  return Ref::owned(PySequence_List(tuple_of(numbers, integer).get()));
}

// An input as it was: the array, the tensor that collects its gradient where it is a leaf, the
// version of its elements then, and what has changed them since: False where nothing has.
Ref input_of(Torch& torch, const arrays::RecordInput& input) {
  const Array& array = input.array;
  const Ref collector = collector_of(array);
  return tuple_of({make_tensor(torch, array), collector ? collector : none(),
                   integer(static_cast<std::int64_t>(input.state)),
                   input.unchanged() ? boolean(false) : text(array.storage->changed_by())});
}

// _history(x): nothing, or the record that made x: its number, operation, gradient, inputs,
// attributes, rule; the array itself, the version of its elements when they were made, and whether
// they are still the same.
Ref history(Call& call) {
  const Array& x = call.array(0);
  if (!x.record) return none();
  const arrays::Record& record = *x.record;
  const auto input = [&](const arrays::RecordInput& each) { return input_of(call.torch, each); };
  Ref attributes = Ref::owned(PyDict_New());
  for (const auto& [name, value] : record.attributes) {
    check(PyDict_SetItem(attributes.get(), text(name).get(), as_object(value).get()));
  }
  // The record keeps the rule as const, as all of it is.
  auto* const rule = static_cast<PyObject*>(
      const_cast<void*>(record.backward.rule.get()));  // NOLINT(*-const-cast)
  return tuple_of({integer(record.serial), text(record.operation), text(x.grad_fn),
                   tuple_of(record.inputs, input), attributes,
                   rule != nullptr ? Ref::shared(rule) : none(), make_tensor(call.torch, x),
                   integer(static_cast<std::int64_t>(x.record_state)), boolean(arrays::holds(x))});
}

// _spend(x, mark): whether a backward pass went through x's record; marks it as gone through.
Ref spend(Call& call) {
  const Array& x = call.array(0);
  if (!x.record) return boolean(false);
  return boolean(call.flag("mark", false) ? std::exchange(x.record->spent, true) : x.record->spent);
}

// Where each element of an array lies in its storage.
std::vector<std::int64_t> places_of(const Array& x) {
  std::vector<std::int64_t> places;
  places.reserve(static_cast<std::size_t>(x.size()));
  arrays::for_each_index(x,
                         [&](const Shape&, std::int64_t at) { places.push_back(x.offset + at); });
  return places;
}

// _positions(x, whole, indexed): for each element of x its number among those of `whole`, which
// shares the memory. An element that `whole` repeats is the first of its kind. With `indexed`, for
// each element that x's record names by an index.
Ref positions(Call& call) {
  const Array& x = call.array(0);
  const bool indexed = call.flag("indexed", false) && x.record;
  const std::vector<std::int64_t> wanted = indexed ? x.record->backward.places : places_of(x);
  const Array& whole = call.array("whole");
  const std::vector<std::int64_t> all = places_of(whole);
  // By place, the number of the element.
  std::vector<std::int64_t> number(
      static_cast<std::size_t>(whole.storage->size() / arrays::item_size(whole.dtype)), -1);
  for (std::size_t i = all.size(); i-- > 0;) {
    number[static_cast<std::size_t>(all[i])] = static_cast<std::int64_t>(i);
  }
  std::vector<std::int64_t> result;
  result.reserve(wanted.size());
  for (const std::int64_t place : wanted) {
    const auto at = static_cast<std::size_t>(place);
    result.push_back(at < number.size() ? number[at] : -1);
  }
  if (std::ranges::find(result, -1) != result.end()) {
    call.fail_runtime("elements of the one array are not among those of the other");
  }
  return call.give(arrays::from_values(call.context(), Dtype::kInt64,
                                       {static_cast<std::int64_t>(result.size())}, result));
}

}  // namespace

std::span<const Row> gradient_rows() {
  static constexpr std::array kRows{
      Row{"_history", history},
      Row{"_spend", spend},
      Row{"_positions", positions},
      Row{"_set_recording",
          [](Call& call) {
            return boolean(std::exchange(call.context().recording, call.flag(0)));
          }},
  };
  return kRows;
}

}  // namespace normscope::notebook::torch
