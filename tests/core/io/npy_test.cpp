// SPDX-License-Identifier: MIT
// .npy files written by NumPy are read to the last bit, our files have the same bytes as NumPy's,
// and a written array reads back unchanged.
#include "core/io/npy.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

#include "core/tensor/file_guard.hpp"
#include "tests/core/io/io_support.hpp"

namespace normscope::io::npy_test {

using tensor::Shape;
using tensor::Tensor;

base::Expected<Tensor> read(std::string_view bytes) {
  return read_npy(ByteSource::of(bytes));
}

std::string npy_bytes(const Tensor& tensor) {
  return *collect([&](const ByteSink& sink) { return write_npy(tensor, sink); });
}

std::string with_header(std::string_view dictionary, std::string_view data) {
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(dictionary.size() & 0xff);
  file += static_cast<char>(dictionary.size() >> 8);
  return file.append(dictionary).append(data);
}

TEST(Npy, ReadsWhatNumpyWrites) {
  const auto goldens = testing::read_json_data("io/npy.json");
  ASSERT_GT(goldens.at("read").size(), 100U);
  for (const auto& golden : goldens.at("read")) {
    SCOPED_TRACE(golden.at("name").get<std::string>());
    const auto tensor = read(from_hex(golden.at("file").get<std::string>()));
    ASSERT_TRUE(tensor.has_value()) << tensor.error().sentence;
    EXPECT_EQ(tensor->shape(), golden.at("shape").get<Shape>());
    const auto bits = bits_of(*tensor);
    ASSERT_EQ(bits.size(), golden.at("values").size());
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const float expected = testing::from_bits(golden.at("values")[i].get<std::string>());
      EXPECT_EQ(without_payload(bits[i]), without_payload(std::bit_cast<std::uint32_t>(expected)))
          << "element " << i;
    }
  }
}

TEST(Npy, WritesTheBytesOfNumpySave) {
  const auto goldens = testing::read_json_data("io/npy.json");
  ASSERT_GE(goldens.at("save").size(), 10U);
  for (const auto& golden : goldens.at("save")) {
    std::vector<float> values;
    for (const auto& bits : golden.at("values")) {
      values.push_back(testing::from_bits(bits.get<std::string>()));
    }
    const Tensor tensor = testing::make(golden.at("shape").get<Shape>(), std::move(values));
    EXPECT_EQ(npy_bytes(tensor), from_hex(golden.at("file").get<std::string>()))
        << golden.at("shape");
  }
}

TEST(Npy, HeadersAsOtherWritersWriteThem) {
  const std::string data("\x00\x00\x80\x3f\x00\x00\x00\x40", 8);  // 1, 2
  for (const char* const dictionary : {
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }",
           "{'shape':(2,),'fortran_order':False,'descr':'<f4'}",
           R"({"descr": "<f4", "fortran_order": False, "shape": (2,)})",
           "  {\n  'fortran_order' : True ,\n\t'descr' : 'f4' , 'shape' : ( 2 , ) , }  \n",
           "{u'descr': u'=f4', u'fortran_order': False, u'shape': (2L,)}",
           "{'descr': '|f4', 'fortran_order': False, 'shape': (+2,)}",
           "{'descr': 'float32', 'fortran_order': False, 'shape': (2,)}",
       }) {
    const auto tensor = read(with_header(dictionary, data));
    ASSERT_TRUE(tensor.has_value()) << dictionary << ": " << tensor.error().sentence;
    EXPECT_EQ(*tensor, testing::make({2}, {1.0F, 2.0F})) << dictionary;
  }
}

TEST(Npy, AnyNonZeroBoolIsTrue) {
  const auto tensor =
      read(with_header("{'descr': '?', 'fortran_order': False, 'shape': (3,)}", "..."));
  EXPECT_FALSE(tensor.has_value());  // '?' is no code that NumPy writes
  const auto known = read(with_header("{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}",
                                      std::string_view("\x00\x01\xff", 3)));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(known), testing::make({3}, {0.0F, 1.0F, 1.0F}));
}

TEST(Npy, Float64BeyondFloat32BecomesAnInfinity) {
  const auto bytes = std::bit_cast<std::array<char, sizeof(double)>>(-1e39);
  const std::string_view data(bytes.data(), bytes.size());
  const auto tensor =
      read(with_header("{'descr': '<f8', 'fortran_order': False, 'shape': ()}", data));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(tensor),
            testing::make({}, {-std::numeric_limits<float>::infinity()}));
}

