// The order of the runtime's passes.
#include "core/qdq/runtime/pass.h"

namespace qdqlens::runtime {
namespace {

constexpr int kMostSteps =
    10;  ///< The runtime repeats its level 1 passes until nothing changes, at most so often.

using Pass = bool (*)(State&);

bool run(State& state, Pass pass) {
    const bool changed = pass(state);
    if (changed) {
        state.graph.touch();
        inferShapes(state.graph);
    }
    return changed;
}

}  // namespace

void playPasses(State& state) {
    run(state, makeDqsUnique);
    const Pass basic[] = {
        applyBasicRules,  removeDoubleQdq, shareConstants,
        mergeCommonNodes, foldConstants,   fuseMatMulAdd,
        fuseReshapes,     propagateQdq,    quantizeWeightsAndBiases,
        makeDqsUnique,    addWhereDq,      [](State& s) { return optimizeTransposes(s, false); }};
    for (int step = 0; step < kMostSteps; ++step) {
        bool changed = false;
        for (const Pass pass : basic)
            changed = run(state, pass) || changed;
        if (!changed)
            break;
    }
    run(state, fuseActivationIntoQ);
    run(state, fuseGemmTranspose);
    run(state, [](State& s) { return optimizeTransposes(s, true); });
    if (!state.target->int8_allowed)
        run(state, turnInt8ToUint8);
    run(state, selectUnits);
    run(state, fuseActivations);
    run(state, cleanUpQdq);
}

}  // namespace qdqlens::runtime
