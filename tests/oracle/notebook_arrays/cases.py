# SPDX-License-Identifier: MIT
"""The programs that notebook_arrays.py runs: lists of steps, by subject."""

F32, F64, I64 = "float32", "float64", "int64"
SHAPES = [[], [1], [5], [16], [17], [40], [2, 3], [4, 8], [3, 5, 7], [2, 3, 4, 5], [100], [33, 9]]
PLAIN = ("abs neg sign square floor ceil round trunc relu exp log log1p sqrt rsqrt reciprocal sin cos tanh "
         "sigmoid erf isnan isinf isfinite logical_not clone detach").split()
ROUNDED = "exp2 expm1 log2 log10 tan asin acos atan sinh cosh erfinv".split()
HALF = ["get", [["slice", None, None, None], ["slice", None, None, 2]]]  # elements that do not touch
ARITHMETIC = "add sub mul div floor_divide remainder fmod pow maximum minimum".split()
COMPARE = "eq ne lt le gt ge logical_and logical_or logical_xor".split()
REDUCE = "sum mean prod var std amax amin logsumexp any all norm".split()
ACTIVATIONS = "gelu silu mish softsign logsigmoid relu6 hardtanh hardsigmoid hardswish selu tanhshrink".split()
SPECIALS = ["values", F32, [8], [0.0, -0.0, 1.5, -2.5, float("inf"), float("-inf"), float("nan"), 3e38]]


def made(shape, dtype=F32):
    return ["wide", shape] if dtype == F64 else ["randn", shape, dtype]


def integers(shape):
    return ["randint", -5, 9, shape]


def elementwise():
    cases = []
    for name in PLAIN:
        for shape in ([5], [2, 40], [3, 17]):
            cases.append([made(shape), [name]])
        cases.append([made([4, 9]), ["T"], [name]])
        cases.append([made([4, 20]), HALF, [name]])
        cases.append([SPECIALS, [name]])
        cases.append([integers([2, 5]), [name]])
        cases.append([made([6], F64), [name]])
        cases.append([made([6]), ["requires_grad"], [name]])
    for name in ROUNDED:
        cases.append([made([5]), ["abs"], [name]])
        cases.append([made([6], F64), ["sigmoid"], [name]])
        cases.append([made([6]), ["requires_grad"], [name]])
        cases.append([integers([5]), [name]])
    for name in PLAIN + ROUNDED:
        for dtype in (F32, F64):
            bounded = [["sigmoid"]] if name in ("asin", "acos", "erfinv") else []
            large = [["scalar", "mul", 400.0, "right"]] if name in ("sin", "cos", "tan") else []
            for before in ([], large) if large else ([],):
                cases.append([made([3, 41], dtype), *bounded, *before, [name]])
                cases.append([made([9, 5], dtype), ["T"], *bounded, *before, [name]])
                cases.append([made([5, 18], dtype), HALF, *bounded, *before, [name]])
    for name in ACTIVATIONS:
        for shape in ([5], [2, 40], [1]):
            cases.append([made(shape), [name]])
            cases.append([made(shape, F64), [name]])
        cases.append([made([4, 20], F64), HALF, [name]])
        cases.append([made([6]), ["requires_grad"], [name]])
        cases.append([made([4, 9]), ["T"], [name]])
    for steps in (["gelu_tanh"], ["leaky_relu", 0.01], ["elu", 1.0], ["softplus", 1.0, 20.0]):
        for shape in ([5], [2, 40]):
            cases.append([made(shape), steps])
            cases.append([made(shape, F64), steps])
            cases.append([made(shape), ["unsqueeze", 0], ["expand", [3, *shape]], steps])
    return cases


