// SPDX-License-Identifier: MIT
#include "app/about/version.hpp"

#include <fmt/format.h>

#include <CLI/Version.hpp>
#include <Eigen/Core>

#include "app/notebook/client/checking.hpp"
#include "app/notebook/client/client.hpp"
#include "core/base/memory.hpp"
#include "core/compute/backend.hpp"
#include "core/gpu/gpu_backend.hpp"

namespace normscope::about {
namespace {

#ifdef __clang__
constexpr const char* kCompiler = "Clang " __clang_version__;
#else
constexpr const char* kCompiler = "GCC " __VERSION__;
#endif
// Empty where the build was not told.
constexpr const char* kCommit = NORMSCOPE_COMMIT;
#ifdef NDEBUG
constexpr const char* kChecks = "without assertions";
#else
constexpr const char* kChecks = "with assertions";
#endif

}  // namespace

std::string version_text(bool in_detail) {
  std::string text = "normscope " NORMSCOPE_VERSION "\n";
  if (!in_detail) return text;
  if (*kCommit != '\0') text += fmt::format("commit: {}\n", kCommit);
  text += fmt::format("compiler: {}, {}\n", kCompiler, kChecks);
  text += fmt::format("libraries: fmt {}.{}.{}, Eigen {}.{}.{}, CLI11 {}\n", FMT_VERSION / 10000,
                      FMT_VERSION / 100 % 100, FMT_VERSION % 100, EIGEN_WORLD_VERSION,
                      EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION, CLI11_VERSION);
  text += fmt::format("memory: {}\n", base::bytes_to_text(base::physical_memory()));
  text += fmt::format("cells: {}\n",
                      notebook::client::description_of(notebook::client::Client({}).start()));
  for (const auto& backend : compute::make_backends()) {
    text += fmt::format("device {}: {}\n", backend->name(), backend->device());
  }
  const gpu::DeviceReport report = gpu::explain_devices();
  text += fmt::format("device gpu: {}\n", report.summary);
  for (const std::string& line : report.details) text += fmt::format("  {}\n", line);
  return text;
}

}  // namespace normscope::about
