#include "tests/support/qdq_cases.h"

#include "tests/support/qdq_case_model.h"

namespace qdqlens::test {
namespace {

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
    // What stands between such a Conv and its Q goes into the weight first.
    const auto behind = [&](const std::string& op, const Dims& with, const std::string& between) {
        return [&dims, op, with, between](Case& c) {
            const std::string y = c.op("Conv", {c.image(Case::u8()), c.floats(dims, 0.5)});
            const std::string z = between.empty() ? y : c.node(between, {y});
            c.end(c.node(op, {z, c.floats(with, 0.5)}), Case::u8());
        };
    };
    list.both("conv_float_weight_mul", kInt8, "", behind("Mul", {4, 1, 1}, ""));
    list.both("conv_float_weight_mul_batch", kInt8, "", behind("Mul", {1, 4, 1, 1}, ""));
    list.both("conv_float_weight_mul_scalar", kInt8, "", behind("Mul", {}, ""));
    list.both("conv_float_weight_mul_row", kFloat, "dq-count", behind("Mul", {6}, ""));
    list.both("conv_float_weight_add", kInt8, "", behind("Add", {4, 1, 1}, ""));
    list.both("conv_float_weight_add_batch", kInt8, "", behind("Add", {1, 4, 1, 1}, ""));
    list.both("conv_float_weight_add_scalar", kFloat, "dq-count", behind("Add", {}, ""));
    list.both("conv_float_weight_neg_add", kFloat, "dq-count", behind("Add", {4, 1, 1}, "Neg"));
    list.both("conv_float_weight_norm", kInt8, "", [&](Case& c) {
        const std::string y = c.op("Conv", {c.image(Case::u8()), c.floats(dims, 0.5)});
        const auto four = [&] { return c.floats({4}, 0.5); };
        c.end(c.node("BatchNormalization", {y, four(), four(), four(), four()}), Case::u8());
    });
    list.both("conv_weight_mul", kFloat, "q-missing", [&](Case& c) {
        const std::string y = c.op("Conv", {c.image(Case::u8()), c.weight(dims)});
        c.end(c.node("Mul", {y, c.floats({4, 1, 1}, 0.5)}), Case::u8());
    });
    list.both("conv_channels", kInt8, "", [&](Case& c) {
        conv(c, Case::u8(), c.weight(dims, DataType::kInt8, {0.01, 0.02, 0.03, 0.04}), "", Case::u8());
    });
    list.both("conv_types_differ", kFloat, "dtypes-differ",
              [&](Case& c) { conv(c, Case::u8(), c.weight(dims), "", Case::s8()); })
        .x64 = kInt8;
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
    list.add("conv_shared_dq", kFloat, kInt8, "dtypes-differ", [&](Case& c) {
        const std::string x = c.image(Case::s8());
        c.end(c.op("Conv", {x, c.weight(dims)}), Case::s8());
        c.give(c.node("Neg", {x}));
    });
    list.add("conv_q_output", kFloat, kInt8, "int8-activation", [&](Case& c) {
        const std::string q = c.quantize("x", Case::s8());
        c.give(q, DataType::kInt8);
        const std::string y =
            c.quantize(c.op("Conv", {c.dequantize(q, Case::s8()), c.weight(dims)}), Case::s8());
        c.give(y, DataType::kInt8);
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
