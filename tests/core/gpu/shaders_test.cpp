// SPDX-License-Identifier: MIT
// Shader files: embedded, from a folder, included, changed while the program runs, with errors.
#include "core/gpu/shaders.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "tests/core/gpu/gpu_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::gpu {
namespace {

using testing::TemporaryFolder;
using testing::write_file;

TEST(ShaderLibrary, PutsIncludesAndDefinitionsInPlace) {
  const TemporaryFolder folder;
  write_file(folder / "a.comp", "// words\n#version 430 core\n#include \"b.glsl\"\nlast\n");
  write_file(folder / "b.glsl", "b\n");
  const auto source =
      NORMSCOPE_VALUE_OR_FAIL(ShaderLibrary(folder.path()).source("a.comp", "#define X 1\n"));
  EXPECT_EQ(source.text,
            "// words\n#version 430 core\n#define X 1\n#line 3 0\n#line 1 1\nb\n#line 4 0\nlast\n");
  EXPECT_EQ(source.files, (std::vector<std::string>{"a.comp", "b.glsl"}));
}

TEST(ShaderLibrary, WhatIsMissingOrRunsInCirclesIsNamed) {
  const TemporaryFolder folder;
  write_file(folder / "a.comp", "#include \"b.glsl\"\n");
  write_file(folder / "b.glsl", "#include \"gone.glsl\"\n");
  write_file(folder / "c.glsl", "#include \"c.glsl\"\n");
  const ShaderLibrary library(folder.path());
  EXPECT_EQ(library.source("a.comp", "").error().sentence,
            "there is no shader file gone.glsl, which b.glsl includes");
  EXPECT_EQ(library.source("c.glsl", "").error().sentence,
            "the shader file c.glsl includes itself");
  EXPECT_EQ(library.source("none.comp", "").error().sentence, "there is no shader file none.comp");
}

TEST(ShaderLibrary, AFolderComesBeforeWhatIsBuiltIn) {
  const TemporaryFolder folder;
  write_file(folder / "groups.comp", "mine\n");
  const ShaderLibrary library(folder.path());
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(library.source("groups.comp", "")).text, "mine\n");
  const auto built_in = NORMSCOPE_VALUE_OR_FAIL(library.source("histogram.comp", ""));
  EXPECT_NE(built_in.text.find("void main()"), std::string::npos);
}

TEST(ShaderLibrary, SeesChanges) {
  const TemporaryFolder folder;
  write_file(folder / "a.comp", "one\n");
  ShaderLibrary library(folder.path());
  EXPECT_FALSE(library.changed());
  EXPECT_FALSE(library.changed());
  std::filesystem::last_write_time(
      folder / "a.comp", std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
  EXPECT_TRUE(library.changed());
  EXPECT_FALSE(library.changed());
}

// NVIDIA's compiler refuses the count of subgroups before it knows the work group's size; no other
// checks that.
TEST(ShaderLibrary, TheSizeOfAWorkGroupComesBeforeItsSubgroups) {
  const ShaderLibrary library{std::filesystem::path()};
  for (const auto* const name : {"groups.comp", "probe.comp"}) {
    const std::string text = NORMSCOPE_VALUE_OR_FAIL(library.source(name, "")).text;
    ASSERT_NE(text.find("gl_NumSubgroups"), std::string::npos) << name;
    EXPECT_LT(text.find("local_size_x"), text.find("gl_NumSubgroups")) << name;
  }
}

TEST(FirstLogError, NamesFileAndLineInTheFormatOfEveryDriver) {
  const std::vector<std::string> files = {"rows.comp", "norm.glsl"};
  EXPECT_EQ(first_log_error("1:12(5): error: `x' undeclared\nmore\n", files),
            "norm.glsl:12: error: `x' undeclared");
  EXPECT_EQ(first_log_error("0(7) : error C1008: undefined variable \"x\"\n", files),
            "rows.comp:7: error C1008: undefined variable \"x\"");
  EXPECT_EQ(first_log_error("ERROR: 1:3: 'x' : undeclared identifier\n", files),
            "norm.glsl:3: 'x' : undeclared identifier");
  EXPECT_EQ(first_log_error("0:1(1): warning: mild\n1:2(3): error: bad\n", files),
            "norm.glsl:2: error: bad");
  EXPECT_EQ(first_log_error("something else\n", files), "something else");
  EXPECT_EQ(first_log_error("", files), "");
}

class GpuShaders : public testing::GpuTest {
 protected:
  static compute::Request request() {
    return {ops::NormOptions{},
            std::make_shared<const tensor::Tensor>(testing::make({3}, {1, 2, 3}))};
  }
};

TEST_F(GpuShaders, AMistakeIsNamedByFileAndLineAndMendingItIsEnough) {
  const TemporaryFolder folder;
  std::string text;
  for (const base::EmbeddedFile& file : builtin_shaders()) {
    if (file.name == "norm.glsl") text = file.bytes;
  }
  const std::string wrong = "// one line more\nno_such_type oops;\n" + text;
  write_file(folder / "norm.glsl", wrong);
  Options own = options();
  own.shader_folder = folder.path();
  const compute::Backends backends = make_backends(own);
  const auto refused = compute::compute(backends, request(), on_gpu());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().sentence.find("norm.glsl:2"), std::string::npos)
      << refused.error().sentence;
  const auto on_cpu = NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, request(), {}));
  EXPECT_TRUE(on_cpu.device.starts_with("cpu"));
  EXPECT_NE(on_cpu.note.find("norm.glsl:2"), std::string::npos) << on_cpu.note;

  write_file(folder / "norm.glsl", text);
  (void)NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, request(), on_gpu()));
}

TEST_F(GpuShaders, AChangedFileTakesEffectWithoutANewStart) {
  const TemporaryFolder folder;
  std::string text;
  for (const base::EmbeddedFile& file : builtin_shaders()) {
    if (file.name == "groups.comp") text = file.bytes;
  }
  write_file(folder / "groups.comp", text);
  Options own = options();
  own.shader_folder = folder.path();
  const compute::Backends backends = make_backends(own);
  const auto before = NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, request(), on_gpu()));
  // The last call, which is that of the step for short groups.
  const std::string call = "  write_group(line, by_floats, group);";
  const auto at = text.rfind(call);
  ASSERT_NE(at, std::string::npos);
  write_file(folder / "groups.comp",
             std::string(text).replace(at, call.size(), "  out_y[0] = 0x42280000u;"));
  std::filesystem::last_write_time(
      folder / "groups.comp",
      std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
  const auto after = NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, request(), on_gpu()));
  EXPECT_LT(before.y.values()[0], 0.0F);
  EXPECT_EQ(after.y.values()[0], 42.0F);
}

}  // namespace
}  // namespace normscope::gpu
