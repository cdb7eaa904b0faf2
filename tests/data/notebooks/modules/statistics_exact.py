# The module statistics on short and long data.
import statistics as st
for d in ([1, 2, 3, 4], [1.5, 2.5, 4], [1, 1, 2, 5, 9], [0.1] * 10, [1e20, 1, -1e20], [2, 4, 4, 4, 5, 5, 7, 9], [1/3, 2/7, 5e-3]):
    print(st.mean(d), st.fmean(d), st.median(d), st.median_low(d), st.median_high(d), st.mode(d), st.multimode(d), st.variance(d), st.pvariance(d), st.stdev(d), st.pstdev(d))
import random
random.seed(1)
for n in range(2, 40):
    d = [random.uniform(-100, 100) for _ in range(n)]
    print(st.mean(d), st.variance(d), st.stdev(d), st.pstdev(d), st.median(d))
    d = [random.randint(-1000, 1000) for _ in range(n)]
    print(st.mean(d), st.variance(d), st.stdev(d), st.pvariance(d), st.median(d))
for f in (lambda: st.mean([]), lambda: st.stdev([1]), lambda: st.median([]), lambda: st.mode([]), lambda: st.pvariance([])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(st.geometric_mean([1, 10, 100]), st.correlation([1, 2, 3], [2, 4, 7]))
