// Operators that move data, and the rest.
#include "tests/oracle/maker.h"

namespace qdqlens::test {

void Maker::mover(const MadeValue& x) {
    const MadeValue in = x;
    const std::size_t rank = in.dims.size();
    const int kind = range(0, 10);
    const auto done = [&](samples::NodeBuilder node, const Dims& dims) {
        place({node, dims, {}}, in.quant, 85);
    };
    if (kind == 0) {
        // All of it, however long it is by now.
        done(model_.node("Slice", {in.name, ints({0}), ints({1 << 20}), ints({1})}).name(name("Slice")),
             in.dims);
    } else if (kind == 1) {
        const std::string indices = ints({0, 1});
        Dims dims = in.dims;
        dims[1] = 2;
        done(model_.node("Gather", {in.name, indices}).name(name("Gather")).attr("axis", 1), dims);
    } else if (kind == 2) {
        const std::string indices =
            model_.initializer(name("i"), TensorSpec::filled(DataType::kInt64, in.dims, 0));
        done(model_.node("GatherElements", {in.name, indices}).name(name("GatherElements")), in.dims);
    } else if (kind == 3) {
        Dims dims = in.dims;
        if (dims[0] == 1 && chance(90))
            dims[0] = 2;
        done(model_.node("Expand", {in.name, ints(dims)}).name(name("Expand")), dims);
    } else if (kind == 4) {
        Dims repeats(rank, 1);
        repeats[0] = 2;
        Dims dims = in.dims;
        dims[0] *= 2;
        if (dims[0] > 8)
            return;
        done(model_.node("Tile", {in.name, ints(repeats)}).name(name("Tile")), dims);
    } else if (kind == 5 || kind == 9) {
        const std::string op = pick<std::string>({"ReduceMax", "ReduceMin", "ReduceMean"});
        auto node = model_.node(op, opset_ >= 18 ? Names{in.name, ints({1})} : Names{in.name}).name(name(op));
        if (opset_ < 18)
            node.ints("axes", {1});
        Dims dims = in.dims;
        dims[1] = 1;
        done(node, dims);
    } else if (kind == 6 && rank == 4) {
        const std::string scales =
            model_.initializer(name("s"), TensorSpec(DataType::kFloat32, {4}, {1, 1, 1, 1}));
        done(model_.node("Resize", {in.name, "", scales})
                 .name(name("Resize"))
                 .attr("mode", chance(70) ? "nearest" : "linear"),
             in.dims);
    } else if (kind == 7 && rank == 4 && in.dims[1] % 4 == 0) {
        done(model_.node("DepthToSpace", {in.name}).name(name("DepthToSpace")).attr("blocksize", 2),
             {in.dims[0], in.dims[1] / 4, in.dims[2] * 2, in.dims[3] * 2});
    } else {
        outputs_.push_back({model_.node("ArgMax", {in.name}).name(name("ArgMax")), DataType::kInt64});
    }
}

void Maker::reshaper(const MadeValue& x) {
    const MadeValue in = x;
    const int kind = range(0, 4);
    std::int64_t rest = 1;
    for (std::size_t k = 1; k < in.dims.size(); ++k)
        rest *= in.dims[k];
    if (kind == 0) {
        place({model_.node("Flatten", {in.name}).name(name("Flatten")), {in.dims[0], rest}, {}}, in.quant,
              85);
    } else if (kind == 1 && in.dims.size() == 4) {
        place({model_.node("Reshape", {in.name, ints({in.dims[0], rest})}).name(name("Reshape")),
               {in.dims[0], rest},
               {}},
              in.quant, 80);
    } else if (kind == 1) {
        place({model_.node("Reshape", {in.name, ints({in.dims[0], rest, 1, 1})}).name(name("Reshape")),
               {in.dims[0], rest, 1, 1},
               {}},
              in.quant, 80);
    } else if (kind == 2 && in.dims.size() == 4 && in.dims[2] == 1 && in.dims[3] == 1) {
        place({model_.node("Squeeze", {in.name, ints({2, 3})}).name(name("Squeeze")),
               {in.dims[0], in.dims[1]},
               {}},
              in.quant, 80);
    } else if (in.dims.size() == 2) {
        place({model_.node("Unsqueeze", {in.name, ints({2, 3})}).name(name("Unsqueeze")),
               {in.dims[0], in.dims[1], 1, 1},
               {}},
              in.quant, 80);
    } else if (kind == 2 && in.dims[0] == 1) {
        const Dims dims(in.dims.begin() + 1, in.dims.end());
        place({model_.node("Squeeze", {in.name, ints({0})}).name(name("Squeeze")), dims, {}}, in.quant, 80);
    } else {
        Dims dims = in.dims;
        dims.insert(dims.begin(), 1);
        place({model_.node("Unsqueeze", {in.name, ints({0})}).name(name("Unsqueeze")), dims, {}}, in.quant,
              80);
    }
}

void Maker::variadic(const MadeValue& x) {
    const MadeValue in = x;
    const int kind = range(0, 3);
    if (kind == 0 && in.dims[1] < 32) {
        const MadeValue& more = *findLike(in);
        Dims dims = in.dims;
        dims[1] *= 2;
        place({model_.node("Concat", {in.name, more.name}).name(name("Concat")).attr("axis", 1), dims, {}},
              in.quant, 85);
    } else if (kind == 1 && in.dims[1] % 2 == 0) {
        const std::string id = name("Split");
        model_
            .node("Split",
                  opset_ >= 18 ? Names{in.name, ints({in.dims[1] / 2, in.dims[1] / 2})} : Names{in.name},
                  {id + "_a", id + "_b"})
            .name(id)
            .attr("axis", 1);
        Dims dims = in.dims;
        dims[1] /= 2;
        place({id + "_a", dims, {}}, in.quant, 90);
        place({id + "_b", dims, {}}, in.quant, 90);
    } else {
        const std::string mask =
            model_.initializer(name("m"), TensorSpec::filled(DataType::kBool, in.dims, 1));
        std::string condition = mask;
        if (chance(80)) {
            condition = name("cond");
            model_.input(condition, DataType::kBool, samples::DimSpecs(in.dims.begin(), in.dims.end()));
        }
        const std::string b = chance(25) ? scalar(0.25) : findLike(in)->name;
        place({model_.node("Where", {condition, in.name, b}).name(name("Where")), in.dims, {}}, in.quant, 85);
    }
}

void Maker::transposer(const MadeValue& x) {
    const MadeValue in = x;
    const Dims perm =
        in.dims.size() == 2
            ? Dims{1, 0}
            : pick<Dims>({{0, 2, 3, 1}, {0, 3, 1, 2}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 1, 3, 2}});
    Dims dims;
    for (const std::int64_t p : perm)
        dims.push_back(in.dims[static_cast<std::size_t>(p)]);
    place({model_.node("Transpose", {in.name}).name(name("Transpose")).ints("perm", perm), dims, {}},
          in.quant, 80);
}

