#include "tests/support/qdq_cases.h"

#include <functional>

#include "resources/samples/model_builder.h"

namespace qdqlens::test {
namespace {

using runtime::Runs;
using samples::DataType;
using samples::ModelBuilder;
using samples::Names;
using samples::Quant;
using samples::TensorSpec;
using Dims = std::vector<std::int64_t>;

constexpr Runs kInt8 = Runs::kInt8;
constexpr Runs kFloat = Runs::kFloat;
constexpr Runs kFused = Runs::kFused;

/// A model with the inputs x (an image) and m (a matrix), and words for what the cases are made of.
class Case : public ModelBuilder {
  public:
    explicit Case(std::int64_t opset_version = 17) : ModelBuilder(opset_version) {
        input("x", DataType::kFloat32, {1, 4, 6, 6});
        input("m", DataType::kFloat32, {4, 4});
    }

    static Quant quant(DataType type, std::int64_t zero, double scale = 0.02) {
        Quant q;
        q.scale = {scale};
        q.zero_point = {zero};
        q.type = type;
        return q;
    }
    static Quant u8(double scale = 0.02) { return quant(DataType::kUInt8, 3, scale); }
    static Quant s8(double scale = 0.02) { return quant(DataType::kInt8, 3, scale); }
    std::string image(const Quant& q) { return qdq("x", q); }
    std::string matrix(const Quant& q) { return qdq("m", q); }
    std::string weight(const Dims& dims, DataType type = DataType::kInt8, std::vector<double> scale = {0.01},
                       int axis = 0) {
        Quant q;
        q.type = type;
        if (scale.size() > 1)
            q.axis = axis;
        q.scale = std::move(scale);
        return dequantize(initializer(freshName("w"), TensorSpec::filled(type, dims, 5)), q);
    }
    std::string bias(double scale, std::int64_t zero = 0) {
        return dequantize(initializer(freshName("b"), TensorSpec::filled(DataType::kInt32, {4}, 5)),
                          quant(DataType::kInt32, zero, scale));
    }
    std::string ints(const Dims& values) {
        return initializer(freshName("i"),
                           TensorSpec::of<std::int64_t>({static_cast<std::int64_t>(values.size())}, values));
    }
    std::string floats(const Dims& dims, double value) {
        return initializer(freshName("f"), TensorSpec::filled(DataType::kFloat32, dims, value));
    }
    samples::NodeBuilder op(const std::string& type, const Names& inputs) {
        return node(type, inputs).name("n");
    }
    void end(const std::string& value, const Quant& q) { give(qdq(value, q)); }
    void give(const std::string& value, DataType type = DataType::kFloat32) {
        output(value, samples::TypeSpec(type));
    }
};

class List {
  public:
    using Make = std::function<void(Case&)>;
    QdqCase& add(const std::string& name, Runs x64, Runs arm64, const std::string& rule, const Make& make,
                 std::int64_t opset = 17) {
        Case model(opset);
        make(model);
        QdqCase made;
        made.name = name;
        made.bytes = model.serialize();
        made.node = "n";
        made.x64 = x64;
        made.arm64 = arm64;
        made.rule = rule;
        cases_.push_back(std::move(made));
        return cases_.back();
    }
    QdqCase& both(const std::string& name, Runs runs, const std::string& rule, const Make& make,
                  std::int64_t opset = 17) {
        return add(name, runs, runs, rule, make, opset);
    }
    std::vector<QdqCase> take() { return std::move(cases_); }

