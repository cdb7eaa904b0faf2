// SPDX-License-Identifier: MIT
#include "core/compute/reference_backend.hpp"

#include <cstddef>

#include "core/base/memory.hpp"
#include "core/compute/progress.hpp"
#include "core/compute/reference_group.hpp"
#include "core/text/translate.hpp"

namespace normscope::compute {
namespace {

class ReferenceBackend final : public Backend {
 public:
  std::string_view name() const override { return "reference"; }
  std::string device() override { return std::string(text::tr("reference (double, one thread)")); }
  bool accepts(const Plan&) const override { return true; }

  base::Expected<RunReport> run(const Plan& plan, const Buffers& buffers,
                                const Control& control) override {
    const tensor::GroupLayout& layout = groups_of(plan);
    using Row = std::vector<double>;
    auto row = base::within_memory(
        text::tr_later("a row in double"),
        [&layout]() -> base::Expected<Row> { return Row(static_cast<std::size_t>(layout.size)); });
    if (!row) return tl::unexpected(row.error());
    const ops::Numbers x =
        buffers.exact.empty() ? ops::Numbers(buffers.x) : ops::Numbers(buffers.exact);
    Progress progress(control, layout.count);
    for (std::int64_t group = 0; group < layout.count; ++group) {
      if (progress.stopped()) return cancelled();
      const auto statistics = reference_group(plan, group, x, buffers.gamma, buffers.beta, *row);
      const std::int64_t base = layout.base(group);
      for (std::int64_t k = 0; k < layout.size; ++k) {
        buffers.y[static_cast<std::size_t>(base + layout.offset(k))] =
            static_cast<float>((*row)[static_cast<std::size_t>(k)]);
      }
      buffers.first[static_cast<std::size_t>(group)] = static_cast<float>(statistics.first);
      buffers.second[static_cast<std::size_t>(group)] = static_cast<float>(statistics.second);
      progress.done(1);
    }
    return RunReport{};
  }
};

}  // namespace

std::unique_ptr<Backend> make_reference_backend() {
  return std::make_unique<ReferenceBackend>();
}

}  // namespace normscope::compute
