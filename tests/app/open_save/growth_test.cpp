// SPDX-License-Identifier: MIT
// A file of twice the size costs every reader twice: allocations, their bytes, and the bytes that
// the C library copies, compares and searches are counted. A test of seconds would tell nothing on
// a busy machine. Each shape is one that a stranger may choose, also where it is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/session/session.hpp"
#include "app/figures/export/state.hpp"
#include "app/lessons/loader.hpp"
#include "app/lessons/notebook_lesson.hpp"
#include "app/notebook/ipynb/notebook_file.hpp"
#include "core/io/npy.hpp"
#include "core/io/safetensors.hpp"
#include "core/io/table.hpp"
#include "core/io/table_guess.hpp"
#include "core/io/tensor_file.hpp"
#include "core/tensor/parse.hpp"
#include "tests/support/counted_bytes.hpp"
#include "tests/support/failing_memory.hpp"
#include "tests/support/zip.hpp"

namespace normscope::testing {
namespace {

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): counted by operator new
std::atomic<std::uint64_t> allocations = 0;
std::atomic<std::uint64_t> allocated = 0;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

struct Cost {
  std::uint64_t allocations = 0;
  std::uint64_t allocated = 0;  // bytes
  std::uint64_t walked = 0;     // bytes
};

struct Shape {
  std::string name;
  std::function<std::string(std::size_t bytes)> text;  // of about so many
  std::function<void(std::string_view)> read;
  std::size_t bytes = std::size_t{128} << 10;
};

void PrintTo(const Shape& shape, std::ostream* out) {
  *out << shape.name;
}

Cost cost_of(const Shape& shape, std::size_t bytes) {
  const std::string text = shape.text(bytes);
  allocations = 0;
  allocated = 0;
  const std::uint64_t before = counted_bytes();
  set_allocation_fails([](std::size_t size) {
    ++allocations;
    allocated += size;
    return false;
  });
  shape.read(text);
  set_allocation_fails(nullptr);
  return {allocations, allocated, counted_bytes() - before};
}

std::string times(std::string_view piece, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

std::string little_endian(std::uint64_t number, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>((number >> (8 * i)) & 0xFF);
  return text;
}

std::string npy_of(const std::string& header, std::size_t data) {
  return "\x93NUMPY\x02" + std::string(1, '\0') + little_endian(header.size(), 4) + header +
         std::string(data, '\0');
}

std::string npz_of(std::size_t bytes) {
  std::vector<ZipMember> members;
  const std::string array =
      npy_of("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n", 4);
  for (std::size_t i = 0; 320 * i < bytes; ++i) {
    members.push_back({fmt::format("array.{:06}.npy", i), array});
  }
  return zip_of(members);
}

std::string safetensors_of(const std::string& header, std::size_t data) {
  return little_endian(header.size(), 8) + header + std::string(data, '\0');
}

std::string tensors_of(std::size_t bytes) {
  std::string header = "{";
  std::size_t at = 0;
  for (; header.size() < bytes; ++at) {
    header +=
        fmt::format(R"({}"layer.{}.weight":{{"dtype":"F32","shape":[1],"data_offsets":[{},{}]}})",
                    at == 0 ? "" : ",", at, 4 * at, 4 * at + 4);
  }
  return safetensors_of(header + "}", 4 * at);
}

std::string lesson_of(std::string_view piece, std::size_t bytes) {
  return "+++\nid = \"a\"\ntitle = \"A\"\nsource = \"s\"\n+++\n## One\n```normscope\ninput = { "
         "values = [[1, 2, 4]] }\noperation = \"layer-norm\"\n```\n" +
         times(piece, bytes);
}

std::string cells_of(std::string_view cell, std::size_t bytes) {
  std::string text = times(fmt::format("{},", cell), bytes);
  text.pop_back();
  return fmt::format(R"({{"nbformat": 4, "nbformat_minor": 5, "metadata": {{}}, "cells": [{}]}})",
                     text);
}

std::string session_of(std::size_t bytes) {
  static const std::string whole = document::to_session(document::welcome_document());
  // Another key of the object: it is parsed, and then refused.
  const std::string rest = whole.substr(0, whole.rfind('}'));
  return fmt::format(R"({}, "more": [{}1]}})", rest, times(R"({"a": [1, 2.5, "x"]},)", bytes));
}

void read_npy_front(std::string_view bytes) {
  io::ByteSource source = io::ByteSource::of(bytes);
  (void)io::read_npy_header(source);
}
void read_lesson(std::string_view bytes) {
  (void)lessons::read_lesson(bytes);
}
void read_notebook(std::string_view bytes) {
  const auto file = notebook::ipynb::read_notebook(bytes);
  if (file) (void)lessons::notebook_lesson(*file, "a.ipynb");
}
void read_table(std::string_view bytes) {
  (void)io::guess_table(bytes);
  (void)io::read_table(bytes);
}
void read_tensors(std::string_view bytes) {
  (void)io::safetensors_arrays(io::ByteSource::of(bytes));
}
void read_figure(std::string_view bytes) {
  (void)figures::read_state(bytes);
}
void read_session(std::string_view bytes) {
  (void)document::from_session(bytes);
}
void read_print(std::string_view bytes) {
  (void)tensor::parse_text(bytes);
}

// A text that repeats a piece, with what stands before and after it.
std::function<std::string(std::size_t)> repeated(const std::string& before,
                                                 const std::string& piece,
                                                 const std::string& after = "") {
  return [=](std::size_t bytes) { return before + times(piece, bytes) + after; };
}
std::function<std::string(std::size_t)> lesson(const std::string& piece) {
  return [=](std::size_t bytes) { return lesson_of(piece, bytes); };
}
std::function<std::string(std::size_t)> notebook(const std::string& cell) {
  return [=](std::size_t bytes) { return cells_of(cell, bytes); };
}

// Within the bounds of a step, so that all of it is read.
constexpr std::size_t kStep = std::size_t{12} << 10;

const std::string kCodeCell =
    R"({"cell_type": "code", "metadata": {}, "source": "x = 1", "execution_count": null, "outputs": []})";
const std::string kTextCell =
    R"({"cell_type": "markdown", "metadata": {}, "source": "# a\n*b* $c$"})";

std::vector<Shape> shapes() {
  return {
      {"npy_blanks",
       [](std::size_t bytes) {
         return npy_of("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }" +
                           std::string(bytes, ' ') + "\n",
                       8);
       },
       read_npy_front},
      {"npy_sizes",
       [](std::size_t bytes) {
         return npy_of(
             "{'descr': '<f4', 'fortran_order': False, 'shape': (" + times("1,", bytes) + "), }\n",
             4);
       },
       read_npy_front},
      {"npz_members", npz_of,
       [](std::string_view bytes) { (void)io::arrays_in(io::ByteSource::of(bytes), ""); }},
      {"safetensors_tensors", tensors_of, read_tensors},
      {"safetensors_objects",
       [](std::size_t bytes) {
         return safetensors_of("{\"a\":[" + times("{},", bytes) + "{}]}", 0);
       },
       read_tensors},
      {"table_rows", repeated("", "1,2,3,4\n"), read_table},
      {"table_columns", repeated("1", ",2"), read_table},
      {"table_header_cell", repeated("a,", "b", "\n1,2\n3,4\n"), read_table},
      {"table_quotes", repeated("\"", "\"\"", "\"\n1\n"), read_table},
      {"table_open_quotes", repeated("", "\"a\n"), read_table},
      {"table_blank_lines", repeated("", "\n"), read_table},
      {"table_words", repeated("", "one two\n"), read_table},
      {"print_rows", repeated("tensor([[1., 2.]", ",\n        [3., 4.]", "])"), read_print},
      {"print_lists", repeated("[", "[", ""), read_print},
      {"print_numbers", repeated("[1", ", -2.5e-3", "]"), read_print},
      {"ipynb_cells", notebook(kCodeCell), read_notebook},
      {"ipynb_texts", notebook(kTextCell), read_notebook},
      {"ipynb_objects", notebook("{}"), read_notebook},
      {"ipynb_long_line",
       [](std::size_t bytes) {
         return cells_of(R"({"cell_type": "markdown", "metadata": {}, "source": ")" +
                             std::string(bytes, 'x') + "\"}",
                         1);
       },
       read_notebook},
      {"ipynb_lines",
       [](std::size_t bytes) {
         return cells_of(R"({"cell_type": "raw", "metadata": {}, "source": [)" +
                             times(R"("x\n", )", bytes) + "\"x\"]}",
                         1);
       },
       read_notebook},
      {"script", repeated("", "x = 1  # y\n"),
       [](std::string_view bytes) { (void)notebook::ipynb::read_script(bytes); }},
      {"session_objects", session_of, read_session},
      {"session_keys",
       [](std::size_t bytes) {
         std::string text = "{\"normscope_session\": 2";
         for (std::size_t i = 0; text.size() < bytes; ++i) text += fmt::format(", \"k{}\": 1", i);
         return text + "}";
       },
       read_session},
      {"lesson_words", lesson("word *word* `code` \n"), read_lesson, kStep},
      {"lesson_lines", lesson("x\n"), read_lesson, kStep},
      {"lesson_formulas", lesson("$x_1^2$ "), read_lesson, kStep},
      {"lesson_numbers", lesson("{mean[0]} "), read_lesson, kStep},
      {"lesson_brackets", lesson("[a]("), read_lesson, kStep},
      {"lesson_stars", lesson("*a_b "), read_lesson, kStep},
      {"lesson_steps", lesson("## A\nText.\n\n- item\n"), read_lesson, std::size_t{4} << 10},
      {"lesson_too_many_steps", lesson("## A\n"), read_lesson},
      {"lesson_cells", lesson("```python\nprint(1)\n```\n```output\n1\n```\n"), read_lesson,
       std::size_t{4} << 10},
      {"figure_without_state", repeated("<svg>", "<g/>", "</svg>"), read_figure},
      {"figure_state", repeated("<svg><metadata id=\"normscope\">", "&lt;a", "</metadata></svg>"),
       read_figure},
      {"figure_metadata", repeated("<svg>", "<metadata>", "</svg>"), read_figure},
      {"figure_other_metadata", repeated("<svg>", "<metadata></metadata>", "</svg>"), read_figure},
  };
}

class Growth : public ::testing::TestWithParam<Shape> {};

TEST_P(Growth, TwiceTheSizeCostsTwice) {
  const Shape& shape = GetParam();
  (void)cost_of(shape, shape.bytes);  // what is made once is there
  const Cost once = cost_of(shape, shape.bytes);
  const Cost twice = cost_of(shape, 2 * shape.bytes);
  // A list that grows is copied as often as its size was doubled: one time more, at worst.
  constexpr double kMost = 2.6;
  constexpr double kAlways = 2000;  // what the size does not change
  const auto expect_linear = [](const char* what, std::uint64_t one, std::uint64_t two) {
    EXPECT_LE(static_cast<double>(two), kMost * static_cast<double>(one) + kAlways) << what;
  };
  expect_linear("allocations", once.allocations, twice.allocations);
  expect_linear("allocated bytes", once.allocated, twice.allocated);
  expect_linear("walked bytes", once.walked, twice.walked);
  RecordProperty("allocated", std::to_string(twice.allocated));
  // Five bytes of a lesson may be a step, with its document.
  EXPECT_LE(twice.allocated, 1500 * shape.bytes) << "allocated in all";
}

INSTANTIATE_TEST_SUITE_P(Readers, Growth, ::testing::ValuesIn(shapes()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace normscope::testing