def binary():
    cases = []
    for name in ARITHMETIC + COMPARE:
        for left, right in (([5], [5]), ([2, 3], [3]), ([4, 1, 5], [3, 1]), ([33], [33]), ([2, 3], [])):
            cases.append([made(left), made(right), [name]])
        cases.append([integers([2, 5]), integers([5]), ["values", I64, [], 7], ["maximum"], [name]])
        cases.append([integers([2, 5]), made([5]), [name]])
        cases.append([integers([2, 5]), made([5], F64), [name]])
        cases.append([made([4, 3]), ["T"], made([3, 4]), [name]])
        cases.append([made([4, 3]), ["T"], made([4, 3]), ["T"], [name]])
        cases.append([made([3]), ["requires_grad"], made([2, 3]), [name]])
        cases.append([SPECIALS, SPECIALS, ["flip", [0]], [name]])
        cases.append([made([2, 3]), made([4]), [name]])
    for name in ("pow", "atan2", "hypot"):
        for dtype in (F32, F64):
            cases.append([made([3, 40], dtype), ["abs"], made([3, 40], dtype), [name]])
            cases.append([made([37], dtype), made([], dtype), ["abs"], [name]])
            cases.append([made([4, 9], dtype), ["T"], made([9, 4], dtype), [name]])
            cases.append([made([3, 20], dtype), HALF, made([10], dtype), [name]])
            cases.append([made([21], dtype), ["scalar", "pow", 2.7, "right"]])
            cases.append([made([21], dtype), ["scalar", "pow", 2.7, "left"]])
    for dtype in ("bool", "uint8", "int32", I64, F32, F64):
        for other in ("bool", "uint8", "int32", I64, F32, F64):
            for shape in ([2], []):
                cases.append([["values", dtype, [2], [1, 0]], ["values", other, shape, [1, 1] if shape else 1],
                              ["add"]])
    for op in ("add", "sub", "mul", "div", "floor_divide", "remainder", "pow", "eq", "lt", "ge"):
        for number in (2, -3, 0.1, 2.5, True):
            for side in ("right", "left"):
                if side == "left" and op in ("eq", "lt", "ge"):
                    continue
                cases.append([made([7]), ["scalar", op, number, side]])
                cases.append([["values", I64, [4], [1, 2, 5, 7]], ["scalar", op, number, side]])
                cases.append([made([4], F64), ["abs"], ["requires_grad"], ["scalar", op, number, side]])
    for exponent in (0, 1, 2, 3, 4, 0.5, -0.5, -1, -2, 1.5, 0.1, -3.7):
        cases.append([made([40]), ["abs"], ["scalar", "pow", exponent, "right"]])
    for op in ("add", "sub", "mul", "div", "pow"):
        cases.append([made([2, 3]), made([3]), ["in_place", op]])
        cases.append([made([3]), made([2, 3]), ["in_place", op]])
        cases.append([integers([3]), made([3]), ["in_place", op]])
        cases.append([made([2, 3]), ["requires_grad"], made([3]), ["in_place", op]])
    for bounds in ([0, 1], [None, 0.5], [-1.5, None], [None, None]):
        cases.append([made([12]), ["clamp", *bounds]])
        cases.append([integers([12]), ["clamp", *bounds]])
    cases.append([made([2, 3]), ["scalar", "gt", 0, "right"], made([2, 3]), made([3]), ["where"]])
    cases.append([made([2, 3]), ["dup"], ["scalar", "gt", 0, "right"], ["masked_fill", float("-inf")]])
    cases.append([made([2, 3]), ["dup"], ["isclose"]])
    return cases


