# Who may include whom (HACKING.md, "Folders"). Input: the project's C++ files.

BEGIN {
    count = split("base onnx graph qdq layout diagram export", order, " ")
    for (i = 1; i <= count; i++) rank[order[i]] = i
}

function complain(why) {
    printf "%s:%d: %s: %s\n", FILENAME, FNR, why, $0
    bad = 1
}

FNR == 1 {
    split(FILENAME, part, "/")
    house = part[1]
    layer = house == "core" ? rank[part[2]] : 0
    platform_may_be_here = FILENAME ~ /^(core\/base\/|core\/onnx\/(input|external)\.cpp|app\/|tests\/)/
}

{ lines[FILENAME] = FNR }

/^#include[ \t]/ {
    target = $2
    if (house == "core") {
        if (target ~ /^<Q/) complain("core does not know Qt")
        if (target ~ /^"(ui|app|tests|resources\/samples)\//) complain("core includes only core and resources/resources.h")
        if (target ~ /^"core\//) {
            split(target, piece, "/")
            if (!(piece[2] in rank)) complain("not a layer of core")
            else if (rank[piece[2]] > layer) complain("a layer of core includes the layers before it")
        }
    }
    if (house == "ui" && target ~ /^"(app|tests)\//) complain("ui does not include app")
    if (house != "ui" && house != "tests" && FILENAME !~ /^app\/viewer\// && target ~ /^"ui\//)
        complain("only the viewer and tests include ui")
    if (target ~ /^<(unistd|spawn|signal|fcntl|poll|pthread|sys\/.*)\.h>/ && !platform_may_be_here)
        complain("platform calls stand in core/base and where core/onnx opens files")
}

END {
    for (file in lines)
        if (lines[file] > 400) printf "%s: %d lines; split it before it grows\n", file, lines[file]
    exit bad
}
