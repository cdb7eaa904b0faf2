// SPDX-License-Identifier: MIT
#include "app/document/array.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

#include "core/text/translate.hpp"

namespace normscope::document {

using tensor::Shape;
using tensor::Tensor;

namespace {

bool same_bits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

bool same_bits(std::span<const float> a, std::span<const float> b) {
  if (a.size() != b.size()) return false;
  return a.data() == b.data() || a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

}  // namespace

Array::Array() : Array(Tensor{}) {}

Array::Array(Tensor values)
    : shape_(values.shape()), base_(std::make_shared<const Tensor>(std::move(values))) {}

std::span<const float> Array::block(std::int64_t number) const {
  const auto replaced = blocks_.find(number);
  if (replaced != blocks_.end()) return *replaced->second;
  const std::int64_t first = number * kBlock;
  return base_->values().subspan(static_cast<std::size_t>(first),
                                 static_cast<std::size_t>(std::min(kBlock, size() - first)));
}

float Array::at(std::int64_t index) const {
  return block(index / kBlock)[static_cast<std::size_t>(index % kBlock)];
}

Array Array::with(std::int64_t index, float value) const {
  const std::pair change{index, value};
  return with(std::span(&change, 1));
}

Array Array::with(std::span<const std::pair<std::int64_t, float>> changes) const {
  Array result = *this;
  std::map<std::int64_t, std::shared_ptr<Block>> fresh;  // copied in this call, still writable
  for (const auto& [index, value] : changes) {
    if (same_bits(result.at(index), value)) continue;
    auto& copy = fresh[index / kBlock];
    if (copy == nullptr) {
      const auto old = block(index / kBlock);
      copy = std::make_shared<Block>(old.begin(), old.end());
      result.blocks_[index / kBlock] = copy;
    }
    (*copy)[static_cast<std::size_t>(index % kBlock)] = value;
  }
  return result;
}

base::Expected<Array> Array::reshaped(Shape shape) const {
  const auto count = tensor::element_count(shape);
  if (!count) return tl::unexpected(count.error());
  if (*count != size()) {
    return base::fail(
        base::ErrorKind::kInvalidArgument,
        tr("shape {shape} has {elements} elements, but there are {numbers} numbers in {own}",
           arg("shape", tensor::shape_to_text(shape)), arg("elements", *count),
           arg("numbers", size()), arg("own", tensor::shape_to_text(shape_))));
  }
  Array result = *this;
  result.shape_ = std::move(shape);
  return result;
}

std::shared_ptr<const Tensor> Array::values() const {
  if (blocks_.empty() && base_->shape() == shape_) return base_;
  auto all = std::make_shared<Tensor>(*base_);
  for (const auto& [number, replaced] : blocks_) {
    std::ranges::copy(*replaced, all->values().begin() + number * kBlock);
  }
  if (all->shape() == shape_) return all;
  // The number of values matches the shape: only reshaped() changes it, and checks the size.
  return std::make_shared<const Tensor>(*std::move(*all).reshaped(shape_));
}

std::vector<std::pair<std::int64_t, float>> Array::changes() const {
  std::vector<std::pair<std::int64_t, float>> changed;
  const auto base = base_->values();
  for (const auto& [number, replaced] : blocks_) {
    for (std::size_t i = 0; i < replaced->size(); ++i) {
      const std::int64_t index = number * kBlock + static_cast<std::int64_t>(i);
      const float value = (*replaced)[i];
      if (!same_bits(value, base[static_cast<std::size_t>(index)])) {
        changed.emplace_back(index, value);
      }
    }
  }
  return changed;
}

std::optional<std::vector<std::int64_t>> Array::changed_since(const Array& other) const {
  if (base_ != other.base_ || shape_ != other.shape_) return std::nullopt;
  std::vector<std::int64_t> positions;
  auto blocks = blocks_;
  blocks.insert(other.blocks_.begin(), other.blocks_.end());
  for (const auto& [number, replaced] : blocks) {
    const auto ours = block(number);
    const auto theirs = other.block(number);
    if (ours.data() == theirs.data()) continue;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      if (same_bits(ours[i], theirs[i])) continue;
      positions.push_back(number * kBlock + static_cast<std::int64_t>(i));
    }
  }
  return positions;
}

void Array::visit_memory(const std::function<void(const void*, std::size_t)>& visit) const {
  visit(base_.get(), base_->values().size_bytes());
  for (const auto& [number, replaced] : blocks_) {
    visit(replaced.get(), replaced->size() * sizeof(float));
  }
}

bool Array::operator==(const Array& other) const {
  if (shape_ != other.shape_) return false;
  for (std::int64_t number = 0; number * kBlock < size(); ++number) {
    if (!same_bits(block(number), other.block(number))) return false;
  }
  return true;
}

}  // namespace normscope::document