void Maker::other(const MadeValue& x) {
    const MadeValue in = x;
    const int kind = range(0, 4);
    if (kind == 0) {
        place({model_.node("Identity", {in.name}).name(name("Identity")), in.dims, {}}, in.quant, 60);
    } else if (kind == 1 && in.dims.size() == 4) {
        place({model_.node("Pad", {in.name, ints({0, 0, 0, 0, 0, 0, 0, 0})}).name(name("Pad")), in.dims, {}},
              in.quant, 80);
    } else if (kind == 2) {
        place({model_.node("HardSigmoid", {in.name}).name(name("HardSigmoid")), in.dims, {}}, {}, 80);
    } else {
        place({model_.node("Sqrt", {in.name}).name(name("Sqrt")), in.dims, {}}, {}, 80);
    }
}

void Maker::addOperator() {
    const MadeValue* found = find(chance(70) ? 4 : 2);
    if (found == nullptr)
        found = &values_.front();  // The first input is an image.
    const MadeValue x = *found;
    const bool image = x.dims.size() == 4;
    const int kind = range(0, 100);
    if (wishes_.transposes && kind < 16)
        return transposer(x);
    if (kind < 30)
        return image ? conv(x) : product(x);
    if (kind < 42)
        return image ? pool(x) : product(x);
    if (kind < 62)
        return elementwise(x);
    if (kind < 76)
        return mover(x);
    if (kind < 86)
        return reshaper(x);
    if (kind < 96)
        return variadic(x);
    return other(x);
}

}  // namespace qdqlens::test
