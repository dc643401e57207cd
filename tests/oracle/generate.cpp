#include "tests/oracle/generate.h"

#include "tests/oracle/maker.h"

namespace qdqlens::test {

rc::Gen<std::string> qdqModels(const GraphWishes& wishes) {
    return rc::gen::exec([wishes] { return Maker(wishes).run(); });
}

}  // namespace qdqlens::test
