// SPDX-License-Identifier: MIT
#include "core/base/error.hpp"

#include <utility>

namespace normscope::base {

tl::unexpected<Error> fail(ErrorKind kind, std::string sentence, std::string hint) {
  return tl::unexpected<Error>(Error{kind, std::move(sentence), std::move(hint)});
}

}  // namespace normscope::base