def reductions():
    cases = []
    for name in REDUCE:
        for shape in SHAPES:
            cases.append([made(shape), [name, {}] if name not in ("logsumexp", "amax", "amin") else
                          [name, {"dim": list(range(len(shape)))}]])
            for dim in range(-1, len(shape)):
                if shape:
                    one = name in ("prod", "any", "all")
                    options = {"dim": dim if one else [dim], "keepdim": dim % 2 == 0}
                    cases.append([made(shape), [name, options]])
        if name not in ("prod", "any", "all"):
            for dims in ([0, 1], [0, 2], [-1, -2]):
                cases.append([made([3, 5, 7]), [name, {"dim": dims}]])
            cases.append([made([5, 9, 4]), ["permute", [2, 0, 1]], [name, {"dim": [0, 2]}]])
        cases.append([made([9, 40]), ["T"], [name, {"dim": 0}]])
        cases.append([made([9, 40]), ["T"], [name, {"dim": 1}]])
        cases.append([made([3, 50], F64), [name, {"dim": 1}]])
        cases.append([made([300], F64), [name, {"dim": 0}]])
        cases.append([integers([3, 4]), [name, {"dim": 1}]])
        cases.append([made([2, 6]), ["requires_grad"], [name, {"dim": 1, "keepdim": True}]])
        cases.append([SPECIALS, [name, {"dim": 0}]])
        cases.append([made([2, 3]), [name, {"dim": 5}]])
        cases.append([["values", F32, [0, 3], []], [name, {"dim": 0}]])
    for name in ("max", "min", "median"):
        for dim in (0, 1, -1):
            cases.append([made([4, 6]), [name, {"dim": dim, "keepdim": dim == 0}]])
            cases.append([integers([4, 6]), [name, {"dim": dim}]])
        cases.append([made([4, 6]), [name, {}]])
        cases.append([integers([4, 6]), [name, {}]])
        cases.append([made([4, 6]), ["requires_grad"], [name, {"dim": 1}]])
        cases.append([SPECIALS, [name, {}]])
    for name in ("argmax", "argmin"):
        for options in ({}, {"dim": 0}, {"dim": 1, "keepdim": True}, {"dim": 4}):
            cases.append([made([4, 6]), [name, options]])
            cases.append([integers([4, 6]), [name, options]])
    for name in ("var", "std", "var_mean", "std_mean"):
        for correction in (0, 1, 2):
            cases.append([made([4, 9]), [name, {"dim": 1, "correction": correction}]])
            cases.append([made([4, 9]), [name, {"dim": [0, 1], "correction": correction}]])
            cases.append([made([4, 9], F64), [name, {"dim": 0, "correction": correction}]])
    for p in (0, 1, 2, 3, 2.5, float("inf"), float("-inf")):
        cases.append([made([4, 19]), ["norm", {"p": p, "dim": 1}]])
        cases.append([made([4, 19]), ["norm", {"p": p}]])
    for dtype in (F64, F32, I64):
        cases.append([integers([4, 5]), ["sum", {"dim": 1, "dtype": dtype}]])
    for dim in (0, 1, 2):
        for name in ("softmax", "log_softmax", "cumsum", "cumprod", "argsort"):
            cases.append([made([3, 9, 5]), [name, dim]])
            cases.append([made([3, 9, 5], F64), [name, dim]])
            cases.append([made([6, 37, 11], F64), [name, dim]])
            cases.append([made([2, 3, 4], F64), ["log"], [name, dim]])
            cases.append([made([9, 3, 5]), ["transpose", 0, 1], [name, dim]])
            cases.append([integers([3, 9, 5]), [name, dim]])
    for steps in (["sort", 1, False], ["sort", 0, True], ["topk", 2, 1, True], ["topk", 3, 1, False],
                  ["topk", 9, 1, True]):
        cases.append([made([4, 6]), steps])
        cases.append([integers([4, 6]), steps])
        cases.append([made([4, 6]), ["requires_grad"], steps])
    for shape, rest in (([4, 8], [8]), ([2, 3, 5], [5]), ([2, 3, 5], [3, 5]), ([3, 40], [40]), ([3, 5], [4])):
        cases.append([made(shape), ["layer_norm", rest, 1]])
        cases.append([made(shape), made(rest), made(rest), ["layer_norm", rest, 3]])
        cases.append([made(shape, F64), ["layer_norm", rest, 1]])
        cases.append([made(shape), ["requires_grad"], ["layer_norm", rest, 1]])
    return cases


