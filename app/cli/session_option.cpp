// SPDX-License-Identifier: MIT
#include "app/cli/session_option.hpp"

#include <memory>

#include "app/cli/option_kinds.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

Option allow_files_option(bool& allow) {
  return flag_option("--allow-files", allow,
                     tr("read the files outside its folder that a session or a\n"
                        "figure names"));
}

base::Expected<open_save::Opened> open_named(const std::string& path,
                                             const open_save::Choice& choice, bool allow) {
  auto probe = open_save::probe(path);
  if (!probe) return tl::unexpected(probe.error());
  if (!open_save::is_session(probe->kind)) return open_save::open(*probe, choice);
  if (const auto parsed = parse_session(*probe); !parsed) return tl::unexpected(parsed.error());
  probe->agreed = std::make_shared<const open_save::DigestList>(open_save::agreed_path());
  auto [places, outside] = open_save::named_files(*probe);
  if (!allow && !outside.empty()) {
    return base::fail(base::ErrorKind::kInvalidArgument, open_save::outside_words(outside),
                      tr("--allow-files reads what it names"));
  }
  for (const auto& [named, place] : outside) places[named] = place.string();
  return open_save::open(*probe, choice, places);
}

}  // namespace normscope::cli
