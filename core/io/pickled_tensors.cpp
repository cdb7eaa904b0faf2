// SPDX-License-Identifier: MIT
#include "core/io/pickled_tensors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/limits.hpp"
#include "core/io/npy_elements.hpp"
#include "core/io/quote.hpp"
#include "core/io/zip_file.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

using tensor::Tensor;
using Kind = NpyElement::Kind;

namespace {

// The name of a storage of this type, and of the type itself.
struct TorchType {
  std::string_view storage;
  std::string_view name;
  Kind kind;
  std::size_t size;  // bytes
};
constexpr std::array<TorchType, 12> kTorchTypes{{
    {"FloatStorage", "float32", Kind::kFloat, 4},
    {"DoubleStorage", "float64", Kind::kFloat, 8},
    {"HalfStorage", "float16", Kind::kFloat, 2},
    {"BFloat16Storage", "bfloat16", Kind::kBfloat16, 2},
    {"LongStorage", "int64", Kind::kSigned, 8},
    {"IntStorage", "int32", Kind::kSigned, 4},
    {"ShortStorage", "int16", Kind::kSigned, 2},
    {"CharStorage", "int8", Kind::kSigned, 1},
    {"ByteStorage", "uint8", Kind::kUnsigned, 1},
    {"BoolStorage", "bool", Kind::kBool, 1},
    {"", "float8_e4m3fn", Kind::kFloat8E4m3, 1},
    {"", "float8_e5m2", Kind::kFloat8E5m2, 1},
}};

// What a checkpoint may name: what rebuilds tensors, dictionaries and numbers.
constexpr std::array<std::string_view, 11> kPlain{
    "collections.OrderedDict",
    "collections.Counter",
    "builtins.set",
    "torch.Size",
    "torch.device",
    "torch._utils._rebuild_tensor_v2",
    "torch._utils._rebuild_tensor_v3",
    "torch._utils._rebuild_parameter",
    "torch._tensor._rebuild_from_type_v2",
    "torch.nn.parameter.Parameter",
    "torch.storage.UntypedStorage",
};
constexpr std::string_view kTorch = "torch.";
constexpr std::size_t kLongestWord = 256;  // bytes of a type's name, or of a storage's

bool is_plain(std::string_view global) {
  if (global.size() > kLongestWord) return false;
  if (std::ranges::find(kPlain, global) != kPlain.end()) return true;
  if (!global.starts_with(kTorch)) return false;
  global.remove_prefix(kTorch.size());
  if (global.find('.') != std::string_view::npos) return false;
  return global.ends_with("Storage") || global.starts_with("complex") ||
         std::ranges::find(kTorchTypes, global, &TorchType::name) != kTorchTypes.end();
}

tl::unexpected<base::Error> misdescribed(std::string_view name) {
  return fail(ErrorKind::kMalformed, tr("its tensor {name} is not described as torch.save does",
                                        arg("name", quote(name))));
}

void take_torch_type(Storage& storage, std::string_view name) {
  if (name.starts_with(kTorch)) name.remove_prefix(kTorch.size());
  storage.type = name;
  for (const TorchType& type : kTorchTypes) {
    if (name != type.name && (type.storage.empty() || name != type.storage)) continue;
    storage.element = NpyElement{type.kind, type.size, false, std::string(type.name)};
    storage.type = type.name;
  }
}

// Walks through the values of a pickle for its tensors.
class Walk {
 public:
  Walk(const Pickle& pickle, const std::stop_token& stop) : pickle_(pickle), stop_(stop) {}

  Expected<std::vector<PickledTensor>> tensors() && {
    for (const Pickle::Value& value : pickle_.values) {
      const auto* const global = std::get_if<Pickle::Global>(&value);
      if (global == nullptr || is_plain(global->name)) continue;
      return fail(ErrorKind::kUnsupported,
                  tr("it holds {substr}, and so more than tensors, dictionaries and numbers",
                     arg("substr", printable(global->name.substr(0, kLongestWord)))),
                  tr("in Python, torch.save(model.state_dict(), path) saves the tensors alone"));
    }
    if (const auto found = visit(pickle_.root, {}, 0); !found) return tl::unexpected(found.error());
    return std::move(found_);
  }

