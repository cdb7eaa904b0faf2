// SPDX-License-Identifier: MIT
#include "app/notebook/torch/data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/indexing.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::torch {
namespace {

using runtime::Kind;

const runtime::Values* items_of(const Value& value) {
  if (const auto* list = value.as<runtime::ListObject>()) return &list->values;
  if (const auto* tuple = value.as<runtime::TupleObject>()) return &tuple->values;
  return nullptr;
}

// Reads nested data: first its shape along the first items, then all numbers.
class DataReader {
 public:
  explicit DataReader(const Call& call) : call_(call) {}

  void measure(const Value& data) {
    if (const auto* items = items_of(data)) {
      shape_.push_back(static_cast<std::int64_t>(items->size()));
      if (shape_.size() > kMostDimensions) {
        call_.fail(call_.vm.errors().value_error,
                   "too many dimensions '" + runtime::type_name(call_.vm, data) + "'");
      }
      if (!items->empty()) measure((*items)[0]);
    } else if (const auto* range = data.as<runtime::RangeObject>()) {
      shape_.push_back(range->length);
    } else if (data.is_kind(Kind::kStr) && !shape_.empty()) {
      // Each of a text's characters is a text.
      call_.fail(call_.vm.errors().value_error, "too many dimensions 'str'");
    }
  }

  void read(const Value& data, std::size_t depth) {
    if (std::ranges::find(shape_, 0) != shape_.end()) return;
    if (depth == shape_.size()) {
      read_number(data);
      return;
    }
    if (const auto* items = items_of(data)) {
      expect(static_cast<std::int64_t>(items->size()), depth);
      for (const Value& item : *items) read(item, depth + 1);
    } else if (const auto* range = data.as<runtime::RangeObject>()) {
      expect(range->length, depth);
      for (std::int64_t i = 0; i < range->length; ++i) add(range->at(i));
    } else {
      call_.fail(call_.vm.errors().type_error, "not a sequence");
    }
  }

  Array made(std::optional<Dtype> dtype) const {
    const Context& context = call_.context();
    const Dtype found = values_.empty() || !any_ ? context.default_dtype : kind_;
    const Dtype used = dtype.value_or(found);
    if (!floating_) {
      return call_.take(arrays::from_values(context, used, shape_, integers_));
    }
    return call_.take(arrays::from_values(context, used, shape_, values_));
  }

 private:
  static constexpr std::size_t kMostDimensions = 64;

  void expect(std::int64_t size, std::size_t depth) const {
    if (size == shape_[depth]) return;
    call_.fail(call_.vm.errors().value_error,
               fmt::format("expected sequence of length {} at dim {} (got {})", shape_[depth],
                           depth, size));
  }

  void note(Dtype dtype) {
    kind_ = any_ ? arrays::promoted(kind_, dtype) : dtype;
    any_ = true;
    floating_ = floating_ || arrays::is_floating(dtype);
  }
  void add(std::int64_t value) {
    note(Dtype::kInt64);
    values_.push_back(static_cast<double>(value));
    integers_.push_back(value);
  }
  void read_number(const Value& data) {
    if (const auto number = number_of(data)) {
      note(arrays::dtype_of(*number, call_.context().default_dtype));
      values_.push_back(arrays::to_double(*number));
      integers_.push_back(arrays::to_int(*number));
    } else if (const auto* tensor = tensor_of(data)) {
      if (tensor->array.size() != 1) {
        call_.fail(call_.vm.errors().value_error,
                   "only one element tensors can be converted to Python scalars");
      }
      add_all(tensor->array);
    } else if (data.is_kind(Kind::kBigInt)) {
      call_.fail(call_.vm.errors().runtime_error, "Overflow when unpacking long");
    } else if (items_of(data) != nullptr) {
      const std::string& type = runtime::type_name(call_.vm, data);
      call_.fail(call_.vm.errors().type_error,
                 floating_ ? "must be real number, not " + type
                           : "'" + type + "' object cannot be interpreted as an integer");
    } else if (data.is_kind(Kind::kStr)) {
      call_.fail(call_.vm.errors().type_error, "new(): invalid data type 'str'");
    } else {
      call_.fail(call_.vm.errors().runtime_error,
                 "Could not infer dtype of " + runtime::type_name(call_.vm, data));
    }
  }
  void add_all(const Array& array) {
    note(array.dtype);
    for (const double value : arrays::values_of<double>(array)) values_.push_back(value);
    for (const std::int64_t value : arrays::values_of<std::int64_t>(array)) {
      integers_.push_back(value);
    }
  }

