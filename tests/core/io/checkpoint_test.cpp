// SPDX-License-Identifier: MIT
// PyTorch's checkpoints to the last bit, what is refused by name, and damaged ones.
#include "core/io/checkpoint.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/io/tensor_file.hpp"
#include "tests/core/io/io_support.hpp"
#include "tests/support/zip.hpp"

namespace normscope::io::checkpoint_test {

using base::ErrorKind;
using namespace std::string_view_literals;
using nlohmann::json;

json goldens() {
  return testing::read_json_data("checkpoints/checkpoints.json");
}

std::string file_of(const json& golden) {
  return from_hex(golden.at("file").get<std::string>());
}

base::Expected<Arrays> arrays_of(const std::string& file) {
  return arrays_in(ByteSource::of(file), "model.pt").map([](std::optional<Arrays>&& arrays) {
    return std::move(arrays).value();
  });
}

void expect_tensor(const json& golden, const Arrays& arrays) {
  const std::string name = golden.at("name").get<std::string>();
  SCOPED_TRACE(name);
  const auto entry = std::ranges::find(arrays.entries, name, &ArrayEntry::name);
  ASSERT_NE(entry, arrays.entries.end());
  EXPECT_EQ(entry->type, golden.at("type").get<std::string>());
  EXPECT_EQ(entry->problem, "");
  const auto at = static_cast<std::size_t>(entry - arrays.entries.begin());
  const auto tensor = NORMSCOPE_VALUE_OR_FAIL(arrays.read(at, {}));
  EXPECT_EQ(tensor.shape(), golden.at("shape").get<tensor::Shape>());
  const auto bits = bits_of(tensor);
  ASSERT_EQ(bits.size(), golden.at("values").size());
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const float expected = testing::from_bits(golden.at("values")[i].get<std::string>());
    EXPECT_EQ(bits[i], std::bit_cast<std::uint32_t>(expected)) << "element " << i;
  }
}

TEST(Checkpoint, ReadsWhatTorchSaveWrites) {
  const json cases = goldens().at("read");
  ASSERT_EQ(cases.size(), 6U);
  for (const json& golden : cases) {
    SCOPED_TRACE(golden.at("name").get<std::string>());
    const std::string file = file_of(golden);
    EXPECT_TRUE(begins_as_arrays(file));
    const Arrays arrays = NORMSCOPE_VALUE_OR_FAIL(arrays_of(file));
    ASSERT_EQ(arrays.entries.size(), golden.at("arrays").size());
    for (const json& array : golden.at("arrays")) expect_tensor(array, arrays);
  }
}

TEST(Checkpoint, RefusesByNameWhatIsMore) {
  const json cases = goldens().at("refused");
  ASSERT_EQ(cases.size(), 3U);
  for (const json& golden : cases) {
    const auto arrays = arrays_of(file_of(golden));
    expect_error(arrays, ErrorKind::kUnsupported,
                 "it holds " + golden.at("names").get<std::string>() + ", and so more than");
  }
}

// Each is read, or refused with a sentence; nothing else comes of it.
void read_all(const std::string& file) {
  const auto found = arrays_in(ByteSource::of(file), "model.pt");
  if (!found) {
    EXPECT_FALSE(found.error().sentence.empty());
    return;
  }
  const std::optional<Arrays>& arrays = *found;
  for (std::size_t at = 0; arrays && at < arrays->entries.size(); ++at) {
    const auto tensor = arrays->read(at, {});
    if (!tensor) {
      EXPECT_FALSE(tensor.error().sentence.empty());
      continue;
    }
    EXPECT_EQ(tensor->shape(), arrays->entries[at].shape);
  }
}

TEST(Checkpoint, ADamagedOneIsASentence) {
  const json cases = goldens().at("read");
  for (const std::size_t which : {1U, 5U}) {  // a zip archive, and one from before
    const std::string file = file_of(cases.at(which));
    for (std::size_t size = 16; size < file.size(); size += 7) read_all(file.substr(0, size));
    for (std::size_t at = 0; at < file.size(); at += 3) {
      std::string damaged = file;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
      read_all(damaged);
    }
  }
}

// Lists that hold each other, long keys and long shapes: refused with the work that they are worth.
TEST(Checkpoint, WhatGrowsBeyondItsBytesIsRefused) {
  const auto checkpoint_of = [](std::string_view pickle) {
    return testing::zip_of({{"archive/data.pkl", "\x80\x02" + std::string(pickle) + "."}});
  };
  // Twenty-four lists, each of them twice in the next one.
  std::string nested = "]";
  for (char i = 0; i < 24; ++i) {
    nested += std::string("q") + i + "0](h" + i + "h" + i + "e";
  }
  expect_error(arrays_of(checkpoint_of(nested)), ErrorKind::kTooLarge, "too deep in each other");
  const std::string_view circle =
      "]q\x00h\x00"
      "a"sv;
  expect_error(arrays_of(checkpoint_of(circle)), ErrorKind::kTooLarge, "too deep in each other");
  const std::string long_global = "c" + std::string(300, 'm') + "\nx\n";
  expect_error(arrays_of(checkpoint_of(long_global)), ErrorKind::kUnsupported, "it holds mmm");
}

TEST(Checkpoint, OneThatEndsWithinItsNumbersSaysSo) {
  const std::string file = file_of(goldens().at("read").at(5));
  expect_error(arrays_of(file.substr(0, file.size() - 4)), ErrorKind::kMalformed,
               "it ends within its numbers");
}

}  // namespace normscope::io::checkpoint_test