 private:
  std::string_view function_of(Pickle::Ref call) const {
    const auto* const known = pickle_.as<Pickle::Call>(call);
    const auto* const global =
        known == nullptr ? nullptr : pickle_.as<Pickle::Global>(known->function);
    return global == nullptr ? std::string_view() : global->name;
  }
  const std::vector<Pickle::Ref>& items_of(Pickle::Ref sequence) const {
    static const std::vector<Pickle::Ref> kNone;
    const auto* const known = pickle_.as<Pickle::Sequence>(sequence);
    return known == nullptr ? kNone : known->items;
  }
  std::optional<tensor::Shape> sizes_of(Pickle::Ref sequence) const {
    tensor::Shape sizes;
    if (items_of(sequence).size() > base::kMaxRank) return std::nullopt;
    for (const Pickle::Ref item : items_of(sequence)) {
      const auto* const size = pickle_.as<std::int64_t>(item);
      if (size == nullptr || *size < 0) return std::nullopt;
      sizes.push_back(*size);
    }
    return sizes;
  }

  // ("storage", its type, its key, a device, how many elements it has).
  std::optional<Storage> storage_of(Pickle::Ref persistent) const {
    constexpr std::size_t kParts = 5;
    const auto* const known = pickle_.as<Pickle::Persistent>(persistent);
    if (known == nullptr || items_of(known->id).size() < kParts) return std::nullopt;
    const auto& parts = items_of(known->id);
    const auto* const type = pickle_.as<Pickle::Global>(parts[1]);
    const auto* const key = pickle_.as<std::string>(parts[2]);
    const auto* const count = pickle_.as<std::int64_t>(parts[4]);
    if (type == nullptr || key == nullptr || count == nullptr || *count < 0 ||
        key->size() > kLongestWord) {
      return std::nullopt;
    }
    Storage storage{*key, "", {}, *count};
    take_torch_type(storage, type->name);
    return storage;
  }

  // (its storage, the first element, sizes, strides, ...), of version 3 with its type at the end.
  Expected<PickledTensor> tensor_of(const std::string& name, Pickle::Ref arguments,
                                    bool has_type) const {
    const auto& parts = items_of(arguments);
    if (parts.size() < (has_type ? 7U : 4U)) return misdescribed(name);
    auto storage = storage_of(parts[0]);
    const auto* const offset = pickle_.as<std::int64_t>(parts[1]);
    auto shape = sizes_of(parts[2]);
    auto strides = sizes_of(parts[3]);
    if (!storage || offset == nullptr || *offset < 0 || !shape || !strides ||
        shape->size() != strides->size()) {
      return misdescribed(name);
    }
    if (has_type) {
      const auto* const type = pickle_.as<Pickle::Global>(parts[6]);
      if (type == nullptr) return misdescribed(name);
      take_torch_type(*storage, type->name);
      if (storage->element) {  // it counts bytes
        storage->count /= static_cast<std::int64_t>(storage->element->size);
      }
    }
    if (const auto count = tensor::element_count(*shape); !count) {
      return tl::unexpected(count.error());
    }
    PickledTensor tensor{
        {name, storage->type, *std::move(shape)}, {}, *offset, *std::move(strides)};
    tensor.storage = *std::move(storage);
    return tensor;
  }

  // The keys that lead to a value.
  struct Path {
    const Path* before = nullptr;
    std::string_view key{};
  };

  static std::string name_of(const Path& path) {
    std::vector<std::string_view> keys;
    for (const Path* at = &path; at->before != nullptr; at = at->before) keys.push_back(at->key);
    std::ranges::reverse(keys);
    return fmt::format("{}", fmt::join(keys, "."));
  }

  Expected<void> take_tensor(const Path& path, Pickle::Ref arguments, bool has_type) {
    const std::string name = name_of(path);
    name_bytes_ += name.size();
    if (found_.size() >= base::kMaxNpzMembers || name_bytes_ > base::kMaxPickleBytes) {
      return fail(
          ErrorKind::kTooLarge,
          tr("it has more than {most} tensors, or {max_pickle_bytes} bytes of their names",
             arg("most", base::kMaxNpzMembers), arg("max_pickle_bytes", base::kMaxPickleBytes)));
    }
    auto tensor = tensor_of(name, arguments, has_type);
    if (!tensor) return tl::unexpected(tensor.error());
    if (!names_.insert(name).second) {
      return fail(ErrorKind::kMalformed,
                  tr("its tensor {name} is there twice", arg("name", quote(name))));
    }
    found_.push_back(*std::move(tensor));
    return {};
  }

