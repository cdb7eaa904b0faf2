// SPDX-License-Identifier: MIT
#include "app/about/version.hpp"

#include <fmt/format.h>

#include <CLI/Version.hpp>
#include <Eigen/Core>
#include <string_view>

#include "app/notebook/client/checking.hpp"
#include "app/notebook/client/client.hpp"
#include "core/base/memory.hpp"
#include "core/compute/backend.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "core/text/translate.hpp"

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
constexpr std::string_view kCompiled = text::tr_later("compiler: {compiler}, without assertions\n");
#else
constexpr std::string_view kCompiled = text::tr_later("compiler: {compiler}, with assertions\n");
#endif

}  // namespace

std::string version_text(bool in_detail) {
  std::string text = "normscope " NORMSCOPE_VERSION "\n";
  if (!in_detail) return text;
  if (*kCommit != '\0') text += tr("commit: {commit}\n", arg("commit", kCommit));
  text += tr(kCompiled, arg("compiler", kCompiler));
  const std::string libraries =
      fmt::format("fmt {}.{}.{}, Eigen {}.{}.{}, CLI11 {}", FMT_VERSION / 10000,
                  FMT_VERSION / 100 % 100, FMT_VERSION % 100, EIGEN_WORLD_VERSION,
                  EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION, CLI11_VERSION);
  text += tr("libraries: {libraries}\n", arg("libraries", libraries));
  text += tr("memory: {bytes}\n", arg("bytes", base::bytes_to_text(base::physical_memory())));
  text += tr("cells: {cells}\n",
             arg("cells", notebook::client::description_of(notebook::client::Client({}).start())));
  for (const auto& backend : compute::make_backends()) {
    text += tr("device {name}: {device}\n", arg("name", backend->name()),
               arg("device", backend->device()));
  }
  const gpu::DeviceReport report = gpu::explain_devices();
  text += tr("device {name}: {device}\n", arg("name", "gpu"), arg("device", report.summary));
  for (const std::string& line : report.details) text += fmt::format("  {}\n", line);
  return text;
}

}  // namespace normscope::about
