#include "tests/support/wire_mutation.h"

#include <algorithm>

namespace qdqlens::test {

namespace {

/// Below `limit`, which is not 0. Not std::uniform_int_distribution: its results differ between libraries.
std::size_t below(std::size_t limit, std::mt19937_64& random) {
    return static_cast<std::size_t>(random() % limit);
}

void mutateOnce(std::string& bytes, std::mt19937_64& random) {
    const std::size_t at = below(bytes.size(), random);
    const std::size_t piece = std::min(bytes.size() - at, 1 + below(16, random));
    switch (below(7, random)) {
        case 0:
            bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ (1U << below(8, random)));
            break;
        case 1:
            bytes[at] = static_cast<char>(random() & 0xffU);
            break;
        case 2:
            bytes[at] = static_cast<char>(0xff - static_cast<int>(below(3, random)));
            break;
        case 3:
            bytes.erase(at, piece);
            break;
        case 4:
            bytes.insert(at, bytes.substr(at, piece));
            break;
        case 5:
            bytes.insert(below(bytes.size(), random), bytes.substr(at, piece));
            break;
        default:
            bytes.resize(at);
            break;
    }
}

}  // namespace

std::string mutate(std::string bytes, std::mt19937_64& random) {
    for (std::size_t left = 1 + below(4, random); left > 0 && !bytes.empty(); --left) {
        mutateOnce(bytes, random);
    }
    return bytes;
}

}  // namespace qdqlens::test