  Expected<void> visit_call(Pickle::Ref value, const Path& path, int depth) {
    const std::string_view function = function_of(value);
    const Pickle::Ref arguments = pickle_.as<Pickle::Call>(value)->arguments;
    const auto& parts = items_of(arguments);
    if (function == "torch._utils._rebuild_tensor_v2") return take_tensor(path, arguments, false);
    if (function == "torch._utils._rebuild_tensor_v3") return take_tensor(path, arguments, true);
    if (function == "torch._utils._rebuild_parameter" && !parts.empty()) {
      return visit(parts[0], path, depth + 1);
    }
    // (the function that rebuilds it, a class, that function's arguments, attributes).
    if (function != "torch._tensor._rebuild_from_type_v2" || parts.size() < 3) return {};
    const auto* const rebuilds = pickle_.as<Pickle::Global>(parts[0]);
    if (rebuilds == nullptr || !rebuilds->name.starts_with("torch._utils._rebuild_tensor_v")) {
      return {};
    }
    return take_tensor(path, parts[2], rebuilds->name.ends_with('3'));
  }

  Expected<void> visit_items(const Pickle::Dictionary& dictionary, const Path& path, int depth) {
    for (const auto& [key, item] : dictionary.items) {
      const auto* const word = pickle_.as<std::string>(key);
      const auto* const number = pickle_.as<std::int64_t>(key);
      if (word == nullptr && number == nullptr) continue;
      const std::string digits = word == nullptr ? std::to_string(*number) : "";
      const Path inside{&path, word == nullptr ? digits : *word};
      if (auto found = visit(item, inside, depth + 1); !found) return found;
    }
    return {};
  }

  Expected<void> visit(Pickle::Ref value, const Path& path, int depth) {
    constexpr int kDeepest = 64;
    constexpr std::size_t kMostVisits = std::size_t{1} << 21;
    if (stop_.stop_requested()) return fail(ErrorKind::kCancelled, tr("reading was stopped"));
    if (depth > kDeepest || ++visits_ > kMostVisits) {
      return fail(ErrorKind::kTooLarge,
                  tr("its dictionaries and lists lie too deep in each other"));
    }
    if (const auto* const dictionary = pickle_.as<Pickle::Dictionary>(value)) {
      return visit_items(*dictionary, path, depth);
    }
    if (const auto* const list = pickle_.as<Pickle::Sequence>(value)) {
      for (std::size_t i = 0; i < list->items.size(); ++i) {
        const std::string digits = std::to_string(i);
        if (auto found = visit(list->items[i], {&path, digits}, depth + 1); !found) return found;
      }
    } else if (pickle_.as<Pickle::Call>(value) != nullptr) {
      return visit_call(value, path, depth);
    }
    return {};
  }

  const Pickle& pickle_;
  const std::stop_token& stop_;
  std::vector<PickledTensor> found_{};
  std::set<std::string> names_{};
  std::size_t visits_ = 0;
  std::size_t name_bytes_ = 0;
};

// Strides of a tensor whose elements lie one after the other, in this order of dimensions.
tensor::Shape dense_strides(const tensor::Shape& shape, bool fortran) {
  tensor::Shape strides(shape.size());
  std::int64_t stride = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::size_t dim = fortran ? i : shape.size() - 1 - i;
    strides[dim] = stride;
    stride *= shape[dim];
  }
  return strides;
}

// Whether the strides agree wherever a dimension has more than one element.
bool lies_as(const PickledTensor& tensor, const tensor::Shape& strides) {
  for (std::size_t dim = 0; dim < strides.size(); ++dim) {
    if (tensor.entry.shape[dim] > 1 && tensor.strides[dim] != strides[dim]) return false;
  }
  return true;
}

// How many elements of the storage there are from a tensor's first to its last; none: past any.
std::optional<std::int64_t> reach_of(const PickledTensor& tensor) {
  std::int64_t reach = 1;
  for (std::size_t dim = 0; dim < tensor.strides.size(); ++dim) {
    const std::int64_t size = tensor.entry.shape[dim];
    if (size == 0) return 0;
    std::int64_t more = 0;
    if (__builtin_mul_overflow(size - 1, tensor.strides[dim], &more) ||
        __builtin_add_overflow(reach, more, &reach)) {
      return std::nullopt;
    }
  }
  return reach;
}

