// SPDX-License-Identifier: MIT
#include "app/notebook/protocol/records_of.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace normscope::notebook::protocol {
namespace {

using arrays::Array;

// Where the walk found an array.
struct Found {
  Array array;
  bool held = true;
  std::vector<std::size_t> operands{};  // as places among what was found
  std::vector<RecordAttribute> attributes{};
};

// Nothing where the table has not one of them.
std::optional<std::vector<RecordAttribute>> attributes_of(const arrays::Record& record) {
  std::vector<RecordAttribute> attributes;
  for (const auto& [name, value] : record.attributes) {
    if (name == "dtype") continue;  // the array has it
    RecordAttribute& known = attributes.emplace_back(RecordAttribute{attribute_name(name), {}});
    if (known.name.empty() || std::holds_alternative<std::string>(value)) return std::nullopt;
    std::visit(
        [&]<class T>(const T& each) {
          if constexpr (!std::is_same_v<T, std::string>) known.value = each;
        },
        value);
  }
  return attributes;
}

class Walk {
 public:
  explicit Walk(const Array& array) {
    Array last = array;
    if (!arrays::holds(array)) last.record.reset();
    place_of(last, state_of(last));
    for (std::size_t at = 0; at < found_.size(); ++at) step_back(at);
  }

  // The records that were found, operands first: a record is deeper than its operands, or, at the
  // end of a long chain, as deep and made later.
  Records sorted() {
    std::vector<std::size_t> order(found_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto depth = [this](std::size_t at) {
      const auto& record = found_[at].array.record;
      const bool deepest = record && record->depth == arrays::kMaxRecordDepth;
      return std::pair(record ? record->depth : -1, deepest ? record->serial : 0);
    };
    std::ranges::stable_sort(order, {}, depth);
    std::vector<int> places(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = static_cast<int>(i);
    Records records;
    for (const std::size_t at : order) {
      Found& found = found_[at];
      records.graph.records.push_back(record_of(found, places, records.graph.records));
      records.arrays.push_back(std::move(found.array));
    }
    return records;
  }

 private:
  using Key = std::tuple<const void*, std::uint64_t, const void*, arrays::Dtype, std::int64_t,
                         arrays::Shape, arrays::Shape>;

  // The state of an array's storage, asked once: where NumPy may write, it costs a hash.
  std::uint64_t state_of(const Array& array) {
    if (!array.storage) return 0;
    const auto [at, is_new] = states_.try_emplace(array.storage.get(), 0);
    if (is_new) at->second = array.storage->state();
    return at->second;
  }

  std::size_t place_of(const Array& array, std::uint64_t state) {
    const Key key{array.storage.get(), state,       array.record.get(), array.dtype,
                  array.offset,        array.shape, array.strides};
    const auto [at, is_new] = places_.try_emplace(key, found_.size());
    if (is_new) found_.push_back({array, array.storage && state_of(array) == state});
    found_[at->second].array.requires_grad |= array.requires_grad;
    return at->second;
  }

  void step_back(std::size_t at) {
    const auto record = found_[at].array.record;
    const bool known = record && !operation_name(record->operation).empty();
    auto attributes = known ? attributes_of(*record) : std::nullopt;
    if (!attributes || found_.size() + record->inputs.size() > kMostRecords ||
        operands_ + record->inputs.size() > kMostOperands) {
      return;
    }
    operands_ += record->inputs.size();
    found_[at].attributes = *std::move(attributes);
    for (const arrays::RecordInput& input : record->inputs) {
      const std::size_t place = place_of(input.array, input.state);
      found_[at].operands.push_back(place);
    }
  }

  static Record record_of(const Found& found, const std::vector<int>& places,
                          const std::vector<Record>& before) {
    const Array& array = found.array;
    Record record;
    record.dtype = array.dtype;
    record.shape = array.shape;
    if (!array.is_contiguous()) record.strides = array.strides;
    record.held = found.held;
    record.parameter = array.requires_grad && array.is_leaf();
    if (array.record) {
      record.run = array.record->run;
      record.line = array.record->line;
    }
    if (!found.operands.empty()) {
      record.operation = operation_name(array.record->operation);
      record.attributes = found.attributes;
      for (const std::size_t operand : found.operands) record.operands.push_back(places[operand]);
    }
    if (!follows(before, record)) {
      record.operation = {};
      record.operands.clear();
      record.attributes.clear();
    }
    if (record.operands.empty() && record.held && array.size() == 1) {
      const double number = arrays::values_of<double>(array).front();
      if (std::isfinite(number)) record.number = number;
    }
    return record;
  }

  std::vector<Found> found_{};
  std::map<Key, std::size_t> places_{};
  std::map<const arrays::Storage*, std::uint64_t> states_{};
  std::size_t operands_ = 0;
};

}  // namespace

Records records_of(const arrays::Array& array) {
  return Walk(array).sorted();
}

}  // namespace normscope::notebook::protocol