  const Call& call_;
  Shape shape_;
  std::vector<double> values_;
  std::vector<std::int64_t> integers_;
  Dtype kind_ = Dtype::kBool;
  bool any_ = false;
  bool floating_ = false;
};

Value nested_list(Vm& vm, const Array& array, std::size_t dim, std::int64_t offset) {
  if (dim == array.rank()) return number_at(array, offset);
  const auto list = vm.new_list();
  for (std::int64_t i = 0; i < array.shape[dim]; ++i) {
    list->values.push_back(nested_list(vm, array, dim + 1, offset + i * array.strides[dim]));
  }
  return list;
}

bool is_sequence(const Value& value) {
  return items_of(value) != nullptr || value.is_kind(Kind::kRange);
}

std::optional<std::int64_t> slice_part(const Call& call, const Value& part) {
  if (part.is_none()) return std::nullopt;
  if (part.is_float() || part.is_kind(Kind::kStr) || is_sequence(part)) {
    call.fail(call.vm.errors().type_error,
              "slice indices must be integers or None or have an __index__ method");
  }
  const auto index = runtime::to_index_clamped(call.vm, part);
  if (!index) throw Failed{};
  return index;
}

arrays::Index index_of(const Call& call, const Value& key) {
  if (key.is_bool()) return key.as_bool();
  if (key.is_int()) return key.as_int();
  if (key.is_none()) return arrays::NewAxis{};
  if (key.is_ellipsis()) return arrays::Ellipsis{};
  if (const auto* slice = key.as<runtime::SliceObject>()) {
    return arrays::Slice{slice_part(call, slice->start), slice_part(call, slice->stop),
                         slice_part(call, slice->step)};
  }
  if (const auto* tensor = tensor_of(key)) return tensor->array;
  if (key.is_kind(Kind::kStr)) {
    call.fail(call.vm.errors().type_error, "new(): invalid data type 'str'");
  }
  if (is_sequence(key)) {
    const Value* first = &key;
    while (items_of(*first) != nullptr && !items_of(*first)->empty())
      first = &items_of(*first)->front();
    if (first->is_kind(Kind::kStr)) {
      call.fail(call.vm.errors().type_error, "new(): invalid data type 'str'");
    }
    const bool empty = items_of(key) != nullptr && items_of(key)->empty();
    const Array found =
        array_from_data(call, key, empty ? std::optional(Dtype::kInt64) : std::nullopt);
    const bool mask = found.dtype == Dtype::kBool || found.dtype == Dtype::kUint8;
    return mask ? found : call.take(arrays::converted(call.context(), found, Dtype::kInt64));
  }
  call.fail(call.vm.errors().index_error,
            fmt::format("only integers, slices (`:`), ellipsis (`...`), None and long or byte "
                        "Variables are valid indices (got {})",
                        runtime::type_name(call.vm, key)));
}

}  // namespace

Array array_from_data(const Call& call, const Value& data, std::optional<Dtype> dtype) {
  if (const auto* tensor = tensor_of(data)) {
    const Array copy = call.take(arrays::clone(call.context(), tensor->array));
    const Array used = call.take(arrays::to(call.context(), copy, dtype.value_or(copy.dtype)));
    return arrays::detach(call.context(), used);
  }
  DataReader reader(call);
  reader.measure(data);
  reader.read(data, 0);
  return reader.made(dtype);
}

Value number_at(const Array& array, std::int64_t offset) {
  return arrays::visit_dtype(array.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const T value = array.template data<T>()[offset];
    if constexpr (std::is_same_v<T, bool>) {
      return Value::boolean(value);
    } else if constexpr (std::is_floating_point_v<T>) {
      return Value::real(static_cast<double>(value));
    } else {
      return Value::integer(static_cast<std::int64_t>(value));
    }
  });
}

Value list_from_array(Vm& vm, const Array& array) {
  return nested_list(vm, array, 0, 0);
}

namespace {

// A list between the brackets stands for a tuple where sequences, slices, None or an Ellipsis are
// in it.
bool stands_for_tuple(const Value& key) {
  constexpr std::size_t kMost = 31;  // longer ones are data
  const auto* const items = items_of(key);
  if (items == nullptr || items->size() > kMost) return false;
  return std::ranges::any_of(*items, [](const Value& item) {
    return tensor_of(item) != nullptr || is_sequence(item) || item.is_kind(Kind::kStr) ||
           item.is_kind(Kind::kSlice) || item.is_none() || item.is_ellipsis();
  });
}

// How many dimensions the entries name, whatever they are.
std::int64_t named_dimensions(std::span<const Value> entries) {
  std::int64_t count = 0;
  for (const Value& entry : entries) {
    if (const auto* const tensor = tensor_of(entry)) {
      count += arrays::dimensions_of(tensor->array);
    } else if (!entry.is_none() && !entry.is_ellipsis() && !entry.is_bool()) {
      ++count;
    }
  }
  return count;
}

}  // namespace

arrays::Indices indices_of(const Call& call, const Array& x, const Value& key) {
  arrays::Indices indices;
  if (key.is_int() || key.is_bool() || key.is_none() || key.is_ellipsis() ||
      key.is_kind(Kind::kSlice)) {
    indices.push_back(index_of(call, key));
    return indices;
  }
  std::vector<Value> entries{key};
  if (key.is_kind(Kind::kStr) && !runtime::text_of(key).empty()) {
    call.fail(call.vm.errors().type_error, "new(): invalid data type 'str'");
  } else if (const auto* tuple = key.as<runtime::TupleObject>()) {
    entries.assign(tuple->values.begin(), tuple->values.end());
  } else if (stands_for_tuple(key)) {
    entries.assign(items_of(key)->begin(), items_of(key)->end());
  }
  const auto rank = static_cast<std::int64_t>(x.rank());
  const std::int64_t left = rank - named_dimensions(entries);
  if (left < 0) {
    call.fail(call.vm.errors().index_error,
              fmt::format("too many indices for tensor of dimension {}", rank));
  }
  for (const Value& entry : entries) {
    const bool plain = entry.is_int() || entry.is_bool() || entry.is_none() ||
                       entry.is_ellipsis() || tensor_of(entry) != nullptr;
    // What is wrong with the entries before this one is said first.
    if (!plain) call.take(arrays::check_entries(call.context(), x, indices, left));
    indices.push_back(index_of(call, entry));
  }
  return indices;
}

}  // namespace normscope::notebook::torch