def shapes():
    cases = []
    for steps in (["view", [3, 4]], ["view", [-1]], ["view", [2, -1, 3]], ["view", [5]], ["view", [-1, -1]],
                  ["reshape", [4, 3]], ["reshape", [12]], ["flatten", 0, 1], ["permute", [1, 0]],
                  ["permute", [0]], ["permute", [0, 0]], ["transpose", 0, 1], ["transpose", 0, 5], ["T"], ["t"],
                  ["unsqueeze", 0], ["unsqueeze", 2], ["unsqueeze", -1], ["unsqueeze", 4], ["squeeze"],
                  ["squeeze_dim", 0], ["expand", [3, 2, 6]], ["expand", [-1, 6]], ["expand", [2]],
                  ["expand", [3, 6]], ["repeat", [2, 1]], ["repeat", [2, 1, 3]], ["repeat", [2]],
                  ["chunk", 2, 1], ["chunk", 4, 1], ["chunk", 0, 1], ["split", 4, 1], ["split", [1, 5], 1],
                  ["split", [1, 2], 1], ["unbind", 0], ["unbind", 1], ["flip", [0, 1]], ["roll", 1, 0],
                  ["roll", -2, 1], ["tril", 0], ["triu", 1], ["tril", -1], ["diag", 0], ["diag", 1],
                  ["to", I64], ["to", F64], ["to", "bool"], ["contiguous"], ["clone"]):
        cases.append([made([2, 6]), steps])
        cases.append([made([2, 6]), ["requires_grad"], steps])
        cases.append([made([6, 2]), ["T"], steps])
        cases.append([["arange", [12], I64], ["view", [2, 6]], steps])
    for shape in ([1, 4, 1], [1], []):
        for steps in (["squeeze"], ["squeeze_dim", 0], ["unsqueeze", 0], ["view", [-1]], ["flatten", 0, -1],
                      ["T"]):
            cases.append([made(shape), steps])
    for left, right, dim in (([2, 3], [4, 3], 0), ([2, 3], [2, 5], 1), ([2, 3], [3], 0), ([2, 3], [2, 2], 0),
                             ([0], [2, 3], 0)):
        cases.append([made(left), made(right), ["cat", 2, dim]])
    cases.append([made([2, 3]), integers([2, 3]), ["cat", 2, 0]])
    for dim in (0, 1, 2, -1, 4):
        cases.append([made([2, 3]), made([2, 3]), ["requires_grad"], ["stack", 2, dim]])
    cases.append([made([2, 3]), made([3]), ["stack", 2, 0]])
    for name in ("hstack", "vstack"):
        for shape in ([], [3], [2, 3], [2, 2, 3]):
            cases.append([made(shape), made(shape), [name, 2]])
    for left, right in (([3], [3]), ([2, 3], [3]), ([3], [3, 4]), ([2, 3], [3, 4]), ([2, 5, 3], [3, 4]),
                        ([2, 5, 3], [3]), ([3], [2, 3, 4]), ([2, 5, 3], [2, 3, 4]), ([2, 5, 3], [1, 3, 4]),
                        ([7, 2, 5, 3], [2, 3, 4]), ([2, 3], [4, 3]), ([2, 3], [4]), ([3], [4]), ([], [3]),
                        ([17, 33], [33, 20]), ([1, 300], [300, 1]), ([2, 2, 3], [3, 3, 4])):
        for dtype in (F32, F64):
            cases.append([made(left, dtype), made(right, dtype), ["matmul"]])
        cases.append([made(left), ["requires_grad"], made(right), ["matmul"]])
    cases.append([integers([2, 3]), integers([3, 2]), ["matmul"]])
    cases.append([made([2, 3]), integers([3, 2]), ["matmul"]])
    cases.append([made([2, 3]), made([4, 3]), ["T"], ["matmul"]])
    cases.append([made([3, 2]), ["T"], made([3, 4]), ["mm"]])
    cases.append([made([4]), made([2, 3]), made([3, 4]), ["addmm"]])
    cases.append([made([4]), made([2, 3]), made([4, 3]), ["T"], ["addmm"]])
    cases.append([made([4]), made([5]), ["outer"]])
    for shape in ([3], [2, 3], [5, 2, 3], [2, 5, 2, 3]):
        for bias in (2, 3):
            cases.append([made(shape), made([4, 3]), ["requires_grad"], made([4]), ["linear", 3]] if bias == 3
                         else [made(shape), made([4, 3]), ["requires_grad"], ["linear", 2]])
    for equation, *sizes in (("ij->ji", [2, 3]), ("ij->i", [2, 3]), ("ij->", [2, 3]), ("ij,jk->ik", [2, 3], [3, 4]),
                             ("ij,kj->ik", [2, 3], [4, 3]), ("i,j->ij", [3], [4]), ("i,i->", [3], [3]),
                             ("bij,bjk->bik", [2, 3, 4], [2, 4, 5]), ("bhid,bhjd->bhij", [2, 2, 3, 4], [2, 2, 5, 4]),
                             ("ij,jk,kl->il", [2, 3], [3, 4], [4, 2]), ("ij,jk", [2, 3], [3, 4]),
                             ("ij,jk->ik", [2, 3], [4, 4]), ("ij,ij->ij", [2, 3], [2, 3])):
        cases.append([*[made(size) for size in sizes], ["einsum", equation, len(sizes)]])
    return cases


