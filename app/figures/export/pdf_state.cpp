// SPDX-License-Identifier: MIT
#include "app/figures/export/pdf_state.hpp"

#include <utility>

#include "app/figures/export/attachment.hpp"
#include "app/figures/export/state.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

namespace {

constexpr const char* kAttachment = "normscope.json";

}  // namespace

base::Expected<std::string> finish_pdf(std::string_view pdf, std::string_view state) {
  Attached attached = attach_to(pdf, kAttachment, state);
  if (attached.error.empty()) return std::move(attached.pdf);
  return base::fail(base::ErrorKind::kUnwritable,
                    tr("libqpdf could not write the page: {error}", arg("error", attached.error)));
}

base::Expected<std::string> read_pdf_state(std::string_view file) {
  Attachment attachment = find_attachment(file, kAttachment, kMostStateBytes);
  switch (attachment.found) {
    case Found::kText:
      return std::move(attachment.text);
    case Found::kNothing:
      return no_state();
    case Found::kTooMuch:
      return base::fail(
          base::ErrorKind::kTooLarge,
          std::string(
              tr("the PDF file needs more unpacking than a figure's, so it is not opened")));
    case Found::kDamage:
      break;
  }
  return base::fail(base::ErrorKind::kMalformed, tr("the PDF file is damaged or cut off"));
}

}  // namespace normscope::figures
