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

// Names in torch. The result of an operation that is not listed is an input.
constexpr auto kOperations = std::to_array<Operation>({
    {"add", kElementwise, 1, 2},
    {"sub", kElementwise, 1, 2},
    {"rsub", kElementwise, 1, 1},
    {"mul", kElementwise, 1, 2},
    {"div", kElementwise, 1, 2},
    {"pow", kElementwise, 1, 2},
    {"maximum", kElementwise, 2, 2},
    {"minimum", kElementwise, 2, 2},
    {"clamp", kElementwise, 1, 3},
    {"clamp_min", kElementwise, 1, 2},
    {"clamp_max", kElementwise, 1, 2},
    {"where", kElementwise, 3, 3},
    {"floor_divide", kElementwise, 1, 2},
    {"remainder", kElementwise, 1, 2},
    {"fmod", kElementwise, 1, 2},
    {"atan2", kElementwise, 2, 2},
    {"hypot", kElementwise, 2, 2},
    {"logaddexp", kElementwise, 2, 2},
    {"masked_fill", kElementwise, 2, 3},
    {"eq", kElementwise, 1, 2},
    {"ne", kElementwise, 1, 2},
    {"lt", kElementwise, 1, 2},
    {"le", kElementwise, 1, 2},
    {"gt", kElementwise, 1, 2},
    {"ge", kElementwise, 1, 2},
    {"neg", kElementwise, 1, 1},
    {"abs", kElementwise, 1, 1},
    {"sign", kElementwise, 1, 1},
    {"square", kElementwise, 1, 1},
    {"sqrt", kElementwise, 1, 1},
    {"rsqrt", kElementwise, 1, 1},
    {"reciprocal", kElementwise, 1, 1},
    {"exp", kElementwise, 1, 1},
    {"exp2", kElementwise, 1, 1},
    {"expm1", kElementwise, 1, 1},
    {"log", kElementwise, 1, 1},
    {"log2", kElementwise, 1, 1},
    {"log10", kElementwise, 1, 1},
    {"log1p", kElementwise, 1, 1},
    {"sin", kElementwise, 1, 1},
    {"cos", kElementwise, 1, 1},
    {"tanh", kElementwise, 1, 1},
    {"sigmoid", kElementwise, 1, 1},
    {"relu", kElementwise, 1, 1},
    {"erf", kElementwise, 1, 1},
    {"gelu", kElementwise, 1, 1},
    {"silu", kElementwise, 1, 1},
    {"mish", kElementwise, 1, 1},
    {"selu", kElementwise, 1, 1},
    {"elu", kElementwise, 1, 1},
    {"leaky_relu", kElementwise, 1, 1},
    {"softplus", kElementwise, 1, 1},
    {"floor", kElementwise, 1, 1},
    {"ceil", kElementwise, 1, 1},
    {"round", kElementwise, 1, 1},
    {"sum", kReduction, 1, 1},
    {"mean", kReduction, 1, 1},
    {"var", kReduction, 1, 1},
    {"std", kReduction, 1, 1},
    {"amax", kReduction, 1, 1},
    {"amin", kReduction, 1, 1},
    {"max", kReduction, 1, 1},
    {"min", kReduction, 1, 1},
    {"prod", kReduction, 1, 1},
    {"norm", kReduction, 1, 1},
    {"logsumexp", kReduction, 1, 1},
    {"any", kReduction, 1, 1},
    {"all", kReduction, 1, 1},
    {"softmax", kWhole, 1, 1},
    {"log_softmax", kWhole, 1, 1},
    {"layer_norm", kWhole, 1, 3},
    {"group_norm", kWhole, 1, 3},
    {"batch_norm", kWhole, 1, 3},
    {"sort", kWhole, 1, 1},
    {"cumsum", kWhole, 1, 1},
    {"setitem", kWhole, 1, 2},
    {"copy_", kWhole, 2, 2},
    {"matmul", kProduct, 2, 2},
    {"mm", kProduct, 2, 2},
    {"mv", kProduct, 2, 2},
    {"bmm", kProduct, 2, 2},
    {"dot", kProduct, 2, 2},
    {"linear", kLinear, 2, 3},
    {"view", kSame, 1, 1},
    {"reshape", kSame, 1, 1},
    {"unsqueeze", kSame, 1, 1},
    {"squeeze", kSame, 1, 1},
    {"contiguous", kSame, 1, 1},
    {"clone", kSame, 1, 1},
    {"detach", kSame, 1, 1},
    {"alias", kSame, 1, 1},
    {"flatten", kSame, 1, 1},
    {"to", kSame, 1, 1},
    {"expand", kRepeated, 1, 1},
    {"broadcast_to", kRepeated, 1, 1},
    {"select", kPart, 1, 1},
    {"unbind", kPart, 1, 1},
    {"slice", kPart, 1, 1},
    {"split", kPart, 1, 1},
    {"transpose", kTurned, 1, 1},
    {"permute", kTurned, 1, 1},
    {"t", kTurned, 1, 1},
    {"stack", kStacked, 1, kAny},
});

// A word that is not listed may mean anything: then the result is an input.
constexpr auto kAttributes = std::to_array<std::string_view>({"dim",        "keepdim",
                                                              "other",      "self",
                                                              "alpha",      "correction",
                                                              "eps",        "normalized_shape",
                                                              "num_groups", "training",
                                                              "weight",     "bias",
                                                              "size",       "value",
                                                              "min",        "max",
                                                              "p",          "dims",
                                                              "dim0",       "dim1",
                                                              "start",      "end",
                                                              "step",       "index",
                                                              "piece",      "row",
                                                              "descending", "decimals",
                                                              "threshold",  "negative_slope",
                                                              "beta"});

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

const Operation* operation_of(std::string_view name) {
  const auto* const found = std::ranges::find(kOperations, name, &Operation::name);
  return found == kOperations.end() ? nullptr : found;
}

std::string_view operation_name(std::string_view text) {
  const Operation* const found = operation_of(text);
  return found != nullptr ? found->name : std::string_view{};
}

std::string_view attribute_name(std::string_view text) {
  const auto* const found = std::ranges::find(kAttributes, text);
  return found == kAttributes.end() ? std::string_view{} : *found;
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

bool follows(const std::vector<Record>& records, const Record& last) {
  if (last.operation.empty()) return last.operands.empty() && last.attributes.empty();
  const Operation* const operation = operation_of(last.operation);
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
