#include "core/layout/whole/teller.h"

#include "core/layout/geometry.h"

namespace qdqlens::whole {

Teller::Teller(const LayoutRequest& request, bool transposed, const Contracted& small, const LayoutSink& sink)
    : request_(request), transposed_(transposed), small_(small), sink_(sink) {
    if (sink_) {
        places_.resize(request.boxes.size());
    }
}

void Teller::tell(const Sheet& sheet, std::span<const Index> chains, const Point& at) {
    if (!sink_ || chains.empty()) {
        return;
    }
    PartialPlacement told;
    for (const Index chain : chains) {
        Rect place = sheet.box(chain);
        place.x += at.x;
        place.y += at.y;
        const std::vector<Index>& members = small_.chains.members[chain];
        placed_ += places_[members[0]].width == 0 ? members.size() : 0;
        placeMembers(request_, small_, chain, place, places_);
        for (const Index member : members) {
            told.boxes.push_back(member);
            told.places.push_back(places_[member]);
            if (transposed_) {
                transpose(told.places.back());
            }
        }
    }
    told.placed = placed_;
    sink_(told);
}

}  // namespace qdqlens::whole
