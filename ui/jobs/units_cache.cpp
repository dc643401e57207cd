#include "ui/jobs/units_cache.h"

#include <mutex>
#include <vector>

#include "core/qdq/lint/team_settings.h"

namespace qdqlens {

namespace {

struct Cache {
    std::mutex working;  ///< Whoever asks for a graph that is being worked out waits for it.
    std::mutex mutex;
    std::vector<std::weak_ptr<const Units>> known;
};

Cache& cache() {
    static Cache cache;
    return cache;
}

}  // namespace

std::shared_ptr<const Units> unitsIfKnown(const Scope& scope) {
    const std::lock_guard lock(cache().mutex);
    for (const auto& each : cache().known) {
        if (auto units = each.lock(); units != nullptr && units->scope.get() == &scope) {
            return units;
        }
    }
    return nullptr;
}

void knowUnits(const std::shared_ptr<const Units>& units) {
    const std::lock_guard lock(cache().mutex);
    std::erase_if(cache().known, [](const auto& each) { return each.expired(); });
    cache().known.push_back(units);
}

std::shared_ptr<const Units> unitsOf(const std::shared_ptr<const Scope>& scope) {
    const std::lock_guard work(cache().working);
    if (auto known = unitsIfKnown(*scope)) {
        return known;
    }
    const TeamSettings settings = findTeamSettings(*scope).value_or(TeamSettings{});
    auto units = std::make_shared<const Units>(makeUnits(scope, settings.targetOrDefault()));
    knowUnits(units);
    return units;
}

}  // namespace qdqlens
