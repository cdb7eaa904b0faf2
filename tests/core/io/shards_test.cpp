// SPDX-License-Identifier: MIT
// A model in several files is one list.
#include "core/io/shards.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/io/tensor_file.hpp"
#include "tests/core/io/io_support.hpp"

namespace normscope::io::shards_test {

using base::ErrorKind;

struct ShardsTest : public ::testing::Test {
  ShardsTest() {
    const auto a = testing::make({2}, {1, 2});
    const auto b = testing::make({1, 3}, {3, 4, 5});
    const NamedTensor first{"ln.weight", &a};
    const NamedTensor second{"wte", &b};
    EXPECT_TRUE(write_archive(folder / "model-1.safetensors", {&first, 1}));
    EXPECT_TRUE(write_archive(folder / "model-2.safetensors", {&second, 1}));
  }
  base::Expected<tensor::Tensor> read(std::string_view map, const std::string& name) const {
    const auto path = folder / "model.safetensors.index.json";
    testing::write_file(path, map);
    return read_tensor(std::filesystem::path(path.string() + ":" + name));
  }

  testing::TemporaryFolder folder{};
};

TEST_F(ShardsTest, AreOneList) {
  constexpr std::string_view kMap = R"({"metadata": {"total_size": 20}, "weight_map": {
    "ln.weight": "model-1.safetensors", "wte": "model-2.safetensors",
    "lost": "model-3.safetensors", "unlisted": "model-1.safetensors"}})";
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read(kMap, "ln.weight")), testing::make({2}, {1, 2}));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read(kMap, "wte")), testing::make({1, 3}, {3, 4, 5}));
  expect_error(read(kMap, "lost"), ErrorKind::kUnsupported,
               "model-3.safetensors: there is no such file");
  expect_error(read(kMap, "unlisted"), ErrorKind::kUnsupported,
               "model-1.safetensors: it has no such tensor");
  expect_error(read(kMap, "none"), ErrorKind::kNotFound, "no array named \"none\"");
}

TEST_F(ShardsTest, LieBesideTheIndex) {
  for (const char* const file : {"../x.safetensors", "/etc/passwd", "", "..", ".hidden"}) {
    expect_error(read(fmt::format(R"({{"weight_map": {{"a": "{}"}}}})", file), "a"),
                 ErrorKind::kInvalidArgument, "is not beside it");
  }
  expect_error(read(R"({"weight_map": {"a": "model.safetensors.index.json"}})", "a"),
               ErrorKind::kUnsupported, "an index lists itself");
}

TEST_F(ShardsTest, WithoutAMapAreRefused) {
  for (const char* const text :
       {"[]", "{", "{}", R"({"weight_map": 1})", R"({"weight_map": {"a": 1}})"}) {
    expect_error(read(text, "a"), ErrorKind::kMalformed, "it has no weight_map");
  }
}

}  // namespace normscope::io::shards_test
