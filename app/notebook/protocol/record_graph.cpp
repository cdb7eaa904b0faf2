// SPDX-License-Identifier: MIT
#include "app/notebook/protocol/record_graph.hpp"

#include <algorithm>
#include <array>

#include "app/notebook/protocol/messages.hpp"

namespace normscope::notebook::protocol {
namespace {

using tensor::Shape;
using enum Work;

constexpr std::size_t kAny = kMostRecords;

// What operations do, how many operands they have at least and at most, and their names in torch.
// The result of an operation that is not listed is an input.
struct Operations {
  Work work;
  std::size_t least;
  std::size_t most;
  std::string_view names;
};
constexpr auto kOperations = std::to_array<Operations>({
    {kElementwise, 1, 2,
     "add sub mul div pow clamp_min clamp_max floor_divide remainder fmod eq ne lt le gt "
     "ge"},
    {kElementwise, 1, 1,
     "rsub neg abs sign square sqrt rsqrt reciprocal exp exp2 expm1 log log2 log10 log1p "
     "sin cos tanh sigmoid relu erf gelu silu mish selu elu leaky_relu softplus floor "
     "ceil round"},
    {kElementwise, 2, 2, "maximum minimum atan2 hypot logaddexp"},
    {kElementwise, 1, 3, "clamp"},
    {kElementwise, 3, 3, "where"},
    {kElementwise, 2, 3, "masked_fill"},
    {kReduction, 1, 1, "sum mean var std amax amin max min prod norm logsumexp any all"},
    {kWhole, 1, 1, "softmax log_softmax sort cumsum"},
    {kWhole, 1, 3, "layer_norm group_norm batch_norm"},
    {kWhole, 1, 2, "setitem"},
    {kWhole, 2, 2, "copy_"},
    {kProduct, 2, 2, "matmul mm mv bmm dot"},
    {kLinear, 2, 3, "linear"},
    {kSame, 1, 1, "view reshape unsqueeze squeeze contiguous clone detach alias flatten to"},
    {kRepeated, 1, 1, "expand broadcast_to"},
    {kPart, 1, 1, "select unbind slice split"},
    {kTurned, 1, 1, "transpose permute t"},
    {kStacked, 1, kAny, "stack"},
});

// A word that is not listed may mean anything: then the result is an input.
constexpr std::string_view kAttributes =
    "dim keepdim other self alpha correction eps normalized_shape num_groups training "
    "weight bias size value min max p dims dim0 dim1 start end step index piece row "
    "descending decimals threshold negative_slope beta";

// The list's own text of a word; empty for one that is not in it.
std::string_view word_of(std::string_view words, std::string_view word) {
  if (word.empty() || word.find(' ') != std::string_view::npos) return {};
  for (auto at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || words[at - 1] == ' ';
    if (begins && (end == words.size() || words[end] == ' ')) return words.substr(at, word.size());
  }
  return {};
}

const Operations* operations_of(std::string_view name) {
  const auto* const found = std::ranges::find_if(
      kOperations, [name](const Operations& row) { return !word_of(row.names, name).empty(); });
  return found == kOperations.end() ? nullptr : found;
}

std::optional<Shape> broadcast(const Shape& a, const Shape& b) {
  Shape all(std::max(a.size(), b.size()), 1);
  for (std::size_t d = 1; d <= all.size(); ++d) {
    const std::int64_t left = d <= a.size() ? a[a.size() - d] : 1;
    const std::int64_t right = d <= b.size() ? b[b.size() - d] : 1;
    if (left != right && left != 1 && right != 1) return std::nullopt;
    all[all.size() - d] = left == 1 ? right : left;
  }
  return all;
}

std::optional<std::int64_t> whole(const Record& record, std::string_view name) {
  const auto* const found = record.attribute(name);
  const auto* const number = found != nullptr ? std::get_if<std::int64_t>(found) : nullptr;
  return number != nullptr ? std::optional(*number) : std::nullopt;
}

std::optional<std::size_t> position(const Record& record, std::string_view name, std::size_t rank) {
  const auto dim = whole(record, name);
  const auto found =
      dim ? tensor::resolve_dimension(*dim, rank) : base::Expected<std::size_t>(std::size_t{0});
  return dim && found ? std::optional(*found) : std::nullopt;
}

std::optional<Shape> reduced(const Record& record, const Shape& from) {
  const auto dims = dims_of(record, from.size());
  if (!dims) return std::nullopt;
  const auto* const keepdim = record.attribute("keepdim");
  const bool keeps = keepdim != nullptr && *keepdim == RecordAttribute::Value(true);
  Shape shape;
  for (std::size_t d = 0; d < from.size(); ++d) {
    const bool over = std::ranges::binary_search(*dims, d);
    if (!over || keeps) shape.push_back(over ? 1 : from[d]);
  }
  return shape;
}

std::optional<Shape> turned(const Record& record, const Shape& from) {
  Shape shape = from;
  if (record.operation == "t") {
    std::ranges::reverse(shape);
  } else if (record.operation == "transpose") {
    const auto a = position(record, "dim0", from.size());
    const auto b = position(record, "dim1", from.size());
    if (!a || !b) return std::nullopt;
    if (!from.empty()) std::swap(shape[*a], shape[*b]);
  } else {
    const auto* const found = record.attribute("dims");
    const auto* const dims =
        found != nullptr ? std::get_if<std::vector<std::int64_t>>(found) : nullptr;
    if (dims == nullptr || dims->size() != from.size()) return std::nullopt;
    std::vector<bool> seen(from.size());
    for (std::size_t d = 0; d < dims->size(); ++d) {
      const auto at = tensor::resolve_dimension((*dims)[d], from.size());
      if (!at || seen[*at]) return std::nullopt;
      seen[*at] = true;
      shape[d] = from[*at];
    }
  }
  return shape;
}

// A dimension less, or fewer elements along one.
bool is_part(const Record& record, const Shape& from) {
  const auto dim = position(record, "dim", from.size());
  if (!dim || from.empty()) return false;
  Shape shape = from;
  if (record.operation == "select" || record.operation == "unbind") {
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(*dim));
    return record.shape == shape;
  }
  if (record.shape.size() != from.size() || record.shape[*dim] > from[*dim]) return false;
  shape[*dim] = record.shape[*dim];
  return record.shape == shape;
}

std::optional<Shape> product(const Shape& a, const Shape& b) {
  if (a.empty() || b.empty()) return std::nullopt;
  const std::int64_t inner = b.size() == 1 ? b[0] : b[b.size() - 2];
  if (a.back() != inner) return std::nullopt;
  const auto batch = [](const Shape& of) {
    return Shape(of.begin(),
                 of.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(of.size(), 2)));
  };
  auto shape = broadcast(batch(a), batch(b));
  if (!shape) return std::nullopt;
  if (a.size() > 1) shape->push_back(a[a.size() - 2]);
  if (b.size() > 1) shape->push_back(b.back());
  return shape;
}

