// SPDX-License-Identifier: MIT
#include "app/notebook/runtime/chain_map_text.hpp"

namespace normscope::notebook::runtime {

const std::string_view kChainMapText = R"py(


class ChainMap:
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for each in self.maps:
            if key in each:
                return each[key]
        return self.__missing__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        if key not in self.maps[0]:
            raise KeyError(f"Key not found in the first mapping: {key!r}")
        del self.maps[0][key]

    def pop(self, key, *args):
        if key not in self.maps[0] and not args:
            raise KeyError(f"Key not found in the first mapping: {key!r}")
        return self.maps[0].pop(key, *args)

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, other=(), /, **names):
        self.maps[0].update(other, **names)

    def clear(self):
        self.maps[0].clear()

    def __contains__(self, key):
        return any(key in each for each in self.maps)

    def _merged(self):
        merged = {}
        for each in reversed(self.maps):
            merged.update(dict.fromkeys(each))
        return {key: self[key] for key in merged}

    def __iter__(self):
        return iter(self._merged())

    def __len__(self):
        return len(set().union(*self.maps))

    def __bool__(self):
        return any(self.maps)

    def keys(self):
        from collections.abc import KeysView
        return KeysView(self)

    def items(self):
        from collections.abc import ItemsView
        return ItemsView(self)

    def values(self):
        from collections.abc import ValuesView
        return ValuesView(self)

    def __eq__(self, other):
        return self._merged() == dict(other) if isinstance(other, (ChainMap, dict)) else NotImplemented

    def copy(self):
        return type(self)(self.maps[0].copy(), *self.maps[1:])

    def new_child(self, m=None, **names):
        return type(self)({**(m or {}), **names} if m is None or names else m, *self.maps)

    @property
    def parents(self):
        return type(self)(*self.maps[1:])

    def __repr__(self):
        return type(self).__name__ + "(" + ", ".join(map(repr, self.maps)) + ")"
)py";

}  // namespace normscope::notebook::runtime