def indexing():
    cases = []
    whole = ["slice", None, None, None]
    entries = ([["int", 1]], [["int", -1]], [["int", 5]], [whole, ["int", 2]], [["int", 0], ["int", 1]],
               [["slice", 1, 3, None]], [["slice", None, None, 2]], [["slice", -2, None, None]],
               [["slice", 3, 1, None]], [["slice", 0, 100, 3]], [["slice", None, None, -1]],
               [["none"]], [whole, ["none"]], [["ellipsis"]], [["ellipsis"], ["int", 0]],
               [["int", 0], ["ellipsis"]], [["none"], ["ellipsis"], ["none"]], [["bool", True]], [["bool", False]],
               [["int", 0], ["slice", 1, None, 2], ["none"]], [["int", 0], ["int", 0], ["int", 0], ["int", 0]])
    for entry in entries:
        cases.append([made([4, 5, 3]), ["get", entry]])
        cases.append([made([4, 5, 3]), ["requires_grad"], ["get", entry]])
        cases.append([made([4, 5, 3]), ["set_number", entry, 7.5]])
        cases.append([["arange", [60], I64], ["view", [4, 5, 3]], ["set_number", entry, 2]])
    two = ["values", I64, [2], [2, 0]]
    for arrays, entry in (([two], [["array"]]), ([two], [whole, ["array"]]), ([two, two], [["array"], ["array"]]),
                          ([two, two], [["array"], whole, ["array"]]), ([two], [["int", 1], ["array"]]),
                          ([["values", I64, [2, 1], [[1], [2]]], two], [["array"], ["array"]]),
                          ([two], [["none"], ["array"]]), ([two], [["ellipsis"], ["array"]]),
                          ([["values", I64, [], 2]], [["array"]]), ([["values", I64, [1], [9]]], [["array"]]),
                          ([["values", "bool", [4], [1, 0, 1, 1]]], [["array"]]),
                          ([["values", "bool", [3], [1, 0, 1]]], [["array"]]),
                          ([["values", "bool", [3], [1, 0, 1]]], [["ellipsis"], ["array"]]),
                          ([["values", F32, [1], [0.5]]], [["array"]]), ([two], [["slice", 1, None, None], ["array"]]),
                          ([["values", I64, [2], [-1, -4]]], [["array"]]),
                          ([two, ["values", I64, [3], [0, 1, 2]]], [["array"], ["array"]])):
        cases.append([made([4, 5, 3]), *arrays, ["get", entry]])
        cases.append([made([4, 5, 3]), ["requires_grad"], *arrays, ["get", entry]])
        cases.append([made([4, 5, 3]), *arrays, ["set_number", entry, -1.0]])
        cases.append([made([4, 5, 3]), *arrays, made([3]), ["set", entry]])
    cases.append([made([4, 5]), made([5]), ["set", [["int", 1]]]])
    cases.append([made([4, 5]), made([4]), ["set", [["int", 1]]]])
    cases.append([made([4, 5]), made([2, 5]), ["set", [["slice", 1, 3, None]]]])
    cases.append([made([4, 5]), made([5]), ["requires_grad"], ["set", [["int", 1]]]])
    cases.append([made([4, 5]), integers([5]), ["set", [["int", 1]]]])
    cases.append([made([4, 5]), ["dup"], ["scalar", "gt", 0, "right"], ["get", [["array"]]]])
    cases.append([made([4, 5]), ["dup"], ["scalar", "gt", 0, "right"], ["set_number", [["array"]], 0.0]])
    cases.append([made([4, 5]), ["dup"], ["scalar", "gt", 0, "right"], ["masked_select"]])
    cases.append([made([4, 5]), ["scalar", "gt", 0, "right"], ["nonzero"]])
    cases.append([made([4, 5]), ["values", I64, [4, 2], [[0, 1], [2, 3], [4, 0], [1, 1]]], ["gather", 1]])
    cases.append([made([4, 5]), ["values", I64, [1, 5], [[0, 1, 2, 3, 0]]], ["gather", 0]])
    cases.append([made([4, 5]), ["values", I64, [1, 1], [[9]]], ["gather", 0]])
    cases.append([made([4, 5]), ["values", I64, [3], [3, 0, 3]], ["index_select", 0]])
    cases.append([made([4, 5]), ["values", I64, [3], [3, 0, 4]], ["index_select", 1]])
    cases.append([made([6, 3]), ["values", I64, [2, 2], [[0, 5], [1, 1]]], ["embedding"]])
    cases.append([made([6, 3]), ["values", I64, [1], [6]], ["embedding"]])
    for reduction in ("mean", "sum", "none"):
        cases.append([made([4, 5]), ["requires_grad"], ["values", I64, [4], [1, 0, 4, 2]],
                      ["cross_entropy", reduction]])
        cases.append([made([4, 5]), ["requires_grad"], made([4, 5]), ["mse_loss", reduction]])
    return cases


