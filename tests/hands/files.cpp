// SPDX-License-Identifier: MIT
#include "tests/hands/files.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/document.hpp"
#include "app/document/session/session.hpp"
#include "app/lessons/loader.hpp"
#include "core/io/tensor_file.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::hands {
namespace {

namespace fs = std::filesystem;

void require(bool done, const fs::path& path) {
  if (!done) throw std::runtime_error("cannot make " + path.string());
}

void write(const fs::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  require(file.good(), path);
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

tensor::Tensor counted(tensor::Shape shape) {
  auto made = tensor::Tensor::full(std::move(shape), 0);
  if (!made) throw std::runtime_error(made.error().sentence);
  constexpr int kPeriod = 101;
  int count = 0;
  for (float& value : made->values()) value = static_cast<float>(count++ % kPeriod) / 8 - 5;
  return *std::move(made);
}

constexpr std::string_view kNotebook =
    R"json({"cells": [{"cell_type": "code", "execution_count": 1, "metadata": {}, "id": "a",
 "source": ["import torch\n", "x = torch.ones(4, 6)\n", "x.mean(-1)"], "outputs": []}],
 "metadata": {}, "nbformat": 4, "nbformat_minor": 5})json";
constexpr std::string_view kScript =
    "import torch\nx = torch.arange(12.).reshape(3, 4)\n"
    "y = (x - x.mean(-1, keepdim=True)) / x.std(-1, keepdim=True)\nprint(y)\n";
// A cell that does not end by itself.
constexpr std::string_view kEndless = "import torch\nx = torch.ones(2, 2)\nwhile True: pass\n";

// Each file cut in its middle, and with one byte changed.
void damage(const fs::path& path, std::vector<fs::path>& files) {
  std::string bytes = read(path);
  const fs::path cut = path.parent_path() / ("cut-" + path.filename().string());
  write(cut, std::string_view(bytes).substr(0, bytes.size() / 2));
  files.push_back(cut);
  if (bytes.empty()) return;
  char& changed = bytes[bytes.size() / 3];
  changed = changed == '7' ? '8' : '7';
  const fs::path other = path.parent_path() / ("changed-" + path.filename().string());
  write(other, bytes);
  files.push_back(other);
}

}  // namespace

std::vector<fs::path> make_files(const fs::path& folder) {
  fs::create_directories(folder);
  std::vector<fs::path> files;
  const auto text = [&](const char* name, std::string_view bytes) {
    files.push_back(folder / name);
    write(files.back(), bytes);
  };
  const auto numbers = [&](const char* name, tensor::Shape shape) {
    files.push_back(folder / name);
    require(io::write_tensor(files.back(), counted(std::move(shape))).has_value(), files.back());
  };
  files.push_back(folder / "session.json");
  require(document::save_session(files.back(), document::welcome_document()).has_value(),
          files.back());
  numbers("small.npy", {3, 4});
  numbers("deep.npy", {2, 3, 4, 5});
  numbers("one.npy", {1});
  numbers("wide.npy", {2, 3000});
  numbers("large.npy", {300, 1000});
  numbers("table.csv", {6, 7});
  numbers("table.tsv", {20, 3});
  numbers("model.safetensors", {5, 5});
  text("comma.csv", "a;b;c\n1,5;2,5;3\n4;;nan\n");
  text("notebook.ipynb", kNotebook);
  text("lecture.py", kScript);
  text("lesson.md", lessons::builtin_lesson_files().front().bytes);
  const std::vector<fs::path> whole = files;
  for (const fs::path& path : whole) damage(path, files);
  text("endless.py", kEndless);
  text("empty", "");
  text("zeros.npy", std::string(1000, '\0'));
  text("nested.json", std::string(50'000, '['));
  text("Zahlen \xc3\xa4\xc3\xb6 \xe6\x95\xb0 with a rather long name.txt", "1 2 3\n4 5 6\n");
  files.push_back(folder / "a folder");
  fs::create_directory(files.back());
  files.push_back(folder / "link-to-itself.npy");
  fs::create_symlink("link-to-itself.npy", files.back());
  files.push_back(folder / "not-there.npy");
  files.emplace_back("/dev/zero");
  return files;
}

}  // namespace normscope::hands
