// SPDX-License-Identifier: MIT
// The module random: Python's stream of the Mersenne Twister, and what is drawn from it.
#include "app/notebook/runtime/modules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kRandom = R"py(
from math import ceil as _ceil, cos as _cos, exp as _exp, log as _log, pi as _pi, sin as _sin, sqrt as _sqrt
from itertools import accumulate as _accumulate


class Random:
    def __init__(self, x=None):
        self._uniform, self._bits, self._start, self._state, self._restore = _new_generator()
        self.seed(x)

    def seed(self, a=None, version=2):
        if a is not None and not isinstance(a, (int, float)):
            if isinstance(a, str):
                _not_supported("random.seed with a str", "an int")
            raise TypeError("The only supported seed types are: None,\nint, float, str, bytes, and bytearray.")
        if isinstance(a, float):
            a = hash(a) % 2 ** 64
        self._start(a if a is None else abs(a))
        self.gauss_next = None

    def getstate(self):
        return 3, self._state(), self.gauss_next

    def setstate(self, state):
        self._restore(state[1])
        self.gauss_next = state[2]

    def random(self):
        return self._uniform()

    def getrandbits(self, k):
        return self._bits(k)

    def _below(self, n):
        count = n.bit_length()
        r = self._bits(count)
        while r >= n:
            r = self._bits(count)
        return r

    def randrange(self, start, stop=None, step=1):
        start = _index(start)
        if stop is None:
            if step != 1:
                raise TypeError("Missing a non-None stop argument")
            if start > 0:
                return self._below(start)
            raise ValueError("empty range for randrange()")
        stop = _index(stop)
        width = stop - start
        step = _index(step)
        if step == 1:
            if width > 0:
                return start + self._below(width)
            raise ValueError("empty range for randrange() (%d, %d, %d)" % (start, stop, width))
        if step > 0:
            n = (width + step - 1) // step
        elif step < 0:
            n = (width + step + 1) // step
        else:
            raise ValueError("zero step for randrange()")
        if n <= 0:
            raise ValueError("empty range for randrange()")
        return start + step * self._below(n)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def choice(self, seq):
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._below(len(seq))]

    def shuffle(self, x):
        for i in reversed(range(1, len(x))):
            j = self._below(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, *, counts=None):
        if isinstance(population, (dict, set, frozenset)):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        n = len(population)
        if counts is not None:
            sums = list(_accumulate(counts))
            if len(sums) != n:
                raise ValueError("The number of counts does not match the population")
            total = sums.pop()
            if not isinstance(total, int):
                raise TypeError("Counts must be integers")
            if total <= 0:
                raise ValueError("Total of counts must be greater than zero")
            chosen = self.sample(range(total), k=k)
            return [population[_bisect(sums, s)] for s in chosen]
        if not 0 <= k <= n:
            raise ValueError("Sample larger than population or is negative")
        result = [None] * k
        few = 21
        if k > 5:
            few += 4 ** _ceil(_log(k * 3, 4))
        if n <= few:
            pool = list(population)
            for i in range(k):
                j = self._below(n - i)
                result[i] = pool[j]
                pool[j] = pool[n - i - 1]
        else:
            taken = set()
            for i in range(k):
                j = self._below(n)
                while j in taken:
                    j = self._below(n)
                taken.add(j)
                result[i] = population[j]
        return result

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        n = len(population)
        if cum_weights is None:
            if weights is None:
                n += 0.0
                return [population[int(self._uniform() * n)] for _ in range(k)]
            if isinstance(weights, int):
                raise TypeError(f"The number of choices must be a keyword argument: k={weights}")
            cum_weights = list(_accumulate(weights))
        elif weights is not None:
            raise TypeError("Cannot specify both weights and cumulative weights")
        if len(cum_weights) != n:
            raise ValueError("The number of weights does not match the population")
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")
        if total == float("inf") or total != total:
            raise ValueError("Total of weights must be finite")
        return [population[_bisect(cum_weights, self._uniform() * total, n - 1)] for _ in range(k)]

    def uniform(self, a, b):
        return a + (b - a) * self._uniform()

    def triangular(self, low=0.0, high=1.0, mode=None):
        u = self._uniform()
        try:
            c = 0.5 if mode is None else (mode - low) / (high - low)
        except ZeroDivisionError:
            return low
        if u > c:
            u = 1.0 - u
            c = 1.0 - c
            low, high = high, low
        return low + (high - low) * _sqrt(u * c)

    def normalvariate(self, mu=0.0, sigma=1.0):
        while True:
            u1 = self._uniform()
            u2 = 1.0 - self._uniform()
            z = _magic * (u1 - 0.5) / u2
            if z * z / 4.0 <= -_log(u2):
                break
        return mu + z * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        z = self.gauss_next
        self.gauss_next = None
        if z is None:
            angle = self._uniform() * (2.0 * _pi)
            radius = _sqrt(-2.0 * _log(1.0 - self._uniform()))
            z = _cos(angle) * radius
            self.gauss_next = _sin(angle) * radius
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        return _exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd):
        return -_log(1.0 - self._uniform()) / lambd

    def paretovariate(self, alpha):
        return (1.0 - self._uniform()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        return alpha * (-_log(1.0 - self._uniform())) ** (1.0 / beta)

    # Above 1 after Cheng (1977), below after Ahrens and Dieter (1974).
    def gammavariate(self, alpha, beta):
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError("gammavariate: alpha and beta must be > 0.0")
        if alpha == 1.0:
            return -_log(1.0 - self._uniform()) * beta
        if alpha < 1.0:
            while True:
                b = (_exp(1) + alpha) / _exp(1)
                p = b * self._uniform()
                x = p ** (1.0 / alpha) if p <= 1.0 else -_log((b - p) / alpha)
                u = self._uniform()
                if (u <= x ** (alpha - 1.0)) if p > 1.0 else (u <= _exp(-x)):
                    return x * beta
        root = _sqrt(2.0 * alpha - 1.0)
        while True:
            u = self._uniform()
            if not 1e-7 < u < 0.9999999:
                continue
            w = 1.0 - self._uniform()
            v = _log(u / (1.0 - u)) / root
            x = alpha * _exp(v)
            z = u * u * w
            r = alpha - _log(4.0) + (alpha + root) * v - x
            if r + (1.0 + _log(4.5)) - 4.5 * z >= 0.0 or r >= _log(z):
                return x * beta

    def betavariate(self, alpha, beta):
        y = self.gammavariate(alpha, 1.0)
        return y / (y + self.gammavariate(beta, 1.0)) if y else 0.0


def _bisect(a, x, high=None):
    low = 0
    if high is None:
        high = len(a)
    while low < high:
        middle = (low + high) // 2
        if x < a[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def _index(x):
    if isinstance(x, int):
        return x
    if isinstance(x, float) and x == int(x):
        return int(x)
    raise ValueError("non-integer arg 1 for randrange()") if isinstance(x, float) else TypeError(f"'{type(x).__name__}' object cannot be interpreted as an integer")


_magic = 4 * _exp(-0.5) / _sqrt(2.0)
_shared = Random()
seed = _shared.seed
random = _shared.random
getrandbits = _shared.getrandbits
randrange = _shared.randrange
randint = _shared.randint
choice = _shared.choice
shuffle = _shared.shuffle
sample = _shared.sample
choices = _shared.choices
uniform = _shared.uniform
triangular = _shared.triangular
normalvariate = _shared.normalvariate
gauss = _shared.gauss
lognormvariate = _shared.lognormvariate
expovariate = _shared.expovariate
paretovariate = _shared.paretovariate
weibullvariate = _shared.weibullvariate
gammavariate = _shared.gammavariate
betavariate = _shared.betavariate
getstate = _shared.getstate
setstate = _shared.setstate
)py";

/// MT19937 with the seeding by an array that Python uses.
/// source  Matsumoto, Nishimura 1998 (ACM TOMACS 8), and their mt19937ar of 2002
class Twister {
 public:
  static constexpr std::size_t kWords = 624;

  void seed(const std::vector<std::uint32_t>& key) {
    words_[0] = 19650218U;
    for (std::uint32_t n = 1; n < kWords; ++n) {
      words_[n] = 1812433253U * (words_[n - 1] ^ (words_[n - 1] >> 30U)) + n;
    }
    std::size_t at = 1;
    std::size_t from = 0;
    const auto step = [&] {
      if (++at < kWords) return;
      words_[0] = words_[kWords - 1];
      at = 1;
    };
    for (std::size_t n = std::max(kWords, key.size()); n > 0; --n) {
      words_[at] =
          (words_[at] ^ (mixed(at - 1) * 1664525U)) + key[from] + static_cast<std::uint32_t>(from);
      step();
      if (++from >= key.size()) from = 0;
    }
    for (std::size_t n = kWords - 1; n > 0; --n) {
      words_[at] = (words_[at] ^ (mixed(at - 1) * 1566083941U)) - static_cast<std::uint32_t>(at);
      step();
    }
    words_[0] = 0x80000000U;
    index = kWords;
  }

  std::uint32_t next() {
    if (index >= kWords) {
      for (std::size_t n = 0; n < kWords; ++n) {
        const std::uint32_t y =
            (words_[n] & 0x80000000U) | (words_[(n + 1) % kWords] & 0x7FFFFFFFU);
        words_[n] = words_[(n + 397) % kWords] ^ (y >> 1U) ^ ((y & 1U) != 0 ? 0x9908B0DFU : 0U);
      }
      index = 0;
    }
    std::uint32_t y = words_[index++];
    y ^= y >> 11U;
    y ^= (y << 7U) & 0x9D2C5680U;
    y ^= (y << 15U) & 0xEFC60000U;
    return y ^ (y >> 18U);
  }

  /// In [0, 1), with 53 bits.
  double uniform() {
    const std::uint32_t high = next() >> 5U;
    const std::uint32_t low = next() >> 6U;
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
  }

  std::array<std::uint32_t, kWords>& words() { return words_; }
  std::size_t index = kWords;

 private:
  std::uint32_t mixed(std::size_t at) const { return words_[at] ^ (words_[at] >> 30U); }
  std::array<std::uint32_t, kWords> words_{};
};

using Shared = std::shared_ptr<Twister>;

Value random_bits(Vm& vm, Twister& twister, const Value& count) {
  const auto bits = to_index(vm, count);
  if (!bits) return {};
  if (*bits < 0) {
    return vm.raise(vm.errors().value_error, "number of bits must be non-negative");
  }
  if (*bits == 0) return Value::integer(0);
  if (*bits <= 32) return Value::integer(twister.next() >> (32U - static_cast<unsigned>(*bits)));
  if (!vm.reserve(static_cast<std::size_t>(*bits) / 8)) return {};
  std::vector<std::uint32_t> words;
  std::int64_t left = *bits;
  for (; left > 0; left -= 32) {
    const std::uint32_t word = twister.next();
    words.push_back(left < 32 ? word >> (32U - static_cast<unsigned>(left)) : word);
  }
  Integer number;
  mpz_import(number.get(), words.size(), -1, sizeof(std::uint32_t), 0, 0, words.data());
  return make_int(vm, std::move(number));
}

Value start(Twister& twister, const Value& seed) {
  std::vector<std::uint32_t> key;
  if (seed.is_none()) {
    // Without a seed the numbers are others each time, as Python's are.
    std::random_device device;
    for (int n = 0; n < 8; ++n) key.push_back(device());
  } else {
    const Integer number = integer_of(plain_number(seed));
    key.resize(number.bits() / 32 + 1);
    std::size_t count = 0;
    mpz_export(key.data(), &count, -1, sizeof(std::uint32_t), 0, 0, number.get());
    key.resize(std::max<std::size_t>(count, 1));
  }
  twister.seed(key);
  return Value::none();
}

Value state_of(Vm& vm, Twister& twister) {
  std::vector<Value> all;
  for (const std::uint32_t word : twister.words()) all.push_back(Value::integer(word));
  all.push_back(Value::integer(static_cast<std::int64_t>(twister.index)));
  return vm.tuple(all);
}

Value restore(Vm& vm, Twister& twister, const Value& state) {
  const auto* const all = state.as<TupleObject>();
  if (all == nullptr || all->values.size() != Twister::kWords + 1) {
    return vm.raise(vm.errors().value_error, "state vector is the wrong size");
  }
  for (std::size_t n = 0; n <= Twister::kWords; ++n) {
    const auto word = to_index(vm, all->values[n]);
    if (!word) return {};
    if (n < Twister::kWords) {
      twister.words()[n] = static_cast<std::uint32_t>(*word);
    } else {
      twister.index =
          std::min(static_cast<std::size_t>(std::max<std::int64_t>(*word, 0)), Twister::kWords);
    }
  }
  return Value::none();
}

// The functions of a generator of its own: uniform, bits, start, state, restore.
Value new_generator(Vm& vm, const Args&) {
  const auto twister = std::make_shared<Twister>();
  return vm.tuple({
      make_function(vm, "random",
                    [twister](Vm& machine, const Args& args) {
                      if (!check_count(machine, args, "Random.random", 0, 0)) return Value();
                      return Value::real(twister->uniform());
                    }),
      make_function(vm, "getrandbits",
                    [twister](Vm& machine, const Args& args) {
                      if (!check_count(machine, args, "Random.getrandbits", 1, 1)) return Value();
                      return random_bits(machine, *twister, args[0]);
                    }),
      make_function(vm, "seed",
                    [twister](Vm&, const Args& args) { return start(*twister, args[0]); }),
      make_function(vm, "getstate",
                    [twister](Vm& machine, const Args&) { return state_of(machine, *twister); }),
      make_function(
          vm, "setstate",
          [twister](Vm& machine, const Args& args) { return restore(machine, *twister, args[0]); }),
  });
}

Value not_supported(Vm& vm, const Args& args) {
  return vm.raise_not_supported(text_of(args[0]), text_of(args[1]));
}

}  // namespace

NativeModule random_module() {
  return lazy_module("random", kRandom,
                     {{"_new_generator", new_generator}, {"_not_supported", not_supported}});
}

}  // namespace normscope::notebook::runtime