def printing():
    cases = []
    for options in ({}, {"precision": 2}, {"sci_mode": True}, {"sci_mode": False}, {"linewidth": 40},
                    {"threshold": 10, "edgeitems": 2}, {"profile": "short"}):
        for dtype in (F32, F64):
            for shape in ([], [3], [2, 3], [40], [3, 2, 4], [7, 30]):
                cases.append([["print_options", options], made(shape, dtype)])
        for shape in ([], [3], [40], [5, 30]):
            cases.append([["print_options", options], ["randint", -2000, 100000, shape]])
            cases.append([["print_options", options], made(shape), ["scalar", "gt", 0, "right"]])
        cases.append([["print_options", options], SPECIALS])
        cases.append([["print_options", options], made([2, 3]), ["requires_grad"]])
        cases.append([["print_options", options], made([30]), ["requires_grad"], ["exp"]])
    for dtype in ("bool", "uint8", "int32", I64, F32, F64):
        for shape in ([0], [0, 3], [2, 0, 3]):
            cases.append([["values", dtype, shape, []]])
        cases.append([["values", dtype, [3], [0, 1, 1]]])
        cases.append([["values", dtype, [], 1]])
    cases.append([made([1001])])
    cases.append([made([50, 50])])
    cases.append([["arange", [2000], I64]])
    for arguments in ([10], [2, 11, 3], [0, 1, 0.1], [5, 0, -0.7], [-3, 40, 0.25]):
        cases.append([["arange", arguments, F32]])
        cases.append([["arange", arguments, F64]])
    for arguments in ([0, 1, 5], [-3, 3, 50], [1, 0, 7], [2, 2, 1], [0, 10, 33]):
        cases.append([["linspace", arguments, F32]])
        cases.append([["linspace", arguments, F64]])
    cases.append([["eye", 3]])
    cases.append([["eye", 2, 3]])
    for shape in ([4], [15], [16], [17], [40]):
        for name in ("rand", "randn"):
            cases.append([[name, shape, F32]])
            cases.append([[name, shape, F64]])
    cases.append([["randint", 0, 10, [20]]])
    cases.append([["randperm", 10]])
    cases.append([made([40]), ["dropout", 0.5]])
    cases.append([made([5, 5]), ["requires_grad"], ["dropout", 0.1], made([3])])
    return cases


def all_cases():
    return {"elementwise": elementwise(), "binary": binary(), "reductions": reductions(), "shapes": shapes(),
            "indexing": indexing(), "printing": printing()}