  private:
    std::vector<QdqCase> cases_;
};

void addConv(List& list) {
    const auto conv = [](Case& c, const Quant& in, const std::string& w, const std::string& b,
                         const Quant& out) {
        Names inputs{c.image(in), w};
        if (!b.empty())
            inputs.push_back(b);
        c.end(c.op("Conv", inputs), out);
    };
    const Dims dims{4, 4, 1, 1};
    list.both("conv_u8", kInt8, "", [&](Case& c) { conv(c, Case::u8(), c.weight(dims), "", Case::u8()); })
        .kernel = "QLinearConv";
    list.both("conv_s8", kInt8, "", [&](Case& c) { conv(c, Case::s8(), c.weight(dims), "", Case::s8()); });
    list.both("conv_bias", kInt8, "",
              [&](Case& c) { conv(c, Case::u8(), c.weight(dims), c.bias(0.0002), Case::u8()); });
    list.both("conv_bias_scale", kFloat, "bias-scale",
              [&](Case& c) { conv(c, Case::u8(), c.weight(dims), c.bias(0.0003), Case::u8()); });
    list.both("conv_bias_zero_point", kFloat, "bias-zero-point",
              [&](Case& c) { conv(c, Case::u8(), c.weight(dims), c.bias(0.0002, 1), Case::u8()); });
    list.both("conv_bias_float", kInt8, "",
              [&](Case& c) { conv(c, Case::u8(), c.weight(dims), c.floats({4}, 0.5), Case::u8()); });
    list.both("conv_bias_axis", kFloat, "bias-float", [&](Case& c) {
        conv(c, Case::u8(), c.weight(dims, DataType::kInt8, {0.01, 0.02, 0.03, 0.04}, 1), c.floats({4}, 0.5),
             Case::u8());
    });
    list.both("conv_float_weight", kInt8, "",
              [&](Case& c) { conv(c, Case::u8(), c.floats(dims, 0.5), "", Case::u8()); });
    list.both("conv_channels", kInt8, "", [&](Case& c) {
        conv(c, Case::u8(), c.weight(dims, DataType::kInt8, {0.01, 0.02, 0.03, 0.04}), "", Case::u8());
    });
    list.both("conv_types_differ", kFloat, "dtypes-differ",
              [&](Case& c) { conv(c, Case::u8(), c.weight(dims), "", Case::s8()); })
        .arm64 = kFloat;
    list.add("conv_s8_u8_weight", kInt8, kFloat, "weight-dtype",
             [&](Case& c) { conv(c, Case::s8(), c.weight(dims, DataType::kUInt8), "", Case::s8()); });
    list.both("conv_input_float", kFloat, "dq-count", [&](Case& c) {
        c.end(c.op("Conv", {"x", c.weight(dims)}), Case::u8());
    });
    list.both("conv_no_q", kFloat, "q-missing", [&](Case& c) {
        c.give(c.op("Conv", {c.image(Case::u8()), c.weight(dims)}));
    });
    list.both("conv_branches", kFloat, "output-branches", [&](Case& c) {
        const std::string y = c.op("Conv", {c.image(Case::u8()), c.weight(dims)});
        c.end(y, Case::u8());
        c.give(c.node("Neg", {y}));
    });
    list.both("conv_output", kFloat, "output-is-graph-output", [&](Case& c) {
        const std::string y = c.op("Conv", {c.image(Case::u8()), c.weight(dims)});
        c.end(y, Case::u8());
        c.give(y);
    });
    list.both("conv_relu", kInt8, "", [&](Case& c) {
        const std::string y = c.op("Conv", {c.image(Case::u8()), c.weight(dims)});
        c.end(c.node("Relu", {y}), Case::quant(DataType::kUInt8, 0));
    });
    list.both("conv_relu_kept", kFloat, "activation-between", [&](Case& c) {
        const std::string y = c.op("Conv", {c.image(Case::u8()), c.weight(dims)});
        c.end(c.node("Relu", {y}), Case::u8());
    });
    list.both("conv_clip_kept", kFloat, "activation-between", [&](Case& c) {
        const std::string y = c.op("Conv", {c.image(Case::u8()), c.weight(dims)});
        c.end(c.node("Clip", {y, c.floats({}, 0), c.floats({}, 3)}), Case::quant(DataType::kUInt8, 0));
    });
    list.add("conv_shared_dq", kFloat, kInt8, "int8-activation", [&](Case& c) {
        const std::string x = c.image(Case::s8());
        c.end(c.op("Conv", {x, c.weight(dims)}), Case::s8());
        c.give(c.node("Neg", {x}));
    });
    list.add("conv_q_output", kFloat, kInt8, "int8-activation", [&](Case& c) {
        const std::string q = c.quantize("x", Case::s8());
        c.give(q, DataType::kInt8);
        c.end(c.op("Conv", {c.dequantize(q, Case::s8()), c.weight(dims)}), Case::s8());
    });
    list.both("conv_dq_output", kInt8, "", [&](Case& c) {
        const std::string x = c.image(Case::u8());
        c.give(x);
        c.end(c.op("Conv", {x, c.weight(dims)}), Case::u8());
    });
    list.both(
        "conv_16_bit", kFloat, "dtype-unsupported",
        [&](Case& c) {
            const Quant q = Case::quant(DataType::kInt16, 0);
            conv(c, q, c.weight(dims), "", q);
        },
        21);
    list.both("conv_transpose", kFloat, "no-kernel", [&](Case& c) {
        c.end(c.op("ConvTranspose", {c.image(Case::u8()), c.weight(dims)}), Case::u8());
    });
}

void addProducts(List& list) {
    const Dims dims{4, 4};
    list.both("gemm", kInt8, "",
              [&](Case& c) {
                  c.end(c.op("Gemm", {c.matrix(Case::u8()), c.weight(dims)}), Case::u8());
              })
        .kernel = "com.microsoft.QGemm";
    list.both("gemm_no_q", kInt8, "", [&](Case& c) {
        c.give(c.op("Gemm", {c.matrix(Case::s8()), c.weight(dims)}));
    });
    list.both("gemm_alpha", kFloat, "gemm-factor", [&](Case& c) {
        c.end(c.op("Gemm", {c.matrix(Case::u8()), c.weight(dims), c.bias(0.0002)}).attr("alpha", 0.5F),
              Case::u8());
    });
    list.both("gemm_zero_point", kFloat, "zero-point-missing", [&](Case& c) {
        Quant q = Case::u8();
        q.zero_point.clear();
        c.end(c.op("Gemm", {c.matrix(q), c.weight(dims)}), Case::u8());
    });
    list.both("gemm_weight_type", kFloat, "dtypes-differ",
              [&](Case& c) {
                  const std::string q = c.quantize("m", Case::s8());
                  c.give(q, DataType::kInt8);
                  c.end(c.op("Gemm", {c.dequantize(q, Case::s8()), c.weight(dims, DataType::kUInt8)}),
                        Case::u8());
              })
        .rule = "weight-dtype";
    list.both("matmul", kInt8, "",
              [&](Case& c) {
                  c.end(c.op("MatMul", {c.matrix(Case::u8()), c.weight(dims)}), Case::u8());
              })
        .kernel = "QLinearMatMul";
    list.both("matmul_no_q", kInt8, "",
              [&](Case& c) {
                  c.give(c.op("MatMul", {c.matrix(Case::u8()), c.weight(dims)}));
              })
        .kernel = "com.microsoft.MatMulIntegerToFloat";
    list.both("matmul_relu", kFloat, "activation-between", [&](Case& c) {
        const std::string y = c.op("MatMul", {c.matrix(Case::u8()), c.weight(dims)});
        c.give(c.node("Neg", {c.node("Relu", {y})}));
    });
    list.both("matmul_weight_only", kInt8, "",
              [&](Case& c) {
                  const Dims tall{32, 8};
                  c.input("v", DataType::kFloat32, {4, 32});
                  c.give(c.op("MatMul", {"v", c.weight(tall)}));
              })
        .kernel = "com.microsoft.MatMulNBits";
    list.both("matmul_add", kInt8, "",
              [&](Case& c) {
                  const std::string y = c.op("MatMul", {c.matrix(Case::u8()), c.weight(dims)});
                  c.end(c.node("Add", {y, c.floats({4}, 0.5)}), Case::u8());
              })
        .kernel = "com.microsoft.QGemm";
}

void addElementwise(List& list) {
    for (const std::string op : {"Add", "Mul"}) {
        list.both(op + "_equal", kInt8, "", [&](Case& c) {
            c.end(c.op(op, {c.image(Case::u8()), c.image(Case::u8(0.5))}), Case::u8(0.1));
        });
        list.both(op + "_constant", kFloat, "dq-count", [&](Case& c) {
            c.end(c.op(op, {c.image(Case::u8()), c.floats({4, 1, 1}, 0.5)}), Case::u8());
        });
        list.both(op + "_types", kFloat, "dtypes-differ",
                  [&](Case& c) {
                      c.end(c.op(op, {c.image(Case::u8()), c.image(Case::s8())}), Case::u8());
                  })
            .x64 = kInt8;
    }
    for (const std::string op : {"Sub", "Div", "Pow"}) {
        list.both(op, kFloat, "no-kernel", [&](Case& c) {
            c.end(c.op(op, {c.image(Case::u8()), c.image(Case::u8())}), Case::u8());
        });
    }
    for (const std::string op : {"Sigmoid", "LeakyRelu", "Softmax", "GlobalAveragePool"}) {
        list.both(op, kInt8, "", [&](Case& c) { c.end(c.op(op, {c.image(Case::u8())}), Case::u8(0.5)); })
            .kernel = "com.microsoft.QLinear" + op;
    }
    for (const std::string op : {"Tanh", "Sqrt", "HardSigmoid", "ReduceMean"}) {
        list.both(op, kFloat, "no-kernel",
                  [&](Case& c) { c.end(c.op(op, {c.image(Case::u8())}), Case::u8()); });
    }
    list.both("relu_alone", kFloat, "no-kernel",
              [&](Case& c) { c.end(c.op("Relu", {c.image(Case::u8())}), Case::u8(0.5)); });
    list.both("relu_into_q", kFused, "", [&](Case& c) {
        c.end(c.op("Relu", {c.node("Neg", {"x"})}), Case::quant(DataType::kUInt8, 0));
    });
    list.both("average_pool", kInt8, "", [&](Case& c) {
        c.end(c.op("AveragePool", {c.image(Case::u8())}).ints("kernel_shape", {2, 2}), Case::u8());
    });
    list.both("concat", kInt8, "", [&](Case& c) {
        c.end(c.op("Concat", {c.image(Case::u8()), c.image(Case::u8(0.5))}).attr("axis", 1), Case::u8());
    });
    list.both("concat_one_float", kFloat, "dq-count", [&](Case& c) {
        c.end(c.op("Concat", {c.image(Case::u8()), "x"}).attr("axis", 1), Case::u8());
    });
    const auto where = [](Case& c, const std::string& b, const Quant& q) {
        c.input("condition", DataType::kBool, {1, 4, 6, 6});
        c.end(c.op("Where", {"condition", c.image(q), b}), q);
    };
    list.both("where", kInt8, "", [&](Case& c) { where(c, c.image(Case::u8()), Case::u8()); });
    list.both("where_scalar", kInt8, "", [&](Case& c) { where(c, c.floats({}, 0.5), Case::u8()); });
    list.add("where_scalar_s8", kFloat, kInt8, "dtypes-differ",
             [&](Case& c) { where(c, c.floats({}, 0.5), Case::s8()); });
    list.both("same_twice", kInt8, "", [&](Case& c) {
        const std::string x = c.image(Case::u8());
        c.end(c.op("Add", {x, x}), Case::u8());
    });
    list.both(
        "float16", kFloat, "float16",
        [&](Case& c) {
            Quant q = Case::u8();
            q.scale_type = DataType::kFloat16;
            c.input("h", DataType::kFloat16, {1, 4, 6, 6});
            c.give(c.qdq(c.op("Sigmoid", {c.qdq("h", q)}), q), DataType::kFloat16);
        },
        21);
}

void addMovers(List& list) {
    struct Mover {
        std::string op;
        std::function<samples::NodeBuilder(Case&, const std::string&)> make;
        bool moves_16_bit;
        bool propagates;
    };
    const auto plain = [](const std::string& op) {
        return [op](Case& c, const std::string& x) { return c.op(op, {x}); };
    };
    const std::vector<Mover> movers = {
        {"MaxPool",
         [](Case& c, const std::string& x) {
             return c.op("MaxPool", {x}).ints("kernel_shape", {2, 2});
         },
         false, true},
        {"ReduceMax", plain("ReduceMax"), false, false},
        {"ReduceMin", plain("ReduceMin"), false, false},
        {"Resize",
         [](Case& c, const std::string& x) {
             return c
                 .op("Resize",
                     {x, "",
                      c.initializer(c.freshName("s"), TensorSpec(DataType::kFloat32, {4}, {1, 1, 2, 2}))})
                 .attr("mode", "nearest");
         },
         false, false},
        {"Reshape",
         [](Case& c, const std::string& x) {
             return c.op("Reshape", {x, c.ints({1, 144})});
         },
         true, true},
        {"Flatten", plain("Flatten"), true, false},
        {"Transpose",
         [](Case& c, const std::string& x) {
             return c.op("Transpose", {x}).ints("perm", {0, 2, 3, 1});
         },
         true, true},
        {"Unsqueeze",
         [](Case& c, const std::string& x) {
             return c.op("Unsqueeze", {x, c.ints({0})});
         },
         true, true},
        {"Squeeze",
         [](Case& c, const std::string& x) {
             return c.op("Squeeze", {x, c.ints({0})});
         },
         true, true},
        {"Slice",
         [](Case& c, const std::string& x) {
             return c.op("Slice", {x, c.ints({0}), c.ints({2}), c.ints({1})});
         },
         true, true},
        {"Gather",
         [](Case& c, const std::string& x) {
             return c.op("Gather", {x, c.ints({0, 1})}).attr("axis", 1);
         },
         true, false},
        {"GatherElements",
         [](Case& c, const std::string& x) {
             return c.op("GatherElements",
                         {x, c.initializer("g", TensorSpec::filled(DataType::kInt64, {1, 4, 6, 6}, 0))});
         },
         true, false},
        {"Expand",
         [](Case& c, const std::string& x) {
             return c.op("Expand", {x, c.ints({2, 4, 6, 6})});
         },
         true, false},
        {"Tile",
         [](Case& c, const std::string& x) {
             return c.op("Tile", {x, c.ints({2, 1, 1, 1})});
         },
         true, false},
        {"DepthToSpace",
         [](Case& c, const std::string& x) { return c.op("DepthToSpace", {x}).attr("blocksize", 2); }, false,
         false},
    };
    for (const Mover& mover : movers) {
        list.both(mover.op, kInt8, "",
                  [&](Case& c) { c.end(mover.make(c, c.image(Case::u8())), Case::u8()); });
        // Where Q moves back over the op, the op runs on integers of the Q behind it … unless a DQ stands
        // before it.
        list.both(mover.op + "_parameters", kFloat, "parameters-differ",
                  [&](Case& c) { c.end(mover.make(c, c.image(Case::u8())), Case::u8(0.5)); });
        const bool sixteen = mover.moves_16_bit;
        list.both(
            mover.op + "_16_bit", sixteen ? kInt8 : kFloat, sixteen ? "" : "dtype-unsupported",
            [&](Case& c) {
                const Quant q = Case::quant(DataType::kInt16, 0);
                c.end(mover.make(c, c.image(q)), q);
            },
            21);
        list.both(mover.op + "_no_q", mover.propagates ? kInt8 : kFloat, mover.propagates ? "" : "q-missing",
                  [&](Case& c) { c.give(c.node("Neg", {mover.make(c, c.image(Case::u8()))})); });
        list.both(mover.op + "_zero_point", kFloat, "zero-point-missing", [&](Case& c) {
            Quant q = Case::u8();
            q.zero_point.clear();
            c.end(mover.make(c, c.image(q)), q);
        });
    }
    list.both("resize_linear", kFloat, "mode", [](Case& c) {
        const std::string scales = c.initializer("s", TensorSpec(DataType::kFloat32, {4}, {1, 1, 2, 2}));
        c.end(c.op("Resize", {c.image(Case::u8()), "", scales}).attr("mode", "linear"), Case::u8());
    });
    list.both("max_pool_scale", kFloat, "scale-not-positive", [](Case& c) {
        c.end(c.op("MaxPool", {c.image(Case::u8(-0.02))}).ints("kernel_shape", {2, 2}), Case::u8(-0.02));
    });
    list.both(
        "max_pool_old", kFloat, "version",
        [](Case& c) {
            c.end(c.op("MaxPool", {c.image(Case::u8())}).ints("kernel_shape", {2, 2}), Case::u8());
        },
        11);
    list.both("arg_max", kInt8, "",
              [](Case& c) { c.give(c.op("ArgMax", {c.image(Case::u8())}), DataType::kInt64); });
    list.both("split", kInt8, "", [](Case& c) {
        c.node("Split", {c.image(Case::u8())}, {"a", "b"}).name("n").attr("axis", 1);
        c.end("a", Case::u8());
        c.end("b", Case::u8());
    });
    list.both("split_one_float", kFloat, "output-branches", [](Case& c) {
        c.node("Split", {c.image(Case::u8())}, {"a", "b"}).name("n").attr("axis", 1);
        c.end("a", Case::u8());
        c.give(c.node("Neg", {"b"}));
    });
    list.both("identity", kFused, "",
              [](Case& c) { c.end(c.op("Identity", {c.image(Case::u8())}), Case::u8()); });
}

void addRefusals(List& list) {
    list.add(
            "refused_output_dtype", kFloat, kInt8, "refused",
            [](Case& c) {
                c.give(c.node("Neg", {c.op("MaxPool", {c.image(Case::s8())}).ints("kernel_shape", {2, 2})}));
            },
            21)
        .refused_x64 = true;
    QdqCase& scale = list.both("refused_scale_dims", kFloat, "refused", [](Case& c) {
        Quant q = Case::u8();
        q.scale_dims = {1};
        c.end(c.op("Add", {c.image(q), c.image(Case::u8())}), Case::u8());
    });
    scale.refused_x64 = scale.refused_arm64 = true;
    QdqCase& clip = list.both("refused_clip_without_zero_point", kFloat, "refused", [](Case& c) {
        Quant q = Case::u8();
        q.zero_point.clear();
        c.end(c.node("Relu", {c.op("Sigmoid", {c.image(Case::u8())})}), q);
    });
    clip.refused_x64 = clip.refused_arm64 = true;
}

}  // namespace

std::vector<QdqCase> qdqCases() {
    List list;
    addConv(list);
    addProducts(list);
    addElementwise(list);
    addMovers(list);
    addRefusals(list);
    return list.take();
}

}  // namespace qdqlens::test
