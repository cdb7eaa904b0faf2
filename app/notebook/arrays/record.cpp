// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/record.hpp"

#include <algorithm>
#include <array>

namespace normscope::notebook::arrays {
namespace {

std::shared_ptr<const Record> recorded(const Context& context, Making& making, bool wanted) {
  auto record = std::make_shared<Record>();
  if (!context.recording) return record;
  record->operation = making.operation;
  record->attributes = std::move(making.attributes);
  record->line = context.line;
  record->run = context.run;
  for (const Array& input : making.inputs) {
    const std::int64_t bytes = input.storage ? input.storage->size() : 0;
    record->bytes = std::max(record->bytes, bytes + (input.record ? input.record->bytes : 0));
    record->depth = std::max(record->depth, 1 + (input.record ? input.record->depth : 0));
  }
  if (record->depth > kMaxRecordDepth || record->bytes > kMaxRecordBytes) {
    if (!wanted) {
      record->depth = 0;
      record->bytes = 0;
      return record;
    }
    record->depth = kMaxRecordDepth;
    // Where gradients go through an input, its history must stay.
    for (Array& input : making.inputs) {
      if (!input.requires_grad || input.is_leaf()) input.record.reset();
    }
  }
  if (wanted) record->backward = std::move(making.backward);
  for (Array& input : making.inputs) {
    const std::uint64_t state = input.storage ? input.storage->state_in_passing() : 0;
    // After a write by NumPy an input has no history.
    if (input.record_state != state) input.record.reset();
    record->inputs.push_back({std::move(input), state});
  }
  return record;
}

bool gradients_wanted(const Context& context, const Array& result, const Making& making) {
  return context.grad_enabled && !making.gradient.empty() && is_floating(result.dtype) &&
         std::ranges::any_of(making.inputs, &Array::requires_grad);
}

// Moves the records of the inputs to the end of a list.
void take_records(std::vector<RecordInput>& inputs,
                  std::vector<std::shared_ptr<const Record>>& records) {
  for (RecordInput& input : inputs) {
    if (input.array.record) records.push_back(std::move(input.array.record));
  }
}

}  // namespace

Record::Record() : serial(next_serial()) {}

Record::~Record() {
  if (depth < kMaxRecordDepth) return;  // the chain is short
  std::vector<std::shared_ptr<const Record>> records;
  take_records(inputs, records);
  while (!records.empty()) {
    const auto last = std::move(records.back());
    records.pop_back();
    // NOLINTNEXTLINE(*-const-cast): nobody else has it, and it ends here
    if (last.use_count() == 1) take_records(const_cast<Record&>(*last).inputs, records);
  }
}

void add(Attributes& attributes, std::string_view name, Attribute value) {
  attributes.push_back({name, std::move(value)});
}

bool holds(const Array& array) {
  return array.record && array.storage && array.record_state == array.storage->state();
}

void take_record(Array& array, std::shared_ptr<const Record> record) {
  array.record = std::move(record);
  array.record_state = array.storage ? array.storage->state_in_passing() : 0;
}

const Attribute* Record::attribute(std::string_view name) const {
  const auto found = std::ranges::find(attributes, name, &NamedAttribute::name);
  return found == attributes.end() ? nullptr : &found->value;
}

Array made(const Context& context, Array result, Making making) {
  result.requires_grad = gradients_wanted(context, result, making);
  result.grad_fn = result.requires_grad ? making.gradient : std::string_view{};
  result.views_leaf = false;
  result.leaf.reset();
  take_record(result, recorded(context, making, result.requires_grad));
  return result;
}

Array made_view(const Context& context, Array result, Making making) {
  const bool leaf = context.grad_enabled && !making.inputs.empty() &&
                    (making.inputs[0].views_leaf ||
                     (making.inputs[0].requires_grad && making.inputs[0].is_leaf()));
  const bool wanted = !making.inputs.empty() && making.inputs[0].requires_grad;
  result = made(context, std::move(result), std::move(making));
  result.views_leaf = leaf;
  // While gradients are disabled, a view of a leaf requires gradients as the leaf does, without a
  // grad_fn.
  if (!context.grad_enabled && wanted && is_floating(result.dtype)) result.requires_grad = true;
  return result;
}

Expected<void> check_leaf_in_place(const Context& context, const Array& x) {
  if (!context.grad_enabled || !x.requires_grad || !(x.is_leaf() || x.views_leaf)) return {};
  return runtime_error(
      "a {}leaf Variable that requires grad is being used in an in-place operation.",
      x.is_leaf() ? "" : "view of a ");
}

Expected<void> check_apart(const Array& x) {
  for (std::size_t d = 0; d < x.rank(); ++d) {
    if (x.strides[d] != 0 || x.shape[d] < 2) continue;
    return runtime_error(
        "unsupported operation: more than one element of the written-to tensor refers to a single "
        "memory location. Please clone() the tensor before performing the operation.");
  }
  return {};
}

Expected<void> check_in_place(const Context& context, const Array& x) {
  NORMSCOPE_CHECK(check_leaf_in_place(context, x));
  return check_apart(x);
}

std::string_view gradient_in_place(std::string_view gradient) {
  constexpr std::array<std::string_view, 8> kOthers{
      "AcoshBackward1", "AsinhBackward1",     "AtanhBackward1",          "CeluBackward1",
      "EluBackward1",   "LeakyReluBackward1", "RreluWithNoiseBackward1", "ThresholdBackward1"};
  const auto* const found = std::ranges::find_if(kOthers, [gradient](std::string_view other) {
    other.remove_suffix(1);
    return gradient.ends_with('0') && gradient.substr(0, gradient.size() - 1) == other;
  });
  return found == kOthers.end() ? gradient : *found;
}

void changed_in_place(const Context& context, Array& x, Making making) {
  const bool wanted = gradients_wanted(context, x, making);
  if (wanted) {
    x.requires_grad = true;
    x.grad_fn = gradient_in_place(making.gradient);
    x.storage->changed_by(x.grad_fn);
  }
  // The storage is counted before the record is made: what stands in it as input is the old state.
  auto record = recorded(context, making, wanted);
  x.storage->changed();
  take_record(x, std::move(record));
}

Array detach(const Context& context, const Array& x) {
  return made(context, x, {"detach", {}, {x}, {}});
}

}  // namespace normscope::notebook::arrays