// Why a tensor cannot be read, and whether it is much larger than its bytes in the file.
void look_at(PickledTensor& tensor) {
  ArrayEntry& entry = tensor.entry;
  if (!tensor.storage.element) {
    entry.problem = tr("its type {type} is unknown here", arg("type", quote(entry.type)));
    return;
  }
  entry.type = type_name(*tensor.storage.element);
  const auto reach = reach_of(tensor);
  if (!reach || *reach > tensor.storage.count || tensor.offset > tensor.storage.count - *reach) {
    entry.problem = tr("it reaches beyond its storage");
    return;
  }
  const ZipFile::Size size{
      static_cast<std::uint64_t>(*reach) * tensor.storage.element->size,
      static_cast<std::uint64_t>(tensor::product(entry.shape)) * sizeof(float)};
  entry.swells = size.swelling();
}

Expected<void> skip_bytes(ByteSource& source, std::uint64_t bytes) {
  constexpr std::uint64_t kSkipped = std::uint64_t{1} << 16;
  std::vector<char> piece(static_cast<std::size_t>(std::min(bytes, kSkipped)));
  while (bytes > 0) {
    const auto part = std::min<std::uint64_t>(bytes, piece.size());
    auto read = source.read(std::span(piece).first(static_cast<std::size_t>(part)));
    if (!read) return read;
    bytes -= part;
  }
  return {};
}

// The elements one after the other in the order of the shape.
Expected<Tensor> gathered(const Tensor& flat, const PickledTensor& tensor) {
  const tensor::Shape& shape = tensor.entry.shape;
  auto result = Tensor::unfilled(shape);
  if (!result) return result;
  std::vector<std::int64_t> index(shape.size(), 0);
  std::int64_t at = 0;
  for (float& value : result->values()) {
    value = flat.values()[static_cast<std::size_t>(at)];
    for (std::size_t dim = shape.size(); dim-- > 0;) {
      at += tensor.strides[dim];
      if (++index[dim] < shape[dim]) break;
      at -= tensor.strides[dim] * shape[dim];
      index[dim] = 0;
    }
  }
  return result;
}

Expected<Tensor> read_pickled(const PickledTensor& tensor, const OpenStorage& open,
                              const ReadWatch& watch) {
  const ArrayEntry& entry = tensor.entry;
  if (!entry.problem.empty()) return fail(ErrorKind::kUnsupported, entry.problem);
  if (entry.swells && !watch.may_swell) {
    return fail(ErrorKind::kTooLarge, sentence_of(*entry.swells, entry.name));
  }
  const std::int64_t reach = *reach_of(tensor);
  if (reach == 0) return Tensor::unfilled(entry.shape);
  const NpyElement& element = *tensor.storage.element;
  const auto before = static_cast<std::uint64_t>(tensor.offset) * element.size;
  auto source = open(tensor.storage, before + static_cast<std::uint64_t>(reach) * element.size);
  if (!source) return tl::unexpected(source.error());
  if (const auto skipped = skip_bytes(*source, before); !skipped)
    return tl::unexpected(skipped.error());
  for (const bool fortran : {false, true}) {
    if (!lies_as(tensor, dense_strides(entry.shape, fortran))) continue;
    return read_numbers(*std::move(source), {element, fortran, entry.shape}, watch);
  }
  ReadWatch of_all = watch;
  of_all.doubles = nullptr;  // in another order
  auto flat = read_numbers(*std::move(source), {element, false, {reach}}, of_all);
  if (!flat) return flat;
  return gathered(*flat, tensor);
}

}  // namespace

Expected<std::vector<PickledTensor>> pickled_tensors(const Pickle& pickle,
                                                     const std::stop_token& stop) {
  return Walk(pickle, stop).tensors();
}

Arrays arrays_of_storages(std::vector<PickledTensor> tensors, OpenStorage open) {
  Arrays arrays;
  for (PickledTensor& tensor : tensors) {
    look_at(tensor);
    arrays.entries.push_back(tensor.entry);
  }
  arrays.read = [tensors = std::move(tensors), open = std::move(open)](std::size_t at,
                                                                       const ReadWatch& watch) {
    return read_pickled(tensors[at], open, watch);
  };
  return arrays;
}

}  // namespace normscope::io