std::optional<Shape> linear(const Shape& x, const Shape& weight) {
  if (x.empty() || weight.size() != 2 || x.back() != weight[1]) return std::nullopt;
  Shape shape = x;
  shape.back() = weight[0];
  return shape;
}

std::optional<Shape> stacked(const Record& record, const std::vector<const Shape*>& from) {
  const auto dim = position(record, "dim", from.front()->size() + 1);
  const auto same = [&](const Shape* shape) { return *shape == *from.front(); };
  if (!dim || !std::ranges::all_of(from, same)) return std::nullopt;
  Shape shape = *from.front();
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*dim),
               static_cast<std::int64_t>(from.size()));
  return shape;
}

std::optional<Shape> elementwise(const std::vector<const Shape*>& from) {
  std::optional<Shape> shape = *from.front();
  for (const Shape* const each : from) {
    if (shape) shape = broadcast(*shape, *each);
  }
  return shape;
}

bool shape_follows(const Record& record, Work work, const std::vector<const Shape*>& from) {
  const Shape& first = *from.front();
  switch (work) {
    case kElementwise:
      return elementwise(from) == record.shape;
    case kReduction:
      return reduced(record, first) == record.shape;
    case kWhole:
      return first == record.shape;
    case kProduct:
      return product(first, *from[1]) == record.shape;
    case kLinear:
      return linear(first, *from[1]) == record.shape;
    case kSame:
      return tensor::product(first) == tensor::product(record.shape);
    case kRepeated:
      return broadcast(first, record.shape) == record.shape;
    case kPart:
      return is_part(record, first);
    case kTurned:
      return turned(record, first) == record.shape;
    case kStacked:
      return stacked(record, from) == record.shape;
  }
  return false;
}

tl::unexpected<base::Error> malformed(const char* sentence) {
  return base::fail(base::ErrorKind::kMalformed, sentence);
}

}  // namespace

const RecordAttribute::Value* Record::attribute(std::string_view name) const {
  const auto found = std::ranges::find(attributes, name, &RecordAttribute::name);
  return found == attributes.end() ? nullptr : &found->value;
}