TEST(Npy, FortranOrderAcrossManyPieces) {
  // More elements than one piece of the reader, with odd sizes so that pieces end inside runs.
  const Shape shape = {61, 37, 53};
  std::string data;
  for (int k = 0; k < 53; ++k) {
    for (int j = 0; j < 37; ++j) {
      for (int i = 0; i < 61; ++i) {
        const auto value = static_cast<std::uint32_t>((i * 37 + j) * 53 + k);
        for (int byte = 3; byte >= 0; --byte) data += static_cast<char>(value >> (8 * byte));
      }
    }
  }
  const auto tensor =
      read(with_header("{'descr': '>u4', 'fortran_order': True, 'shape': (61, 37, 53)}", data));
  ASSERT_TRUE(tensor.has_value()) << tensor.error().sentence;
  ASSERT_EQ(tensor->shape(), shape);
  for (std::int64_t i = 0; i < tensor->size(); ++i) {
    ASSERT_EQ(tensor->values()[static_cast<std::size_t>(i)], static_cast<float>(i));
  }
}

// Also in Fortran order, and of the integers the first that even double has not.
TEST(Npy, GivesDoublesToWhomAsksForThem) {
  std::string data;
  for (const std::uint64_t value :
       {std::uint64_t{1} << 53, std::uint64_t{3}, std::uint64_t{5}, (std::uint64_t{1} << 53) + 1}) {
    for (int byte = 0; byte < 8; ++byte) data += static_cast<char>(value >> (8 * byte));
  }
  Doubles doubles;
  const std::string file =
      with_header("{'descr': '<i8', 'fortran_order': True, 'shape': (2, 2)}", data);
  ASSERT_TRUE(read_npy(ByteSource::of(file), {.doubles = &doubles}));
  EXPECT_EQ(doubles.values, (std::vector<double>{0x1p53, 5, 3, 0x1p53}));
  EXPECT_EQ(doubles.inexact, 3);
  Doubles none;
  const std::string small =
      with_header("{'descr': '<i2', 'fortran_order': False, 'shape': (1,)}", "ab");
  ASSERT_TRUE(read_npy(ByteSource::of(small), {.doubles = &none}));
  EXPECT_TRUE(none.values.empty()) << "float32 has each of its numbers";
  bool rounds = true;
  ASSERT_TRUE(read_npy(ByteSource::of(small), {.rounds = &rounds}));
  EXPECT_FALSE(rounds);
  ASSERT_TRUE(read_npy(ByteSource::of(file), {.rounds = &rounds}));
  EXPECT_TRUE(rounds);
}

RC_GTEST_PROP(Npy, ComesBackAsItWent, ()) {
  const auto shape = *rc::gen::map(
      rc::gen::resize(5, rc::gen::container<Shape>(rc::gen::inRange<std::int64_t>(0, 5))),
      [](Shape sizes) { return sizes; });
  const auto count = static_cast<std::size_t>(tensor::product(shape));
  const auto bits =
      *rc::gen::container<std::vector<std::uint32_t>>(count, rc::gen::arbitrary<std::uint32_t>());
  std::vector<float> values;
  values.reserve(bits.size());
  for (const std::uint32_t b : bits) values.push_back(std::bit_cast<float>(b));
  const Tensor tensor = testing::make(shape, std::move(values));
  const auto back = read(npy_bytes(tensor));
  RC_ASSERT(back.has_value());
  RC_ASSERT(back->shape() == shape);
  RC_ASSERT(bits_of(*back) == bits);  // payloads of NaNs included
}

// What needs no conversion may stay in its file; the numbers are the same.
TEST(Npy, NumbersThatMayStayInTheirFile) {
  tensor::guard_mapped_files();
  const testing::TemporaryFolder folder;
  std::vector<float> numbers(2'000'003);
  std::iota(numbers.begin(), numbers.end(), -5.0F);
  const Tensor tensor = testing::make({2'000'003}, std::move(numbers));
  const std::string stored = npy_bytes(tensor);
  testing::write_file(folder / "x.npy", stored);
  auto source = ByteSource::open(folder / "x.npy");
  ASSERT_TRUE(source.has_value());
  const auto staying = read_npy(std::move(*source), {.may_stay = true});
  ASSERT_TRUE(staying.has_value()) << staying.error().sentence;
  EXPECT_EQ(bits_of(*staying), bits_of(tensor));
  // From memory, and where the bytes are swapped, they are read.
  std::string swapped = stored;
  swapped.replace(swapped.find("<f4"), 3, ">f4");
  testing::write_file(folder / "swapped.npy", swapped);
  for (int from = 0; from < 2; ++from) {
    auto other = from == 0 ? ByteSource::of(stored) : *ByteSource::open(folder / "swapped.npy");
    const auto read = read_npy(std::move(other), {.may_stay = true});
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(std::as_const(*read).values().size(), 2'000'003U);
    EXPECT_FALSE(read->damaged());
  }
}

}  // namespace normscope::io::npy_test
