#!/usr/bin/env python3
"""Writes width_table.inc, the advances that figures are measured with (core/diagram/text_measure.h).

    make_width_table.py [FONT-FOLDER] > width_table.inc

Needs fontTools and DejaVu 2.37 (Debian: python3-fonttools, fonts-dejavu-core). The table is committed; run this
only to cover more code points. East Asian widths and combining marks are from Python's unicodedata.
"""
import sys
import unicodedata
from pathlib import Path

from fontTools.ttLib import TTFont

# What model, node and value names are written in, and what labels hold: Latin with all accents, Greek, Cyrillic,
# Armenian, Hebrew, Arabic, punctuation, super- and subscripts, letterlike, arrows, mathematics, technical, boxes, shapes,
# dingbats. Everything else takes the averages of text_measure.cpp.
RANGES = [
    (0x0020, 0x007E), (0x00A0, 0x0556), (0x0561, 0x0587), (0x05D0, 0x05EA), (0x0621, 0x064A),
    (0x1D00, 0x1DBF), (0x1E00, 0x1FFE), (0x2000, 0x2064), (0x2070, 0x20BF), (0x2100, 0x23FF), (0x2460, 0x27BF),
    (0x27C0, 0x27FF), (0x2900, 0x2BFF), (0xFB00, 0xFB06), (0xFFFD, 0xFFFD),
]
FACES = [("kSansAdvances", "DejaVuSans.ttf"), ("kSansBoldAdvances", "DejaVuSans-Bold.ttf"),
         ("kMonoAdvances", "DejaVuSansMono.ttf")]
LAST = 0x3FFFF


def runs(points):
    """[(first, last)] of a sorted list of code points."""
    out = []
    for point in points:
        if out and out[-1][1] == point - 1:
            out[-1][1] = point
        else:
            out.append([point, point])
    return out


def advances(path):
    """[(first, last, advance)]: neighbours of one advance are one run."""
    font = TTFont(path)
    assert font["head"].unitsPerEm == 2048, path
    cmap = font.getBestCmap()
    out = []
    for first, last in RANGES:
        for point in range(first, last + 1):
            if point not in cmap or zero(point):
                continue
            advance = font["hmtx"][cmap[point]][0]
            if out and out[-1][1] == point - 1 and out[-1][2] == advance:
                out[-1][1] = point
            else:
                out.append([point, point, advance])
    return out


def zero(point):
    category = unicodedata.category(chr(point))
    return category in ("Mn", "Me") or (category == "Cf" and point != 0x00AD)


def wide(point):
    if zero(point) or (unicodedata.category(chr(point)) == "Cn" and point < 0x20000):
        return False
    return unicodedata.east_asian_width(chr(point)) in ("W", "F")


def write(name, kind, rows):
    print(f"\nconstexpr {kind} {name}[] = {{")
    line = "   "
    for row in rows:
        item = " {" + ",".join(f"0x{v:x}" if i < 2 else str(v) for i, v in enumerate(row)) + "},"
        if len(line) + len(item) > 110:
            print(line)
            line = "   "
        line += item
    print(line)
    print("};")


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/fonts/truetype/dejavu")
    print("// Made by make_width_table.py from DejaVu 2.37 and Unicode " + unicodedata.unidata_version + ".")
    print("// Code points first to last, and their advance in 1/2048 em.")
    print("// clang-format off")
    for name, file in FACES:
        write(name, "AdvanceRun", advances(folder / file))
    points = range(0x20, LAST + 1)
    write("kZeroWidth", "CodePointRun", runs([p for p in points if zero(p)]))
    write("kFullWidth", "CodePointRun", runs([p for p in points if wide(p)]))


main()