std::optional<double> Record::number_of(std::string_view name) const {
  const auto* const found = attribute(name);
  if (found == nullptr) return std::nullopt;
  if (const auto* integer = std::get_if<std::int64_t>(found)) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(found)) return *real;
  return std::nullopt;
}

std::optional<Work> work_of(std::string_view operation) {
  const Operations* const row = operations_of(operation);
  return row != nullptr ? std::optional(row->work) : std::nullopt;
}

std::string_view operation_name(std::string_view text) {
  const Operations* const found = operations_of(text);
  return found != nullptr ? word_of(found->names, text) : std::string_view{};
}

std::string_view attribute_name(std::string_view text) {
  return word_of(kAttributes, text);
}

std::optional<std::vector<std::size_t>> dims_of(const Record& record, std::size_t rank) {
  std::vector<std::int64_t> dims(rank);
  for (std::size_t d = 0; d < rank; ++d) dims[d] = static_cast<std::int64_t>(d);
  if (const auto* const found = record.attribute("dim")) {
    if (const auto* one = std::get_if<std::int64_t>(found)) {
      dims = {*one};
    } else if (const auto* many = std::get_if<std::vector<std::int64_t>>(found)) {
      if (!many->empty()) dims = *many;
    } else {
      return std::nullopt;
    }
  }
  std::vector<std::size_t> positions;
  for (const std::int64_t dim : dims) {
    const auto at = tensor::resolve_dimension(dim, rank);
    if (!at) return std::nullopt;
    if (rank > 0) positions.push_back(*at);
  }
  std::ranges::sort(positions);
  const bool twice = std::ranges::adjacent_find(positions) != positions.end();
  return twice ? std::nullopt : std::optional(std::move(positions));
}

std::span<const base::Name<Standing>> standing_names() {
  static constexpr auto kNames =
      std::to_array<base::Name<Standing>>({{Standing::kSame, "same"},
                                           {Standing::kCleared, "cleared"},
                                           {Standing::kOther, "other"},
                                           {Standing::kInner, "inner"}});
  return kNames;
}

bool follows(const std::vector<Record>& records, const Record& last) {
  if (last.operation.empty()) return last.operands.empty() && last.attributes.empty();
  const Operations* const operation = operations_of(last.operation);
  if (operation == nullptr || last.operands.size() < operation->least ||
      last.operands.size() > operation->most) {
    return false;
  }
  std::vector<const Shape*> shapes;
  for (const int operand : last.operands) {
    shapes.push_back(&records[static_cast<std::size_t>(operand)].shape);
  }
  return shape_follows(last, operation->work, shapes);
}

base::Expected<void> check(const RecordGraph& graph) {
  std::size_t operands = 0;
  for (std::size_t i = 0; i < graph.records.size(); ++i) {
    const Record& record = graph.records[i];
    operands += record.operands.size();
    const auto earlier = [i](int at) { return at >= 0 && static_cast<std::size_t>(at) < i; };
    if (operands > kMostOperands || !std::ranges::all_of(record.operands, earlier)) {
      return malformed("a record has operands that are none");
    }
    const bool strides = record.strides.empty() || record.strides.size() == record.shape.size();
    const bool number = !record.number || tensor::product(record.shape) == 1;
    if (!strides || !number || !follows(graph.records, record)) {
      return malformed("a record is not what its operation makes of its operands");
    }
    if (!record.arrived) continue;
    const auto at = static_cast<std::size_t>(record.arrived->record);
    if (at >= graph.records.size() || !graph.records[at].operands.empty() ||
        !graph.records[at].held || graph.records[at].shape != record.shape) {
      return malformed("a gradient is none of its record");
    }
  }
  return {};
}

base::Expected<std::int64_t> taken_elements(const RecordGraph& graph,
                                            const std::vector<int>& records) {
  std::int64_t elements = 0;
  for (const int at : records) {
    const auto index = static_cast<std::size_t>(at);
    if (at < 0 || index >= graph.records.size() || !graph.records[index].held) {
      return base::fail(base::ErrorKind::kInvalidArgument, "the values of a step are lost");
    }
    elements += tensor::product(graph.records[index].shape);
    // Each is at most 2^40: no overflow.
    const auto all = taken_bytes(arrays::Dtype::kFloat32, {elements});
    if (!all) return tl::unexpected(all.error());
  }
  return elements;
}

}  // namespace normscope::notebook::protocol
