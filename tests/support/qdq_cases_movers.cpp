#include "tests/support/qdq_case_model.h"

namespace qdqlens::test {

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
    // A chain becomes one Reshape only where it begins with one.
    list.both("reshape_chain", kFused, "", [](Case& c) {
        const std::string y = c.node("Reshape", {c.node("Neg", {"x"}), c.ints({1, 144})});
        c.give(c.node("Neg", {c.op("Unsqueeze", {y, c.ints({0})})}));
    });
    list.both("reshape_behind_unsqueeze", kFloat, "dq-count", [](Case& c) {
        const std::string y = c.node("Unsqueeze", {c.node("Neg", {"x"}), c.ints({0})});
        c.give(c.node("Neg", {c.op("Reshape", {y, c.ints({1, 144})})}));
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

}  // namespace qdqlens::test
