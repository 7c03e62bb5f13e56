#!/usr/bin/env python3
"""Draws the demo's pictures as SVG and renders them with rsvg-convert and cwebp (Debian: librsvg2-bin, webp).

Usage: draw.py [NAME ...] — all pictures without a name. The same script always draws the same pictures.
"""

import math
import random
import subprocess
import sys
import tempfile
from pathlib import Path

WIDTH, HEIGHT = 1600, 1200
HERE = Path(__file__).parent


class Svg:
    """A drawing: shapes in the order of painting, and the gradients and filters that they use."""

    def __init__(self, width=WIDTH, height=HEIGHT):
        self.width, self.height = width, height
        self.defs, self.body = [], []

    def add(self, *shapes):
        self.body.extend(shapes)

    def define(self, text):
        name = f"d{len(self.defs)}"
        self.defs.append(text.replace("ID", name, 1))
        return f"url(#{name})"

    def linear(self, *stops, x1=0, y1=0, x2=0, y2=1):
        return self.define(
            f'<linearGradient id="ID" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}">{stops_of(stops)}</linearGradient>'
        )

    def radial(self, *stops, cx=0.5, cy=0.5, r=0.5):
        return self.define(f'<radialGradient id="ID" cx="{cx}" cy="{cy}" r="{r}">{stops_of(stops)}</radialGradient>')

    def blur(self, by):
        return self.define(
            f'<filter id="ID" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="{by}"/></filter>'
        )

    def shadow(self, dx, dy, by, opacity, color="#0b0d26"):
        return self.define(
            '<filter id="ID" x="-40%" y="-40%" width="180%" height="180%">'
            f'<feGaussianBlur in="SourceAlpha" stdDeviation="{by}" result="b"/><feOffset in="b" dx="{dx}" dy="{dy}" result="o"/>'
            f'<feFlood flood-color="{color}" flood-opacity="{opacity}" result="f"/><feComposite in="f" in2="o" operator="in" result="s"/>'
            '<feMerge><feMergeNode in="s"/><feMergeNode in="SourceGraphic"/></feMerge></filter>'
        )

    def clip(self, shape):
        return self.define(f'<clipPath id="ID">{shape}</clipPath>')

    def glow(self, x, y, r, color, opacity=1.0):
        fill = self.radial((0, color, 0.95 * opacity), (0.25, color, 0.45 * opacity), (1, color, 0))
        self.add(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}"/>')

    def text(self):
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}"><defs>{"".join(self.defs)}</defs>{"".join(self.body)}</svg>'
        )


def stops_of(stops):
    shapes = ""
    for stop in stops:
        offset, color, opacity = (*stop, 1)[:3]
        shapes += f'<stop offset="{offset}" stop-color="{color}" stop-opacity="{opacity}"/>'
    return shapes


def rect(x, y, w, h, fill, rx=0, more=""):
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{rx}" fill="{fill}" {more}/>'


def circle(x, y, r, fill, more=""):
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}" {more}/>'


def ellipse(x, y, rx, ry, fill, more=""):
    return f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx:.1f}" ry="{ry:.1f}" fill="{fill}" {more}/>'


def line(x1, y1, x2, y2, stroke, w, more=""):
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}" stroke-width="{w}" '
        f'stroke-linecap="round" {more}/>'
    )


def poly(points, fill, more=""):
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{text}" fill="{fill}" {more}/>'


def path(d, fill="none", stroke="none", w=0, more=""):
    return f'<path d="{d}" fill="{fill}" stroke="{stroke}" stroke-width="{w}" stroke-linecap="round" stroke-linejoin="round" {more}/>'


def group(shapes, more=""):
    return f'<g {more}>{"".join(shapes)}</g>'


def smooth(points, closed_to=None):
    """A curve through the points; `closed_to` closes it along that height."""
    d = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for i in range(len(points) - 1):
        p0, p1, p2 = points[max(i - 1, 0)], points[i], points[i + 1]
        p3 = points[min(i + 2, len(points) - 1)]
        c1 = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        c2 = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        d += f"C{c1[0]:.1f} {c1[1]:.1f} {c2[0]:.1f} {c2[1]:.1f} {p2[0]:.1f} {p2[1]:.1f}"
    if closed_to is not None:
        d += f"L{points[-1][0]:.1f} {closed_to}L{points[0][0]:.1f} {closed_to}Z"
    return d


def ridge(rng, base, height, step):
    """The outline of hills: sums of slow waves, so that no two look alike."""
    phases = [rng.uniform(0, math.tau) for _ in range(3)]
    points = []
    for x in range(-step, WIDTH + 2 * step, step):
        y = math.sin(x / 310 + phases[0]) * 0.55 + math.sin(x / 143 + phases[1]) * 0.3 + math.sin(x / 67 + phases[2]) * 0.15
        points.append((x, base - height * (0.5 + 0.5 * y)))
    return points


def tree(x, y, h, color, light):
    w = h * 0.52
    return group([
        path(f"M{x - h * .03:.1f} {y}L{x + h * .03:.1f} {y}L{x + h * .02:.1f} {y - h * .5:.1f}L{x - h * .02:.1f} {y - h * .5:.1f}Z", color),
        ellipse(x, y - h * 0.62, w * 0.5, h * 0.38, color),
        ellipse(x - w * 0.26, y - h * 0.46, w * 0.34, h * 0.2, color),
        ellipse(x + w * 0.28, y - h * 0.45, w * 0.32, h * 0.2, color),
        *[ellipse(x + w * dx, y - h * dy, w * r, h * r * 0.62, light, 'opacity="0.16"') for dx, dy, r in [(.12, .78, .28), (.18, .66, .24), (-.16, .62, .2), (.3, .5, .2), (-.02, .5, .16)]],
        path(f"M{x:.1f} {y - h*.22:.1f}L{x + w*.16:.1f} {y - h*.42:.1f}M{x:.1f} {y - h*.3:.1f}L{x - w*.14:.1f} {y - h*.48:.1f}", "none", light, h * .012, 'opacity="0.3"'),
    ])


def person(x, y, h, color, coat=None, reach=0):
    """Someone who stands with the feet at x, y; `reach` lifts an arm to one side."""
    coat = coat or color
    shapes = [
        path(f"M{x - h*.075:.1f} {y - h*.45:.1f}L{x - h*.07:.1f} {y:.1f}L{x - h*.015:.1f} {y:.1f}L{x:.1f} {y - h*.4:.1f}"
             f"L{x + h*.02:.1f} {y:.1f}L{x + h*.075:.1f} {y:.1f}L{x + h*.075:.1f} {y - h*.45:.1f}Z", color),
        path(f"M{x - h*.12:.1f} {y - h*.36:.1f}C{x - h*.14:.1f} {y - h*.7:.1f} {x - h*.11:.1f} {y - h*.83:.1f} {x:.1f} {y - h*.83:.1f}"
             f"C{x + h*.11:.1f} {y - h*.83:.1f} {x + h*.14:.1f} {y - h*.7:.1f} {x + h*.12:.1f} {y - h*.36:.1f}Z", coat),
        circle(x, y - h * 0.91, h * 0.085, color),
    ]
    if reach:
        shapes.append(line(x + reach * h * 0.07, y - h * 0.74, x + reach * h * 0.26, y - h * 0.86, coat, h * 0.055))
    return group(shapes)


def bulbs(svg, x1, x2, y, sag, count, r, color):
    """A string of lights that hangs between two points of the same height."""
    points = [(x1 + (x2 - x1) * i / count, y + sag * (1 - (2 * i / count - 1) ** 2)) for i in range(count + 1)]
    svg.add(path(smooth(points), "none", "#1a1838", 2.5, 'opacity="0.8"'))
    for px, py in points[1:-1]:
        svg.glow(px, py + 6, r * 5, color, 0.55)
        svg.add(circle(px, py + 6, r, "#fff6da"))


def wheel(x, y, r, rim, light, cabins):
    shapes = [
        circle(x, y, r, "none", f'stroke="{rim}" stroke-width="{r*.035:.1f}"'),
        circle(x, y, r * 0.9, "none", f'stroke="{rim}" stroke-width="{r*.012:.1f}"'),
        circle(x, y, r * 0.55, "none", f'stroke="{rim}" stroke-width="{r*.009:.1f}" opacity="0.8"'),
    ]
    for i in range(24):
        a = math.tau * i / 24
        shapes.append(line(x, y, x + r * math.cos(a), y + r * math.sin(a), rim, r * 0.0085))
    for i in range(48):
        a = math.tau * i / 48
        shapes.append(circle(x + r * math.cos(a), y + r * math.sin(a), r * 0.0125, light))
    for i in range(12):
        a = math.tau * (i + 0.5) / 12
        cx, cy = x + r * math.cos(a), y + r * math.sin(a)
        s = r * 0.07
        color = cabins[i % len(cabins)]
        shapes.append(group([
            line(cx, cy, cx, cy + s * 0.7, rim, r * 0.012),
            path(f"M{cx - s:.1f} {cy + s*.9:.1f}a{s:.1f} {s*.9:.1f} 0 0 1 {2*s:.1f} 0Z", color),
            rect(cx - s, cy + s * 0.95, 2 * s, s * 0.5, "#ffe3a1", 1),
            path(f"M{cx - s:.1f} {cy + s*1.5:.1f}L{cx + s:.1f} {cy + s*1.5:.1f}C{cx + s:.1f} {cy + s*2.5:.1f} {cx - s:.1f} {cy + s*2.5:.1f} {cx - s:.1f} {cy + s*1.5:.1f}Z", color),
        ]))
    shapes.append(circle(x, y, r * 0.085, rim))
    shapes.append(circle(x, y, r * 0.045, light))
    return shapes


def car(x, y, s, body, dark, glass, lit):
    """A small car from the side, facing left, its wheels on y."""
    shapes = [
        ellipse(x, y + 2 * s, 118 * s, 9 * s, "#06071a", 'opacity="0.45"'),
        path(f"M{x-112*s:.1f} {y-18*s:.1f}C{x-116*s:.1f} {y-46*s:.1f} {x-104*s:.1f} {y-54*s:.1f} {x-72*s:.1f} {y-58*s:.1f}"
             f"C{x-52*s:.1f} {y-92*s:.1f} {x-40*s:.1f} {y-100*s:.1f} {x-6*s:.1f} {y-100*s:.1f}"
             f"C{x+44*s:.1f} {y-100*s:.1f} {x+62*s:.1f} {y-92*s:.1f} {x+84*s:.1f} {y-60*s:.1f}"
             f"C{x+108*s:.1f} {y-57*s:.1f} {x+116*s:.1f} {y-46*s:.1f} {x+112*s:.1f} {y-18*s:.1f}Z", body),
        path(f"M{x-54*s:.1f} {y-60*s:.1f}C{x-42*s:.1f} {y-84*s:.1f} {x-34*s:.1f} {y-90*s:.1f} {x-6*s:.1f} {y-90*s:.1f}L{x-2*s:.1f} {y-60*s:.1f}Z", glass),
        path(f"M{x+8*s:.1f} {y-60*s:.1f}L{x+4*s:.1f} {y-90*s:.1f}C{x+38*s:.1f} {y-90*s:.1f} {x+50*s:.1f} {y-84*s:.1f} {x+66*s:.1f} {y-60*s:.1f}Z", glass),
        path(f"M{x-112*s:.1f} {y-30*s:.1f}L{x+112*s:.1f} {y-30*s:.1f}L{x+111*s:.1f} {y-16*s:.1f}L{x-111*s:.1f} {y-16*s:.1f}Z", dark),
        path(f"M{x-100*s:.1f} {y-52*s:.1f}C{x-40*s:.1f} {y-60*s:.1f} {x+50*s:.1f} {y-60*s:.1f} {x+100*s:.1f} {y-53*s:.1f}", "none", "#ffffff", 3 * s, 'opacity="0.28"'),
        ellipse(x - 107 * s, y - 42 * s, 7 * s, 8 * s, "#fff1c4" if lit else "#d9c9c0"),
        rect(x + 103 * s, y - 48 * s, 9 * s, 13 * s, "#e2484d", 3),
    ]
    for cx in (x - 66 * s, x + 66 * s):
        shapes += [circle(cx, y - 18 * s, 24 * s, "#11122b"), circle(cx, y - 18 * s, 12 * s, "#8f93ad"), circle(cx, y - 18 * s, 5 * s, "#11122b")]
    return group(shapes)


def park(svg):
    """The harbor park at dusk."""
    rng = random.Random(11)
    sky = svg.linear((0, "#171a48"), (0.28, "#43306f"), (0.5, "#9b4470"), (0.68, "#ea7a5c"), (0.82, "#ffc27a"))
    svg.add(rect(0, 0, WIDTH, 1000, sky))
    for _ in range(90):
        x, y = rng.uniform(0, WIDTH), rng.uniform(0, 380) ** 1.0
        svg.add(circle(x, y, rng.uniform(0.8, 2.2), "#fff3d6", f'opacity="{rng.uniform(.25, .9) * (1 - y / 460):.2f}"'))
    svg.glow(430, 770, 560, "#ffd58a", 0.8)
    svg.add(circle(430, 770, 104, svg.linear((0, "#fff3c9"), (1, "#ffb765"))))
    for x, y, w, o in [(150, 330, 430, .34), (330, 372, 320, .28), (980, 250, 300, .2), (60, 520, 380, .4), (620, 575, 420, .36), (1220, 470, 420, .25)]:
        cloud = svg.linear((0, "#ffd9a8", 0.9), (1, "#c0567a", 0.05))
        svg.add(path(f"M{x} {y}c{w*.08:.0f} -34 {w*.2:.0f} -40 {w*.3:.0f} -22c{w*.08:.0f} -36 {w*.28:.0f} -34 {w*.34:.0f} -4c{w*.12:.0f} -16 {w*.3:.0f} -4 {w*.36:.0f} 26Z", cloud, more=f'opacity="{o}"'))
    for base, height, color in [(860, 190, "#c9636b"), (880, 140, "#8e4470"), (905, 95, "#5b3266")]:
        svg.add(path(smooth(ridge(rng, base, height, 40), 1000), color))

    # The far town and the coaster.
    shore = 925
    track = [(-40, 800), (60, 690), (150, 520), (235, 470), (320, 560), (400, 760), (470, 820), (550, 740), (620, 690), (690, 750), (740, 840), (800, 870)]
    frame = "#2a1c4d"
    for i in range(len(track) - 1):
        for t in (0, 0.34, 0.67):
            x = track[i][0] + (track[i + 1][0] - track[i][0]) * t
            y = track[i][1] + (track[i + 1][1] - track[i][1]) * t
            svg.add(line(x, y + 6, x, shore, frame, 5), line(x, y + 40, x + 30, shore, frame, 2.4, 'opacity="0.7"'))
    svg.add(path(smooth(track), "none", frame, 17), path(smooth(track), "none", "#ff9f6b", 5))
    for n, (x, y, a) in enumerate([(118, 566, -56), (150, 514, -52), (186, 480, -32)]):
        svg.add(group([rect(-27, -34, 54, 27, ["#e8505b", "#f6a04d", "#2fa3a0"][n], 9), circle(-9, -40, 8, "#2a1c4d"), circle(11, -40, 8, "#2a1c4d")], f'transform="translate({x} {y}) rotate({a})"'))

    # The great wheel.
    x, y, r = 1120, 520, 318
    svg.glow(x, y, 470, "#ff9f7a", 0.35)
    legs = "#241a4a"
    for dx in (-205, -165, 165, 205):
        svg.add(line(x, y, x + dx, shore, legs, 15 if abs(dx) > 180 else 9))
    svg.add(line(x - 118, 760, x + 118, 760, legs, 9))
    svg.add(*wheel(x, y, r, "#2b1f55", "#fff0c0", ["#e8505b", "#f6a04d", "#2fa3a0", "#f2d06b"]))

    # Carousel, booths and their lights.
    cx = 760
    for i in range(10):
        color = ["#e8505b", "#fbe3b5"][i % 2]
        svg.add(poly([(cx, 722), (cx - 130 + 26 * i, 812), (cx - 130 + 26 * (i + 1), 812)], color))
    svg.add(path(f"M{cx-130} 812" + "".join("q13 22 26 0" for _ in range(10)) + "Z", "#f6a04d"), circle(cx, 716, 9, "#ffe3a1"), rect(cx - 112, 822, 224, 96, "#5a2b5e"))
    svg.glow(cx, 868, 150, "#ffcf7d", 0.9)
    for dx in (-96, -48, 0, 48, 96):
        svg.add(rect(cx + dx - 3, 818, 6, 100, "#ffe0a0"))
    for dx in (-72, -24, 24, 72):
        svg.add(ellipse(cx + dx, 868, 17, 9, "#40214f"), circle(cx + dx + 14, 856, 6.5, "#40214f"), line(cx + dx - 8, 874, cx + dx - 12, 892, "#40214f", 4), line(cx + dx + 9, 874, cx + dx + 13, 892, "#40214f", 4))
    for bx, w, roof in [(1310, 120, "#2fa3a0"), (1440, 140, "#e8505b"), (905, 92, "#f6a04d"), (560, 100, "#2fa3a0")]:
        svg.add(rect(bx, 842, w, 84, "#33204f"))
        svg.glow(bx + w / 2, 884, w * 0.8, "#ffc873", 0.75)
        svg.add(rect(bx + 14, 862, w - 28, 36, "#ffdf9a", 3), path(f"M{bx-10} 846L{bx+8} 812L{bx+w-8} 812L{bx+w+10} 846Z", roof))
        for i in range(3):
            svg.add(rect(bx + w * (0.2 + 0.27 * i), 812, w * 0.1, 34, "#fbe3b5", 0, 'opacity="0.75"'))
    for tx, h in [(20, 150), (110, 120), (470, 130), (1010, 105), (1255, 130), (1590, 190), (1500, 120), (655, 96)]:
        svg.add(tree(tx, shore + 4, h, "#2b1a48", "#d8706c"))
    for x1, x2 in [(560, 905), (905, 1310), (1310, 1600), (230, 560)]:
        bulbs(svg, x1, x2, 800, 44, 14, 3.6, "#ffd27d")
    svg.add(rect(0, shore - 6, WIDTH, 20, "#2a1a45"), rect(0, shore + 14, WIDTH, 8, "#f2a06a", 0, 'opacity="0.55"'))

    # Water, and what it gives back.
    water = svg.linear((0, "#e88a66"), (0.3, "#8f4470"), (0.75, "#2c2459"), (1, "#171a48"))
    svg.add(rect(0, 947, WIDTH, 260, water))
    mirror = svg.clip(rect(0, 947, WIDTH, 260, "#fff"))
    soft = svg.blur(5)
    svg.add(f'<g clip-path="{mirror}"><g filter="{soft}" opacity="0.3" transform="translate(0 {947 * 1.55:.0f}) scale(1 -0.55)">{"".join(wheel(x, y, r, "#2b1f55", "#fff0c0", ["#ffb46b"]))}</g></g>')
    svg.add(f'<g filter="{svg.blur(9)}" opacity="0.8">{ellipse(430, 1050, 46, 120, "#ffdf9f")}</g>')
    for _ in range(120):
        y = 956 + 240 * rng.random() ** 1.3
        w = rng.uniform(30, 140) * (0.4 + (y - 940) / 260)
        px = rng.gauss(430, 170) if rng.random() < 0.5 else rng.uniform(0, WIDTH)
        svg.add(rect(px, y, w, rng.uniform(2, 4.5), "#ffd79a", 2, f'opacity="{rng.uniform(.12, .5):.2f}"'))
    for bx in (600, 760, 950, 1370, 1510):
        svg.add(f'<g filter="{soft}" opacity="0.5">{rect(bx - 8, 952, 22, rng.uniform(50, 110), "#ffc873", 8)}</g>')

    # The near quay with its guests.
    near = "#120f33"
    svg.add(path("M0 1128C400 1104 1000 1118 1600 1096L1600 1200L0 1200Z", near))
    for i in range(0, 1640, 82):
        svg.add(line(i, 1048 - i * 0.012, i, 1130 - i * 0.012, near, 8))
    svg.add(line(0, 1050, 1600, 1030, near, 9), line(0, 1082, 1600, 1062, near, 5))
    for px, h, coat, reach in [(250, 178, "#22184a", 0), (330, 168, "#a83f5b", 0), (392, 112, "#d98b4e", 1), (1000, 176, "#1e1744", -1), (1085, 170, "#2a7f85", 0)]:
        svg.add(person(px, 1150, h, near, coat, reach))
    svg.add(tree(1560, 1200, 520, near, "#3a245c"), tree(-10, 1200, 430, near, "#3a245c"))


def arch(x, y, w, h):
    return f"M{x:.1f} {y + h:.1f}L{x:.1f} {y + w / 2:.1f}A{w / 2:.1f} {w / 2:.1f} 0 0 1 {x + w:.1f} {y + w / 2:.1f}L{x + w:.1f} {y + h:.1f}Z"


def fossils(svg):
    """The hall of fossils in afternoon light."""
    wall = svg.linear((0, "#0f3a46"), (0.6, "#1c5a61"), (1, "#2a6f6c"))
    svg.add(rect(0, 0, WIDTH, HEIGHT, wall))
    # The vault: ribs that rise from the pillars, panes of the skylight between them.
    svg.add(path("M0 330C220 -60 1380 -60 1600 330L1600 0L0 0Z", "#0b2d39"))
    for x in (40, 200, 1400, 1560):
        svg.add(path(f"M{x} 900L{x} 380C{x} 240 {x + (800 - x) * .2:.0f} 90 800 70", "none", "#0e3845", 34), path(f"M{x - 8} 900L{x - 8} 380C{x - 8} 240 {x - 8 + (800 - x) * .2:.0f} 86 792 66", "none", "#2f777a", 4, 'opacity="0.8"'))
    svg.add(path("M330 120C560 20 1040 20 1270 120L1180 176C980 98 620 98 420 176Z", svg.linear((0, "#ffe2a6"), (1, "#e7a873"))))
    for x in range(420, 1240, 82):
        svg.add(line(x, 20, 800 + (x - 800) * 0.88, 190, "#0b2d39", 7))
    svg.add(path("M360 148C580 54 1020 54 1240 148", "none", "#0b2d39", 6))
    for x, y in [(120, 470), (480, 190), (1120, 190), (1480, 470)]:
        svg.add(line(x, 0, x, y, "#0a2733", 4))
        svg.glow(x, y + 20, 120, "#ffd995", 0.7)
        svg.add(circle(x, y + 22, 24, "#ffefc6"), rect(x - 14, y - 8, 28, 12, "#0a2733", 4))
    # Windows to the west.
    pane = svg.linear((0, "#fff2c8"), (0.55, "#ffd08a"), (1, "#f4a469"))
    windows = [(360, 300, 170), (590, 236, 190), (830, 236, 190), (1070, 300, 170)]
    for x, y, w in windows:
        h = 850 - y
        svg.glow(x + w / 2, y + h * 0.45, w * 2.1, "#ffd08a", 0.4)
        svg.add(path(arch(x - 16, y - 16, w + 32, h + 16), "#0d3440"), path(arch(x, y, w, h), pane))
        clip = svg.clip(path(arch(x, y, w, h), "#fff"))
        hills = smooth([(x - 20, 720), (x + w * .3, 675), (x + w * .7, 705), (x + w + 20, 660)], 860)
        near = smooth([(x - 20, 780), (x + w * .4, 752), (x + w + 20, 790)], 860)
        svg.add(f'<g clip-path="{clip}">{path(hills, "#e2876a")}{path(near, "#b5616a")}</g>')
        for k in (1, 2):
            svg.add(line(x + w * k / 3, y + 10, x + w * k / 3, 850, "#0d3440", 6))
        for yy in range(int(y + w / 2), 850, 120):
            svg.add(line(x, yy, x + w, yy, "#0d3440", 6))
    # A pterosaur on wires.
    for x in (1230, 1330):
        svg.add(line(x, 0, x, 330, "#0a2733", 2.5))
    svg.add(group([
        path("M0 0C-80 -50 -150 -60 -250 -10C-170 -18 -110 6 -60 44Z", "#8fb3a4", more='opacity="0.35"'),
        path("M0 0C80 -60 160 -70 260 -26C180 -30 120 0 66 44Z", "#8fb3a4", more='opacity="0.35"'),
        path("M-250 -10C-150 -60 -80 -50 0 0C80 -60 160 -70 260 -26", "none", "#f7e6c3", 9),
        path("M-250 -10C-190 -14 -150 -4 -110 14M260 -26C200 -26 160 -10 120 10", "none", "#f7e6c3", 4),
        path("M0 -6L0 60M-14 12L14 12M-12 24L12 24M-10 36L10 36", "none", "#f7e6c3", 7),
        path("M0 60L-18 104M0 60L18 104", "none", "#f7e6c3", 5),
        path("M0 -4C10 -30 40 -40 58 -38L150 -24L64 -18C46 -8 20 -2 0 -4ZM40 -36L-8 -66L26 -30Z", "#f7e6c3"), circle(48, -28, 5, "#12414b"),
    ], 'transform="translate(1290 330) rotate(-7)"'))
    # Floor.
    floor = svg.linear((0, "#3b7b73"), (0.5, "#225a5d"), (1, "#0c2c38"))
    svg.add(rect(0, 850, WIDTH, 350, floor), rect(0, 846, WIDTH, 8, "#0d3440"))
    for i in range(-14, 15):
        svg.add(line(800 + i * 74, 854, 800 + i * 270, 1200, "#0c2f3a", 2.5, 'opacity="0.55"'))
    for y in (886, 930, 990, 1070, 1165):
        svg.add(line(0, y, WIDTH, y, "#0c2f3a", 2.2, 'opacity="0.5"'))
    soft = svg.blur(14)
    beam = svg.linear((0, "#ffe1a3", 0.5), (1, "#ffe1a3", 0.02))
    for x, y, w in windows:
        svg.add(f'<g filter="{soft}">{poly([(x, y + 90), (x + w, y + 60), (x + w - 210, 1130), (x - 390, 1130)], beam, "opacity=%s" % chr(34) + "0.36" + chr(34))}</g>')
        svg.add(f'<g filter="{soft}">{poly([(x - 120, 900), (x + w - 110, 900), (x + w - 250, 1080), (x - 330, 1080)], "#ffd590", "opacity=%s" % chr(34) + "0.38" + chr(34))}</g>')

    # The plinth and the skeleton of a long-necked dinosaur.
    svg.add(ellipse(815, 1042, 600, 58, "#06222c", 'opacity="0.55"'))
    svg.add(path("M250 972L1380 972L1420 1034L210 1034Z", "#0f4450"), rect(210, 1030, 1210, 26, "#0a323d"), path("M250 972L1380 972L1386 982L244 982Z", "#3f9188"))
    for i in range(22):
        svg.add(circle(262 + i * 52, 1043, 3.2, "#ffd590"))
        svg.glow(262 + i * 52, 1040, 26, "#ffd590", 0.35)
    bone, shade, far = "#f7e6c3", "#c99f73", "#8d8f7c"

    def limb(points, w, color):
        return path(smooth(points), "none", color, w)

    spine = [(262, 232), (300, 250), (352, 318), (398, 410), (452, 492), (540, 548), (650, 560), (770, 548), (880, 556), (990, 596), (1080, 660), (1170, 716), (1250, 748), (1320, 750), (1384, 726)]
    # Far legs first.
    for hip, knee, ankle, toe in [((610, 640), (582, 760), (606, 880), (596, 962)), ((925, 640), (985, 762), (930, 878), (950, 962))]:
        svg.add(limb([hip, knee], 24, far), limb([knee, ankle], 18, far), limb([ankle, toe], 18, far), ellipse(toe[0] - 8, toe[1] + 4, 34, 11, far))
    # Ribs.
    for i in range(12):
        t = i / 11
        x = 560 + 350 * t
        top = 556 + (0 if t < .7 else (t - .7) * 70)
        depth = 190 + 62 * math.sin(math.pi * (0.2 + 0.75 * t)) - 70 * max(0, t - .75) * 4
        svg.add(path(f"M{x:.0f} {top:.0f}C{x + 46:.0f} {top + depth * .3:.0f} {x + 30:.0f} {top + depth * .85:.0f} {x - 26:.0f} {top + depth:.0f}", "none", shade, 12))
        svg.add(path(f"M{x - 4:.0f} {top:.0f}C{x + 40:.0f} {top + depth * .3:.0f} {x + 24:.0f} {top + depth * .85:.0f} {x - 30:.0f} {top + depth - 2:.0f}", "none", bone, 8))
    svg.add(path("M536 742C600 800 730 812 850 770", "none", bone, 10, 'opacity="0.9"'))
    # Vertebrae along the curve.
    dense = []
    for i in range(len(spine) - 1):
        p0, p1, p2, p3 = spine[max(i - 1, 0)], spine[i], spine[i + 1], spine[min(i + 2, len(spine) - 1)]
        for k in range(4):
            t = k / 4
            point = tuple(0.5 * (2 * p1[c] + (p2[c] - p0[c]) * t + (2 * p0[c] - 5 * p1[c] + 4 * p2[c] - p3[c]) * t * t + (3 * p1[c] - p0[c] - 3 * p2[c] + p3[c]) * t ** 3) for c in (0, 1))
            dense.append(point)
    dense.append(spine[-1])
    svg.add(path(smooth(spine), "none", shade, 17))
    for i, (x, y) in enumerate(dense):
        nx, ny = dense[min(i + 1, len(dense) - 1)]
        px, py = dense[max(i - 1, 0)]
        a = math.degrees(math.atan2(ny - py, nx - px))
        t = i / (len(dense) - 1)
        size = 12 + 13 * math.exp(-((t - 0.5) / 0.22) ** 2)
        spike = size * (1.9 if 0.3 < t < 0.75 else 1.25)
        svg.add(group([
            path(f"M{-size*.3:.1f} 0L{size*.12:.1f} {-spike:.1f}L{size*.42:.1f} {-spike:.1f}L{size*.5:.1f} 0Z", shade),
            rect(-size * .62, -size * .62, size * 1.24, size * 1.3, bone, f"{size*.4:.1f}"),
            rect(-size * .62, size * .2, size * 1.24, size * .42, shade, f"{size*.2:.1f}", 'opacity="0.6"'),
        ], f'transform="translate({x:.1f} {y:.1f}) rotate({a:.1f})"'))
    # Hip and shoulder, near legs.
    svg.add(path("M862 552C930 520 1000 560 996 632C968 668 914 664 884 634C860 612 850 580 862 552Z", bone), ellipse(930, 610, 20, 18, "#1a4d55"))
    svg.add(path("M560 548C600 590 616 660 590 716C566 726 548 712 544 690C552 640 544 600 536 566Z", bone))
    for hip, knee, ankle, toe in [((568, 706), (524, 800), (556, 890), (536, 966)), ((934, 640), (900, 770), (958, 884), (930, 966))]:
        for (a, b), w in [((hip, knee), 30), ((knee, ankle), 23), ((ankle, toe), 22)]:
            svg.add(limb([a, b], w + 6, shade), limb([(a[0] - 3, a[1]), (b[0] - 3, b[1])], w, bone))
        for (px, py), r in [(hip, 22), (knee, 21), (ankle, 17)]:
            svg.add(circle(px, py, r, bone), circle(px + 4, py + 4, r * .5, shade, 'opacity="0.55"'))
        for d in (-34, -12, 12):
            svg.add(ellipse(toe[0] + d, toe[1] + 2, 17, 10, bone))
    # Skull.
    svg.add(group([
        path("M-96 4C-92 -24 -52 -40 -16 -46C14 -62 52 -50 58 -18C62 6 42 22 14 22C-20 26 -64 26 -96 4Z", bone),
        path("M-90 20C-50 36 -8 38 30 26L22 44C-16 56 -62 52 -88 34Z", shade),
        ellipse(16, -20, 15, 14, "#12414b"), ellipse(-22, -16, 12, 8, "#12414b"), ellipse(-64, -8, 8, 5, "#12414b"),
        *[rect(-86 + i * 15, 14 + i * .9, 6, 13, "#fff6e0", 2) for i in range(7)],
    ], 'transform="translate(214 228) rotate(-12)"'))
    # Cases with ammonites at the sides.
    for x, flip in [(60, 1), (1440, -1)]:
        svg.add(rect(x - 44, 640, 190, 300, "#0a2b36", 8), rect(x - 28, 656, 158, 200, svg.linear((0, "#fbe3b0"), (1, "#e59f6e")), 4))
        d = f"M{x + 51} 764"
        for k in range(110):
            a, rr = k * 0.16 * flip, 3 + k * 0.58
            d += f"L{x + 51 + rr * math.cos(a):.1f} {764 + rr * math.sin(a):.1f}"
        svg.add(path(d, "none", "#8c4f4f", 15), path(d, "none", "#c57d5d", 6), rect(x - 44, 880, 190, 60, "#0c3642", 4))
    # Guests.
    ink = "#08242e"
    for px, y, h, coat, reach in [(330, 1150, 210, "#b4525a", 1), (420, 1162, 136, "#e8a14f", 1), (1170, 1156, 214, "#123c52", -1), (1264, 1160, 204, "#2f8f86", 0), (1340, 1172, 128, "#d9605a", -1), (720, 1128, 176, "#0e3b48", 0)]:
        svg.add(ellipse(px + 30, y + 2, h * .3, 9, "#051a22", 'opacity="0.5"'), person(px, y, h, ink, coat, reach))


def theatre(svg):
    """The stage a moment after the curtain has parted."""
    svg.add(rect(0, 0, WIDTH, HEIGHT, "#1a0d22"))
    night = svg.linear((0, "#10184a"), (0.55, "#2b4f86"), (1, "#6fb0b3"))
    svg.add(rect(100, 150, 1400, 700, night))
    rng = random.Random(4)
    for _ in range(110):
        svg.add(circle(rng.uniform(280, 1320), rng.uniform(190, 560), rng.uniform(.8, 2.3), "#fdf3d2", f'opacity="{rng.uniform(.3, .95):.2f}"'))
    svg.glow(1010, 340, 330, "#fbe8b8", 0.75)
    svg.add(circle(1010, 340, 84, "#fff4d0"), circle(986, 322, 14, "#f2deb0"), circle(1032, 362, 20, "#f2deb0"), circle(1040, 316, 9, "#f2deb0"))
    # Painted waves, one behind the other, each with its own shadow.
    lift = svg.shadow(0, -8, 10, 0.45)
    for n, (y, color) in enumerate([(640, "#2f6f9a"), (690, "#25578a"), (742, "#1c4173"), (792, "#152f5c")]):
        d = f"M80 {y}" + "".join(f"q30 {-34 + (i % 2) * 10} 60 0t60 0" for i in range(12)) + "L1520 900L80 900Z"
        if n == 1:
            # The lighthouse stands between the waves.
            svg.add(f'<g filter="{svg.shadow(10, 4, 12, 0.5)}">' + "<g transform=\"translate(0 22)\">" + path("M470 720C500 660 620 640 690 720Z", "#3a2a4a")
                    + path("M536 690L556 384L624 384L644 690Z", "#f6e7cf") + path("M540.500 620L548 512L632 512L639.500 620Z", "#d5474b")
                    + path("M552 444L556 384L624 384L628 444Z", "#d5474b") + rect(546, 366, 88, 18, "#2a1c3d", 4) + rect(560, 316, 60, 52, "#ffe7a0", 4)
                    + path("M550 318L590 272L630 318Z", "#2a1c3d") + line(590, 272, 590, 252, "#2a1c3d", 5) + rect(580, 640, 22, 50, "#2a1c3d", 10) + "</g></g>")
            svg.add(poly([(590, 364), (1340, 212), (1340, 452)], svg.linear((0, "#fff2b8", .75), (1, "#fff2b8", 0), x2=1, y2=0)))
            svg.add(poly([(590, 364), (140, 272), (140, 442)], svg.linear((0, "#fff2b8", 0), (1, "#fff2b8", .6), x2=1, y2=0)))
            svg.glow(590, 364, 130, "#fff2b8", 0.95)
        if n == 2:
            svg.add(f'<g filter="{svg.shadow(6, 4, 8, 0.4)}">' + "<g transform=\"translate(110 -34)\">" + path("M842 742C880 790 1010 790 1052 736Z", "#7a3146") + path("M946 732L946 566L1048 712Z", "#fbe9cb") + path("M936 728L936 590L856 716Z", "#f2b36f") + line(941, 552, 941, 742, "#4b2438", 7) + "</g></g>")
        svg.add(path(d, color, more=f'filter="{lift}"'))
    # Stage floor.
    boards = svg.linear((0, "#5b2f2c"), (0.5, "#a35b3a"), (1, "#6b3430"))
    svg.add(poly([(190, 838), (1410, 838), (1600, 1010), (0, 1010)], boards))
    for i in range(-12, 13):
        svg.add(line(800 + i * 52, 838, 800 + i * 74, 1010, "#4a2424", 2.5, 'opacity="0.65"'))
    svg.add(ellipse(800, 910, 420, 62, svg.radial((0, "#ffe2a1", .8), (.6, "#ffc878", .35), (1, "#ffc878", 0))))
    # One player.
    ink = "#2a1224"
    svg.add(ellipse(812, 936, 70, 10, "#2a1224", 'opacity="0.6"'), person(800, 934, 214, ink, "#e0a44a", 1))
    svg.add(line(856, 750, 872, 716, "#e0a44a", 12), circle(878, 700, 9, "#ffe7a0"))
    svg.glow(880, 698, 70, "#ffe7a0", 0.9)
    # Spot lights.
    soft = svg.blur(16)
    for x in (330, 1270):
        beam = svg.linear((0, "#fff0c4", .55), (1, "#fff0c4", .03))
        svg.add(f'<g filter="{soft}">{poly([(x - 14, 150), (x + 14, 150), (1060, 930), (540, 930)], beam, "opacity=%s0.5%s" % (chr(34), chr(34)))}</g>')

    def drape(points_top, points_bottom, folds, mirrored):
        """One side of the curtain: folds that gather towards the tie."""
        shapes = []
        for i in range(folds):
            t0, t1 = i / folds, (i + 1) / folds
            def at(points, t):
                n = t * (len(points) - 1)
                k = min(int(n), len(points) - 2)
                f = n - k
                return tuple(points[k][c] * (1 - f) + points[k + 1][c] * f for c in (0, 1))
            a, b = at(points_top, t0), at(points_top, t1)
            tie0, tie1 = (70 + 120 * t0, 660), (70 + 120 * t1, 660)
            c, d = at(points_bottom, t1), at(points_bottom, t0)
            shade = svg.linear((0, "#5a0f27"), (.3, "#b8243f"), (.52, "#e2474f"), (.75, "#a51d3a"), (1, "#4c0b22"), x2=1, y2=0)
            shapes.append(path(
                f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}C{b[0]:.1f} 420 {tie1[0]:.1f} 520 {tie1[0]:.1f} 660"
                f"C{tie1[0]:.1f} 760 {c[0]:.1f} 840 {c[0]:.1f} {c[1]:.1f}L{d[0]:.1f} {d[1]:.1f}C{d[0]:.1f} 840 {tie0[0]:.1f} 760 {tie0[0]:.1f} 660"
                f"C{tie0[0]:.1f} 520 {a[0]:.1f} 420 {a[0]:.1f} {a[1]:.1f}Z", shade))
        shapes.append(path("M52 636C110 668 160 668 206 640L206 672C160 704 100 704 52 676Z", svg.linear((0, "#ffe09a"), (1, "#b97a32"))))
        for k in range(9):
            shapes.append(line(190 + k * 2, 690 - k * 1.5, 186 + k * 5, 768, "#e8b45e", 4))
        shapes.append(circle(198, 690, 14, "#ffe09a"))
        return group(shapes, 'transform="translate(1600 0) scale(-1 1)"' if mirrored else "")

    cast = svg.shadow(0, 10, 22, 0.65)
    for mirrored in (False, True):
        svg.add(f'<g filter="{cast}">{drape([(40, 120), (620, 120)], [(40, 1000), (330, 985)], 9, mirrored)}</g>')
    # Pelmet, then the gilded arch.
    pelmet = []
    for i in range(11):
        x = 40 + i * 138.2
        shade = svg.linear((0, "#8f1733"), (.45, "#e2474f"), (1, "#6d1029"), x2=1, y2=0)
        pelmet.append(path(f"M{x:.1f} 90L{x + 138.2:.1f} 90L{x + 138.2:.1f} 190C{x + 112:.1f} 282 {x + 26:.1f} 282 {x:.1f} 190Z", shade))
        pelmet.append(path(f"M{x:.1f} 190C{x + 26:.1f} 282 {x + 112:.1f} 282 {x + 138.2:.1f} 190", "none", "#f0c068", 9))
        pelmet.append(circle(x + 69, 266, 9, "#ffe09a"))
    svg.add(f'<g filter="{cast}">{"".join(pelmet)}</g>')
    gold = svg.linear((0, "#ffe6a8"), (.4, "#d99f4c"), (1, "#7d4a26"))
    frame = "M0 0L1600 0L1600 1010L1500 1010L1500 190C1500 130 1470 104 1400 104L200 104C130 104 100 130 100 190L100 1010L0 1010Z"
    svg.add(path(frame, "#3a1730"), path("M100 1010L100 190C100 130 130 104 200 104L1400 104C1470 104 1500 130 1500 190L1500 1010", "none", gold, 22), path("M62 1010L62 170C62 96 104 64 190 64L1410 64C1496 64 1538 96 1538 170L1538 1010", "none", "#c98c43", 7))
    for i in range(19):
        x = 180 + i * 69
        svg.glow(x, 82, 34, "#ffd98a", 0.8)
        svg.add(circle(x, 82, 7, "#fff4d4"))
    for y in range(220, 1000, 78):
        for x in (81, 1519):
            svg.glow(x, y, 34, "#ffd98a", 0.7)
            svg.add(circle(x, y, 7, "#fff4d4"))
    # Footlights and the heads of those who came.
    svg.add(rect(0, 1004, WIDTH, 30, "#3a1730"))
    for i in range(13):
        x = 130 + i * 112
        svg.glow(x, 1000, 86, "#ffdf9a", 0.6)
        svg.add(path(f"M{x - 24} 1010a24 22 0 0 1 48 0Z", "#ffedc0"))
    svg.add(rect(0, 1030, WIDTH, 170, "#150a1d"))
    rng = random.Random(9)
    for y, size, color, step in [(1092, 40, "#2c1430", 112), (1158, 54, "#1c0d24", 142)]:
        for i in range(-1, 16):
            x = i * step + (50 if size > 45 else 0) + rng.uniform(-14, 14)
            if x > 1680:
                continue
            hy = y - rng.uniform(0, 14)
            svg.add(path(f"M{x - size*1.25:.0f} 1200C{x - size*1.25:.0f} {hy + size*.9:.0f} {x - size*.5:.0f} {hy + size*.75:.0f} {x:.0f} {hy + size*.75:.0f}C{x + size*.5:.0f} {hy + size*.75:.0f} {x + size*1.25:.0f} {hy + size*.9:.0f} {x + size*1.25:.0f} 1200Z", color))
            svg.add(circle(x, hy, size * .72, color), path(f"M{x - size*.66:.0f} {hy - size*.2:.0f}A{size*.72:.0f} {size*.72:.0f} 0 0 1 {x + size*.66:.0f} {hy - size*.2:.0f}", "none", "#f3a66a", 4, 'opacity="0.55"'))


def seated_view(zoom, horizon, rows, rail=False):
    """The stage from a seat: farther away the smaller `zoom` is, and lower in the picture the higher the seat is. `rows`
    are the rows of heads before the seat, and a balcony has a rail."""

    def draw(svg):
        theatre(svg)
        stage = group(svg.body, f'transform="translate({800 - 800 * zoom:.1f} {horizon - 900 * zoom:.1f}) scale({zoom})"')
        svg.body = [rect(0, 0, WIDTH, HEIGHT, svg.linear((0, "#1a0d22"), (1, "#241230")))]
        for side in (-1, 1):
            for n in range(3):
                x, y = 800 + side * (860 * zoom + 90 + n * 150), horizon - 420 * zoom + n * 30
                svg.glow(x, y, 120, "#ffca7a", 0.5)
                svg.add(rect(x - 8, y - 6, 16, 34, "#c98c43", 6), circle(x, y, 10, "#fff0c8"))
        svg.add(stage, rect(0, horizon + 108 * zoom, WIDTH, HEIGHT, "#150a1d"))
        rng = random.Random(12)
        top = horizon + 130 * zoom
        for n in range(rows):
            near = (n + 1) / rows
            size = 14 + 52 * zoom * near
            y = top + (HEIGHT - 40 - top) * near**1.4
            color = ("#341a3a", "#2a1431", "#210f29", "#180a20")[min(3, int(near * 4))]
            step = size * 2.7
            for i in range(-1, int(WIDTH / step) + 2):
                x = i * step + (step / 2 if n % 2 else 0) + rng.uniform(-size, size) * .25
                svg.add(ellipse(x, y + size * 1.9, size * 1.25, size * 1.3, color), circle(x, y + rng.uniform(0, size * .2), size * .7, color))
        if rail:
            svg.add(rect(0, HEIGHT - 150, WIDTH, 150, "#2b1222"), rect(0, HEIGHT - 168, WIDTH, 26, svg.linear((0, "#ffe6a8"), (.5, "#d99f4c"), (1, "#7d4a26"))))
            for i in range(9):
                svg.add(path(f"M{i * 200 - 20} {HEIGHT - 120}q90 60 180 0", "none", "#c98c43", 5, 'opacity="0.7"'))

    return draw


def parking(svg):
    """The car park by the harbor gate, lamps just lit."""
    rng = random.Random(21)
    sky = svg.linear((0, "#1b2152"), (.4, "#5a3b7c"), (.72, "#d06a72"), (1, "#ffbe86"))
    svg.add(rect(0, 0, WIDTH, 760, sky))
    for _ in range(60):
        y = rng.uniform(0, 300)
        svg.add(circle(rng.uniform(0, WIDTH), y, rng.uniform(.8, 2), "#fff3d6", f'opacity="{rng.uniform(.2, .8) * (1 - y / 330):.2f}"'))
    svg.glow(1180, 690, 560, "#ffcf92", 0.8)
    for base, height, color in [(720, 150, "#b4597a"), (745, 90, "#74417a")]:
        svg.add(path(smooth(ridge(rng, base, height, 40), 800), color))
    # The park beyond the fence.
    svg.add(group(wheel(1190, 500, 200, "#33265f", "#fff0c0", ["#e8505b", "#f6a04d", "#2fa3a0"]), 'opacity="0.95"'))
    for dx in (-120, 120):
        svg.add(line(1190, 500, 1190 + dx, 760, "#33265f", 9))
    svg.add(path(smooth([(600, 760), (680, 640), (750, 590), (820, 650), (880, 730), (940, 700), (1000, 760)]), "none", "#33265f", 9))
    for x in range(640, 980, 26):
        svg.add(line(x, 690 + (x % 52), x, 765, "#33265f", 3))
    # The gate: two towers with lit windows and an arch of lights between them.
    gate = "#3a2a63"
    for gx in (250, 560):
        svg.add(rect(gx - 46, 500, 92, 270, gate), poly([(gx - 60, 502), (gx, 396), (gx + 60, 502)], "#e0585f"), poly([(gx, 396), (gx + 60, 502), (gx + 8, 502)], "#b8424f"), circle(gx, 390, 8, "#ffe3a1"))
        svg.glow(gx, 580, 90, "#ffd27d", 0.8)
        svg.add(path(arch(gx - 18, 548, 36, 66), "#ffe09a"), path(arch(gx - 18, 650, 36, 60), "#ffe09a"))
        svg.add(poly([(gx, 384), (gx, 352), (gx + 48, 364)], "#f6a04d"), line(gx, 392, gx, 350, gate, 4))
    svg.add(path("M296 560C340 470 470 470 514 560L514 600C470 520 340 520 296 600Z", "#2fa3a0"), path("M296 560C340 470 470 470 514 560", "none", "#8fe0cf", 5))
    for i in range(11):
        t = i / 10
        x = 296 + 218 * t
        y = 560 - 4 * 68 * t * (1 - t) * 1.0
        svg.glow(x, y + 14, 26, "#ffe3a1", 0.9)
        svg.add(circle(x, y + 14, 4.5, "#fff6da"))
    svg.glow(405, 720, 170, "#ffd27d", 0.6)
    for px, h, coat in [(352, 84, "#e8505b"), (384, 80, "#2a1d4d"), (410, 54, "#f6a04d"), (462, 84, "#2a8d90")]:
        svg.add(person(px, 772, h, "#231a48", coat))
    for tx, h in [(60, 220), (150, 170), (690, 150), (1000, 140), (1420, 190), (1530, 230), (900, 110)]:
        svg.add(tree(tx, 776, h, "#2c2052", "#c86a78"))
    # Ground with bays in perspective.
    ground = svg.linear((0, "#6b4a78"), (.35, "#443362"), (1, "#1c1a44"))
    svg.add(rect(0, 768, WIDTH, 440, ground), rect(0, 764, WIDTH, 10, "#2c2052"), rect(0, 774, WIDTH, 7, "#f2b08a", 0, 'opacity="0.45"'))
    for i in range(-12, 13):
        svg.add(line(800 + i * 128, 872, 800 + i * 152, 930, "#f7dcc0", 4, 'opacity="0.5"'), line(800 + i * 215, 1060, 800 + i * 270, 1175, "#f7dcc0", 7, 'opacity="0.5"'))
    palette = [("#e2555c", "#a83747"), ("#f0b35c", "#bd7f3c"), ("#35a39d", "#1f7076"), ("#f3e3cb", "#b9a4a0"), ("#5d6fc0", "#3c4a8f"), ("#c9607f", "#8f3d60"), ("#8ba86a", "#5d7a4d")]
    glass = svg.linear((0, "#ffd9a0"), (1, "#7d5a8c"))
    soft = svg.blur(20)
    haze = svg.blur(12)
    lamps = [(330, 480), (830, 480), (1340, 480)]
    for x, _ in lamps:
        svg.add(f'<g filter="{soft}">{ellipse(x + 60, 900, 260, 62, "#ffd590", "opacity=%s0.5%s" % (chr(34), chr(34)))}</g>')
    for i in range(9):
        body, dark = palette[(i * 3) % 7]
        if i in (3,):
            continue
        svg.add(car(60 + i * 186, 896, 0.72, body, dark, glass, i == 6))
    for x, y in lamps:
        svg.add(line(x, 960, x, y, "#1d173f", 11), rect(x - 16, 950, 32, 16, "#1d173f", 5), path(f"M{x} {y}C{x} {y - 46} {x + 70} {y - 52} {x + 92} {y - 30}", "none", "#1d173f", 9), path(f"M{x + 58} {y - 26}L{x + 128} {y - 26}L{x + 114} {y - 8}L{x + 72} {y - 8}Z", "#1d173f"))
        cone = svg.linear((0, "#ffe6ae", .34), (1, "#ffe6ae", 0))
        svg.add(f'<g filter="{haze}">{poly([(x + 72, y - 8), (x + 114, y - 8), (x + 330, 930), (x - 150, 930)], cone)}</g>')
        svg.glow(x + 93, y - 4, 110, "#ffe3a1", 1)
        svg.add(ellipse(x + 93, y - 6, 22, 7, "#fffbe8"))
    for i, x in enumerate((40, 400, 1120, 1480)):
        body, dark = palette[(i * 2 + 1) % 7]
        svg.add(car(x, 1146, 1.5, body, dark, glass, False))
    # A family walks over.
    ink = "#141233"
    for px, h, coat, reach in [(700, 196, "#e0a04c", 1), (770, 128, "#d4545e", 0), (838, 202, "#2f9290", -1)]:
        svg.add(ellipse(px - 34, 1122, h * .34, 9, "#0d0c28", 'opacity="0.5"'), person(px, 1120, h, ink, coat, reach))


def guide(svg):
    """The guide book on a table, seen from above, in evening light."""
    rng = random.Random(7)
    table = svg.linear((0, "#1d6a70"), (.6, "#155159"), (1, "#0d3944"), x2=1, y2=1)
    svg.add(rect(0, 0, WIDTH, HEIGHT, table))
    svg.add(rect(0, 0, WIDTH, HEIGHT, svg.radial((0, "#ffdf9e", .5), (.5, "#ffc37e", .14), (1, "#0d3944", 0), cx=.28, cy=.16, r=.75)))
    for y in (205, 452, 700, 948):
        svg.add(line(0, y, WIDTH, y + rng.uniform(-6, 6), "#0b343e", 3.5, 'opacity="0.6"'), line(0, y + 5, WIDTH, y + 5, "#4c9a97", 1.6, 'opacity="0.35"'))
    for _ in range(46):
        x, y = rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT)
        w = rng.uniform(90, 320)
        svg.add(path(f"M{x:.0f} {y:.0f}q{w / 2:.0f} {rng.uniform(-7, 7):.1f} {w:.0f} 0", "none", "#0f4650", 2, 'opacity="0.5"'))
    cast = svg.shadow(26, 34, 22, 0.5, "#041c24")
    low = svg.shadow(10, 13, 9, 0.45, "#041c24")

    # The map, unfolded, under the book.
    folds = []
    for i in range(4):
        tone = ["#f6e4c2", "#eed6ad"][i % 2]
        folds.append(rect(i * 190, 0, 190, 640, tone))
    shapes = ["".join(folds)]
    shapes.append(path("M0 470C150 420 260 520 400 470C560 415 640 500 760 450L760 640L0 640Z", "#7cc0b6"))
    shapes.append(path("M0 500C150 450 260 550 400 500C560 445 640 530 760 480", "none", "#fff6e0", 4, 'opacity="0.8"'))
    shapes.append(path("M40 120C190 90 220 260 350 250C480 240 470 110 610 130C680 140 700 220 740 260", "none", "#e0785a", 9, 'stroke-dasharray="4 20"'))
    for x, y, c in [(120, 250, "#e0585f"), (350, 250, "#2f9290"), (610, 130, "#f0a24c"), (520, 350, "#8c5a86"), (230, 380, "#5f8f5a"), (660, 360, "#5f8f5a"), (80, 360, "#5f8f5a")]:
        shapes.append(path(f"M{x} {y}C{x - 30} {y - 36} {x - 22} {y - 74} {x} {y - 74}C{x + 22} {y - 74} {x + 30} {y - 36} {x} {y}Z", c))
        shapes.append(circle(x, y - 46, 11, "#fff3d6"))
    for i in range(1, 4):
        shapes.append(rect(i * 190 - 14, 0, 14, 640, svg.linear((0, "#b98f5e", 0), (1, "#b98f5e", .55), x2=1, y2=0)))
    svg.add(f'<g filter="{cast}" transform="translate(760 110) rotate(9)">{"".join(shapes)}</g>')

    # The book: pages, spine, cover with the harbor in the evening.
    w, h = 600, 800
    cover = [rect(10, 12, w, h, "#f5ead2", 10)]
    for k in range(5):
        cover.append(line(w + 2 + k * 2, 22, w + 2 + k * 2, h + 4, "#cdb98f", 1.2))
    sky = svg.linear((0, "#23265f"), (.38, "#7d3f78"), (.62, "#ea7a5c"), (.78, "#ffc27a"))
    clip = svg.clip(rect(0, 0, w, h, "#fff", 12))
    art = [rect(0, 0, w, h, sky)]
    for _ in range(40):
        art.append(circle(rng.uniform(40, w), rng.uniform(20, 260), rng.uniform(.8, 2.2), "#fff3d6", 'opacity="0.7"'))
    art.append(circle(190, 470, 66, "#fff0c4"))
    art.append(circle(190, 470, 200, svg.radial((0, "#fff0c4", .7), (1, "#fff0c4", 0))))
    art += [path(smooth([(0, 520), (140, 450), (300, 520), (470, 440), (640, 520)], 800), "#a04a72"), path(smooth([(0, 570), (200, 525), (380, 572), (640, 530)], 800), "#5f3470")]
    art += wheel(396, 372, 160, "#2b1f55", "#fff0c0", ["#e8505b", "#f6a04d", "#2fa3a0"])
    art += [line(396, 372, 300, 620, "#2b1f55", 9), line(396, 372, 492, 620, "#2b1f55", 9)]
    art += [tree(80, 622, 130, "#2b1f4d", "#d8706c"), tree(560, 622, 150, "#2b1f4d", "#d8706c"), tree(180, 622, 84, "#2b1f4d", "#d8706c")]
    art += [rect(0, 616, w, 200, svg.linear((0, "#e88a66"), (.3, "#7d3f70"), (1, "#23265f")))]
    for _ in range(46):
        y = rng.uniform(626, 790)
        art.append(rect(rng.gauss(230, 150), y, rng.uniform(20, 90), 3, "#ffd79a", 1, f'opacity="{rng.uniform(.2, .6):.2f}"'))
    art += [path("M330 706C350 740 470 740 492 702Z", "#23183f"), path("M412 698L412 596L476 690Z", "#fbe9cb"), path("M404 698L404 612L352 690Z", "#f2b36f"), line(408, 588, 408, 706, "#23183f", 5)]
    art += [rect(0, 0, 46, h, svg.linear((0, "#0f1030", .6), (.7, "#0f1030", .25), (1, "#0f1030", 0), x2=1, y2=0)), line(46, 0, 46, h, "#ffffff", 2, 'opacity="0.18"'), rect(34, 30, w - 64, h - 60, "none", 8, 'stroke="#ffe0a0" stroke-width="5" opacity="0.85"')]
    art.append(poly([(0, 0), (w, 0), (0, h * .9)], "#fff3cf", 'opacity="0.1"'))
    cover.append(f'<g clip-path="{clip}">{"".join(art)}</g>')
    svg.add(path("M572 985L604 990L574 1150L556 1132L534 1142Z", "#e0585f", more=f'filter="{low}"'))
    svg.add(f'<g filter="{cast}" transform="translate(330 250) rotate(-8)">{"".join(cover)}</g>')

    # Two tickets, a pencil, a shell and a cup of coffee.
    for x, y, a, color, edge in [(1130, 850, 14, "#f0a24c", "#c9773a"), (1170, 930, -4, "#e0585f", "#b03d4a")]:
        ticket = path("M0 16A16 16 0 0 0 16 0L304 0A16 16 0 0 0 320 16L320 134A16 16 0 0 0 304 150L16 150A16 16 0 0 0 0 134Z", color)
        ticket += line(232, 8, 232, 142, edge, 4, 'stroke-dasharray="2 12"') + rect(24, 24, 184, 102, "none", 6, f'stroke="{edge}" stroke-width="4"')
        ticket += group(wheel(116, 72, 38, "#fff0d0", "#fff0d0", ["#fff0d0"])) + circle(276, 75, 20, edge)
        svg.add(f'<g filter="{low}" transform="translate({x} {y}) rotate({a})">{ticket}</g>')
    pencil = rect(0, 0, 330, 12, "#f2c14e") + rect(0, 12, 330, 12, "#d99a34") + rect(-46, 0, 46, 24, "#e58c8a", 6) + rect(-10, 0, 20, 24, "#c8c8c8") + poly([(330, 0), (386, 12), (330, 24)], "#f3dcb4") + poly([(368, 8), (386, 12), (368, 16)], "#33264f")
    svg.add(f'<g filter="{low}" transform="translate(120 330) rotate(-58)">{pencil}</g>')
    cup = [circle(0, 0, 150, "#f7ead2"), circle(0, 0, 134, "#e4cfab"), circle(0, 0, 104, "#fbf3e2"), rect(84, -20, 100, 40, "#fbf3e2", 20), circle(0, 0, 88, svg.radial((0, "#9a5a38"), (.8, "#5c2f25"), (1, "#3f1f1c"))), path("M-46 -20C-30 -52 26 -54 44 -22", "none", "#d9a06a", 6, 'opacity="0.7"'), path("M-20 6C-8 -12 20 -10 26 6C30 22 6 30 0 14", "none", "#e8c090", 6, 'opacity="0.8"')]
    svg.add(f'<g filter="{cast}" transform="translate(190 960) rotate(-30)">{"".join(cup)}</g>')
    d, ribs = "", []
    for k in range(9):
        a = math.radians(-160 + k * 17.500)
        ribs.append(line(0, 0, 92 * math.cos(a), 92 * math.sin(a), "#d98a6a", 4))
        b = math.radians(-168.75 + k * 17.500)
        c = math.radians(-151.25 + k * 17.500)
        d += f"{'M' if k == 0 else 'L'}{88 * math.cos(b):.1f} {88 * math.sin(b):.1f}A18 18 0 0 1 {88 * math.cos(c):.1f} {88 * math.sin(c):.1f}"
    svg.add(f'<g filter="{low}" transform="translate(1460 760) rotate(24)">{path(d + "L16 14L-16 14Z", "#f6c9a4")}{"".join(ribs)}{rect(-24, 4, 48, 20, "#e8a884", 8)}</g>')


def community(svg):
    """The museum's steps on a free Sunday morning."""
    rng = random.Random(5)
    sky = svg.linear((0, "#4f9fb5"), (.5, "#a5d3c8"), (1, "#fde5b8"))
    svg.add(rect(0, 0, WIDTH, 900, sky))
    svg.glow(1330, 250, 520, "#fff3c8", 0.95)
    svg.add(circle(1330, 250, 78, "#fffbe6"))
    for x, y, w in [(80, 210, 330), (520, 130, 260), (960, 290, 220), (1240, 420, 330)]:
        svg.add(path(f"M{x} {y}c{w*.08:.0f} -44 {w*.2:.0f} -50 {w*.3:.0f} -26c{w*.08:.0f} -46 {w*.28:.0f} -44 {w*.34:.0f} -4c{w*.12:.0f} -20 {w*.3:.0f} -4 {w*.36:.0f} 30Z", "#fff8e4", more='opacity="0.75"'))
    svg.add(path(smooth(ridge(rng, 780, 130, 40), 900), "#7fb39a"), path(smooth(ridge(rng, 810, 80, 40), 920), "#5a9486"))
    for tx, h in [(60, 420), (210, 330), (1400, 340), (1550, 440), (1300, 240)]:
        svg.add(tree(tx, 880, h, "#2f6f64", "#bfd98a"))
    svg.add(rect(0, 872, WIDTH, 130, svg.linear((0, "#7fae7c"), (1, "#a9bf86"))))
    # Facade.
    stone, shade = svg.linear((0, "#fbe9c8"), (1, "#ecc494")), "#d29a72"
    cast = svg.shadow(16, 10, 18, 0.35, "#173c46")
    svg.add(f'<g filter="{cast}">{rect(330, 430, 940, 430, stone)}{poly([(300, 400), (800, 214), (1300, 400)], stone)}{rect(290, 396, 1020, 44, "#f6d9ab")}</g>')
    svg.add(poly([(380, 388), (800, 236), (1220, 388)], "#dca679"), rect(290, 432, 1020, 8, shade))
    # An ammonite in the pediment.
    d = "M800 336"
    for k in range(96):
        a, r = k * .17, 2 + k * .46
        d += f"L{800 + r * math.cos(a):.1f} {336 + r * math.sin(a):.1f}"
    svg.add(path(d, "none", "#fbe9c8", 9))
    svg.add(rect(350, 470, 900, 390, "#2d5a63"), rect(350, 470, 900, 40, "#1f464f", 0, 'opacity="0.8"'))
    for x in (470, 640, 960, 1130):
        svg.add(path(arch(x - 46, 560, 92, 300), svg.linear((0, "#ffe6ac"), (1, "#f2b176"))), line(x, 566, x, 860, "#2d5a63", 5), line(x - 46, 680, x + 46, 680, "#2d5a63", 5))
    svg.glow(800, 720, 210, "#ffe3a1", 0.9)
    svg.add(path(arch(726, 540, 148, 320), "#ffedc2"), path(arch(726, 540, 148, 320), "none", "#b5764f", 10), rect(726, 640, 26, 220, "#a65f45"), rect(848, 640, 26, 220, "#a65f45"))
    for i in range(7):
        x = 350 + i * 142
        if i == 3:
            continue
        column = svg.linear((0, "#fff3d6"), (.35, "#f7dcb0"), (1, "#c98f69"), x2=1, y2=0)
        svg.add(rect(x, 486, 48, 360, column), rect(x - 10, 466, 68, 22, "#fbe3b8", 4), rect(x - 10, 838, 68, 22, "#f0cfa0", 4))
        for k in (13, 24, 35):
            svg.add(line(x + k, 492, x + k, 834, "#c08862", 2, 'opacity="0.45"'))
    # Banners without a word: a shell, a wave, a leaf.
    for x, color, mark in [(438, "#e0585f", "shell"), (1120, "#2f9290", "wave")]:
        svg.add(f'<g filter="{cast}">{path(f"M{x - 30} 500L{x + 62} 500L{x + 62} 742L{x + 16} 712L{x - 30} 742Z", color)}</g>')
        if mark == "shell":
            for k in range(7):
                a = math.radians(-150 + k * 20)
                svg.add(line(x + 16, 640, x + 16 + 38 * math.cos(a), 640 + 38 * math.sin(a), "#ffe6c0", 6))
        else:
            for y in (586, 612, 638):
                svg.add(path(f"M{x - 16} {y}q16 -20 32 0t32 0", "none", "#ffe6c0", 6))
    # Steps and square.
    for i in range(6):
        y = 858 + i * 22
        svg.add(rect(300 - i * 34, y, 1000 + i * 68, 23, ["#f3d7ab", "#e6c08f"][i % 2]), rect(300 - i * 34, y, 1000 + i * 68, 4, "#fff2d4"))
    svg.add(rect(0, 990, WIDTH, 210, svg.linear((0, "#efd0a2"), (1, "#cf9a72"))))
    for i in range(-10, 11):
        svg.add(line(800 + i * 120, 992, 800 + i * 220, 1200, "#b97f5e", 2.5, 'opacity="0.4"'))
    for y in (1030, 1088, 1160):
        svg.add(line(0, y, WIDTH, y, "#b97f5e", 2.5, 'opacity="0.35"'))
    # Bunting from the trees to the roof.
    colors = ["#e0585f", "#f0a24c", "#2f9290", "#fff3d6", "#c9607f"]
    for x1, y1, x2, y2, n in [(40, 520, 330, 430, 9), (1270, 430, 1570, 520, 9)]:
        points = []
        for i in range(n + 1):
            t = i / n
            points.append((x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + 60 * 4 * t * (1 - t)))
        svg.add(path(smooth(points), "none", "#3d4f5c", 3))
        for i in range(n):
            (ax, ay), (bx, by) = points[i], points[i + 1]
            svg.add(poly([(ax + 3, ay), (bx - 3, by), ((ax + bx) / 2, (ay + by) / 2 + 40)], colors[i % 5]))
    # Guests, their long morning shadows, and balloons.
    ink = "#23384a"
    people = [(250, 1120, 190, "#e0585f", 0), (330, 1128, 118, "#f0a24c", 1), (470, 1060, 168, "#2f6f8a", 0), (590, 1010, 146, "#c9607f", 0), (690, 962, 128, "#2f9290", 0), (748, 964, 84, "#f0a24c", 0), (880, 940, 120, "#35506b", -1), (960, 1000, 140, "#e0805a", 0), (1080, 1052, 168, "#5d6fa8", 0), (1160, 1060, 160, "#e0585f", -1), (1330, 1130, 196, "#2f9290", -1), (1420, 1138, 122, "#c9607f", 0)]
    for px, y, h, coat, reach in people:
        svg.add(path(f"M{px - h*.08:.0f} {y}L{px + h*.08:.0f} {y}L{px - h*.75:.0f} {y + h*.3:.0f}L{px - h*.95:.0f} {y + h*.27:.0f}Z", "#7d4f4f", more='opacity="0.28"'))
        svg.add(person(px, y, h, ink, coat, reach))
    for px, py, bx, by, color in [(361, 1026, 392, 846, "#e0585f"), (361, 1026, 440, 876, "#f7c86a"), (1279, 962, 1240, 800, "#c9607f"), (1118, 922, 1092, 784, "#2f9290")]:
        svg.add(path(f"M{px} {py}Q{(px + bx) / 2 + 14} {(py + by) / 2} {bx} {by + 40}", "none", "#5d5a5a", 2.5), ellipse(bx, by, 31, 38, color), ellipse(bx + 10, by - 13, 8, 12, "#ffffff", 'opacity="0.45"'), poly([(bx - 6, by + 44), (bx + 6, by + 44), (bx, by + 34)], color))


def logo(svg):
    """A wheel that rises from a wave, on nothing."""
    svg.add(circle(128, 128, 124, svg.linear((0, "#3b2f75"), (.55, "#c2566f"), (1, "#f6a462"))))
    clip = svg.clip(circle(128, 128, 124, "#fff"))
    shapes = [circle(128, 112, 64, "none", 'stroke="#fff3d6" stroke-width="9"'), circle(128, 112, 12, "#fff3d6")]
    for i in range(8):
        a = math.tau * i / 8
        shapes += [line(128, 112, 128 + 64 * math.cos(a), 112 + 64 * math.sin(a), "#fff3d6", 5), circle(128 + 64 * math.cos(a), 112 + 64 * math.sin(a), 11, "#ffd27d")]
    shapes += [line(128, 112, 94, 200, "#fff3d6", 8), line(128, 112, 162, 200, "#fff3d6", 8)]
    for y, color in [(192, "#1f7f83"), (214, "#145864"), (236, "#0d3944")]:
        shapes.append(path(f"M-{8 + y % 40} {y}" + "q16 -18 32 0t32 0" * 5 + "L300 270L-40 270Z", color))
    svg.add(f'<g clip-path="{clip}">{"".join(shapes)}</g>')


def loft(svg):
    """A string quartet under the rafters of the sail loft, the harbor's night behind the round window."""
    rng = random.Random(11)
    svg.add(rect(0, 0, WIDTH, HEIGHT, svg.linear((0, "#3a1f35"), (.55, "#7a3f3a"), (1, "#3b1d2c"))))
    # Boards of the gable wall, and the round window in it.
    for x in range(0, WIDTH, 80):
        svg.add(line(x, 0, x, 900, "#2c1428", 3, 'opacity="0.45"'))
    svg.glow(800, 380, 620, "#ffb56b", 0.55)
    clip = svg.clip(circle(800, 360, 220, "#fff"))
    sea = [rect(560, 120, 480, 480, svg.linear((0, "#15265c"), (.55, "#3f6c9a"), (1, "#7fb6b3")))]
    for _ in range(50):
        sea.append(circle(rng.uniform(590, 1010), rng.uniform(150, 380), rng.uniform(.8, 2.2), "#fdf3d2", f'opacity="{rng.uniform(.4, .95):.2f}"'))
    sea += [circle(880, 280, 44, "#fff4d0"), circle(868, 270, 8, "#f2deb0"), circle(896, 292, 10, "#f2deb0")]
    for y, color in [(430, "#2f6f9a"), (470, "#25578a"), (512, "#1c4173")]:
        sea.append(path(f"M560 {y}" + "q20 -16 40 0t40 0" * 7 + "L1060 620L560 620Z", color))
    sea.append(path("M690 442L724 442L740 424L674 424ZM706 420L706 352L740 412Z", "#fbe9cb"))
    svg.add(f'<g clip-path="{clip}">{"".join(sea)}</g>')
    svg.add(circle(800, 360, 222, "none", 'stroke="#2a1226" stroke-width="26"'), circle(800, 360, 222, "none", 'stroke="#d99f4c" stroke-width="5"'))
    svg.add(line(800, 140, 800, 580, "#2a1226", 12), line(580, 360, 1020, 360, "#2a1226", 12))
    # Rafters, and sails furled between them.
    cast = svg.shadow(0, 12, 18, 0.5, "#1a0b1c")
    beam = svg.linear((0, "#8a4d3a"), (1, "#4e2730"))
    svg.add(f'<g filter="{cast}">' + poly([(-40, 640), (760, -60), (840, -60), (40, 700), (-40, 760)], beam) + poly([(1640, 640), (840, -60), (760, -60), (1560, 700), (1640, 760)], beam) + rect(-20, 168, 1640, 40, beam) + "</g>")
    canvas = svg.linear((0, "#fff0d2"), (1, "#e2b98a"))
    for mirrored in (False, True):
        shapes = [path("M60 208C120 300 150 420 130 560C210 500 330 330 470 208Z", canvas), path("M130 560C210 500 330 330 470 208", "none", "#c98f5e", 5)]
        shapes += [path(f"M{110 + k * 80} 208C{140 + k * 60} 300 {150 + k * 30} 400 {136 + k * 12} {520 - k * 60}", "none", "#c99a6c", 3, 'opacity="0.7"') for k in range(4)]
        svg.add(f'<g filter="{cast}" {"transform=" + chr(34) + "translate(1600 0) scale(-1 1)" + chr(34) if mirrored else ""}>{"".join(shapes)}</g>')
    # Lamps on their cords.
    for x, y in [(330, 470), (560, 620), (1040, 620), (1270, 470)]:
        svg.add(line(x, 208, x, y - 24, "#1f0d1e", 4))
        svg.glow(x, y, 150, "#ffd98a", 0.85)
        svg.add(path(f"M{x - 26} {y - 2}L{x - 12} {y - 26}L{x + 12} {y - 26}L{x + 26} {y - 2}Z", "#1f0d1e"), circle(x, y + 2, 14, "#fff4d4"))
    # The platform, in the light of the lamps.
    svg.add(rect(0, 850, WIDTH, 350, svg.linear((0, "#8e4f3b"), (1, "#2d1426"))))
    for i in range(-14, 15):
        svg.add(line(800 + i * 70, 850, 800 + i * 130, 1200, "#4a2430", 3, 'opacity="0.6"'))
    svg.add(ellipse(800, 905, 560, 70, svg.radial((0, "#ffe2a1", .75), (.6, "#ffc878", .3), (1, "#ffc878", 0))))
    # Four who play: two violins, a viola, a cello; seated, with a stand before each.
    ink = "#241028"
    wood = svg.linear((0, "#d98b45"), (1, "#8c4426"), x2=1, y2=1)
    for x, coat, side, size in [(470, "#2f9290", 1, .9), (690, "#e0a44a", 1, .9), (920, "#c9607f", -1, 1.0), (1150, "#5d6fa8", -1, 2.1)]:
        player = [ellipse(0, 116, 92, 13, "#1a0b1c", 'opacity="0.5"'), rect(-34, 30, 68, 14, ink, 5), line(-28, 40, -32, 112, ink, 7), line(28, 40, 32, 112, ink, 7)]
        player += [path("M-34 38C-44 -40 -30 -86 0 -90C30 -86 44 -40 34 38Z", coat), path("M-22 34L48 30L54 110L34 110L30 58L-22 58Z", ink), circle(2, -122, 29, "#f3c9a2"), path("M-28 -124C-30 -164 34 -166 32 -122C14 -142 -8 -142 -28 -124Z", ink)]
        if size < 2:
            player += [f'<g transform="translate(34 -84) rotate(24) scale({size})">' + path("M-30 0C-30 -20 -8 -20 0 -12C10 -20 36 -18 36 0C36 18 10 20 0 12C-8 20 -30 20 -30 0Z", wood) + rect(34, -4, 56, 8, "#3b1a20", 3) + "</g>", line(8, -22, 108, -92, "#fff0d2", 4), line(20, -56, 64, -46, coat, 17), line(64, -46, 62, -60, "#f3c9a2", 12)]
        else:
            player += ['<g transform="translate(46 6) rotate(-72) scale(2)">' + path("M-36 0C-36 -22 -8 -20 0 -13C10 -20 40 -20 40 0C40 20 10 20 0 13C-8 20 -36 22 -36 0Z", wood) + rect(38, -4, 46, 8, "#3b1a20", 3) + line(-36, 0, -52, 0, "#3b1a20", 3) + "</g>", line(-20, 8, 128, -14, "#fff0d2", 5), line(10, -54, 58, -18, coat, 18), circle(60, -16, 10, "#f3c9a2")]
        svg.add(group(player, f'transform="translate({x} 806) scale({side} 1)"'))
    for x in (585, 1035):
        svg.add(line(x, 850, x, 930, ink, 6), line(x - 26, 936, x + 26, 936, ink, 6), poly([(x - 44, 800), (x + 44, 800), (x + 38, 852), (x - 38, 852)], "#fff0d2"), line(x - 28, 818, x + 28, 818, "#b98f7a", 3), line(x - 28, 832, x + 22, 832, "#b98f7a", 3))
    # Those who listen, from behind, in curved rows.
    for row, (y, r, color) in enumerate([(1010, 30, "#3b1d34"), (1092, 38, "#2b142a"), (1184, 46, "#1c0c1f")]):
        for i in range(-9, 10):
            x = 800 + i * (84 + row * 16) + (row % 2) * 46
            bend = abs(i) * abs(i) * -0.9
            svg.add(ellipse(x, y + 56 + bend, r * 1.75, r * 1.25, color), circle(x + rng.uniform(-6, 6), y - 6 + bend, r, color))


def plan(svg):
    """The house of the Lantern from above. The sections lie where the catalogue's polygons say."""
    brand, soft, ink = "#1f4f63", "#e3eff4", "#173d4d"
    name = 'font-family="Figtree, DejaVu Sans, sans-serif" text-anchor="middle"'
    svg.add(rect(0, 0, WIDTH, HEIGHT, "#f7f7f5"))
    walls = "M300 40L1300 40L1330 150L1540 640L1560 900C1380 1080 1100 1150 800 1150C500 1150 220 1080 40 900L60 640L270 150Z"
    svg.add(path(walls, "#ffffff", "#d9d8d3", 6))
    svg.add(path("M480 60L1120 60L1086 150Q800 226 514 150Z", brand), f'<text x="800" y="136" {name} font-size="46" font-weight="600" fill="#ffffff">Stage</text>')

    def at(r, a):
        return 800 + r * math.sin(a), -300 + r * math.cos(a)

    for label, inner, outer, degrees, rows, gap in [("Front Orchestra", 580, 735, 35, 3, .28), ("Orchestra", 765, 965, 36, 4, .135), ("Mezzanine", 1005, 1170, 36, 3, .125), ("Balcony", 1210, 1375, 31, 3, .085)]:
        edge = math.radians(degrees)
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = at(inner, -edge), at(inner, edge), at(outer, edge), at(outer, -edge)
        svg.add(path(f"M{ax:.0f} {ay:.0f}A{inner} {inner} 0 0 0 {bx:.0f} {by:.0f}L{cx:.0f} {cy:.0f}A{outer} {outer} 0 0 1 {dx:.0f} {dy:.0f}Z", soft, brand, 4))
        for k in range(rows):
            r = inner + (outer - inner) * (k + .5) / rows
            count = round(2 * edge * r / 46)
            for i in range(count):
                a = (i + .5) / count * 2 * edge - edge
                if abs(a) < gap and abs(r - (inner + outer) / 2) < 34:
                    continue
                x, y = at(r, a)
                svg.add(circle(x, y, 11, "#b9d3de"))
        x, y = at((inner + outer) / 2, 0)
        svg.add(f'<text x="{x:.0f}" y="{y + 15:.0f}" {name} font-size="42" font-weight="600" fill="{ink}">{label}</text>')


def locker(svg):
    """A wall of lockers at the gate, one of them open."""
    rng = random.Random(21)
    svg.add(rect(0, 0, WIDTH, HEIGHT, svg.linear((0, "#f3c78f"), (.7, "#e59a72"), (1, "#b8617a"))))
    cast = svg.shadow(0, 16, 22, 0.4)
    teal = svg.linear((0, "#3fa7a3"), (1, "#1d6d7c"), x2=1, y2=1)
    svg.add(f'<g filter="{cast}">{rect(110, 90, 1380, 960, "#174f5f", 26)}</g>')
    for row in range(3):
        for column in range(5):
            x, y = 134 + column * 268, 112 + row * 308
            if (row, column) == (1, 2):
                continue
            svg.add(rect(x, y, 254, 294, teal, 14), rect(x + 12, y + 12, 230, 270, "none", 10, 'stroke="#9fe0d4" stroke-opacity="0.35" stroke-width="4"'))
            for slot in range(4):
                svg.add(rect(x + 72, y + 38 + slot * 20, 110, 8, "#0f4150", 4))
            svg.add(circle(x + 214, y + 168, 17, "#0f4150"), circle(x + 214, y + 168, 7, "#7be7b0" if rng.random() < .55 else "#ffcf6b"))
            svg.add(f'<text x="{x + 127}" y="{y + 250}" font-family="sans-serif" font-size="54" font-weight="600" text-anchor="middle" fill="#dff5ee">{101 + row * 5 + column}</text>')
    x, y = 670, 420
    svg.add(rect(x, y, 254, 294, svg.linear((0, "#0b2f3c"), (1, "#124555")), 14))
    svg.glow(x + 127, y + 60, 210, "#ffe3a1", 0.8)
    # The backpack and the umbrella inside, and the door that swings into the picture.
    svg.add(path(f"M{x+52} {y+284}L{x+52} {y+150}C{x+52} {y+92} {x+170} {y+92} {x+170} {y+150}L{x+170} {y+284}Z", "#e2684d"), path(f"M{x+86} {y+112}C{x+86} {y+66} {x+136} {y+66} {x+136} {y+112}", "none", "#8f3346", 10), rect(x + 70, y + 196, 82, 66, "#c24d47", 12), rect(x + 70, y + 212, 82, 7, "#ffd98a", 3))
    svg.add(path(f"M{x+206} {y+284}L{x+194} {y+120}L{x+206} {y+84}L{x+218} {y+120}Z", "#5d6fa8"), path(f"M{x+206} {y+84}L{x+206} {y+52}C{x+206} {y+34} {x+230} {y+34} {x+230} {y+52}", "none", "#fbe9cb", 8))
    svg.add(f'<g filter="{cast}">' + poly([(x + 254, y), (x + 420, y - 46), (x + 420, y + 352), (x + 254, y + 294)], svg.linear((0, "#57bdb4"), (1, "#257a86"), x2=1, y2=0)) + "</g>", circle(x + 392, y + 172, 14, "#0f4150"), circle(x + 392, y + 172, 6, "#7be7b0"))
    svg.add(rect(0, 1050, WIDTH, 150, svg.linear((0, "#7d4a63"), (1, "#4c2d4d"))))
    for i in range(12):
        svg.add(line(i * 150 - 20, 1200, 80 + i * 130, 1050, "#3d2342", 3, 'opacity="0.6"'))


def photos(svg):
    """Instant photographs on a string of lights."""
    svg.add(rect(0, 0, WIDTH, HEIGHT, svg.linear((0, "#20295c"), (.6, "#5a4b86"), (1, "#c9708a"))))
    rng = random.Random(5)
    for _ in range(90):
        svg.add(circle(rng.uniform(0, WIDTH), rng.uniform(0, 620), rng.uniform(.8, 2.6), "#fdf3d2", f'opacity="{rng.uniform(.3, .9):.2f}"'))
    svg.add(path("M-20 210C400 400 1200 400 1620 190", "none", "#131536", 8))
    for i in range(19):
        t = i / 18
        x, y = -20 + 1640 * t, 210 + 540 * t * (1 - t) - 20 * t
        svg.glow(x, y + 26, 66, "#ffd98a", 0.9)
        svg.add(circle(x, y + 26, 11, "#fff4d4"))
    cast = svg.shadow(0, 18, 20, 0.45)
    dusk = svg.linear((0, "#3a5ba0"), (.6, "#f2a36b"), (1, "#f7cf8a"))
    day = svg.linear((0, "#8fd0e8"), (1, "#dff3ee"))
    night = svg.linear((0, "#2a1b4d"), (1, "#a6527f"))
    shots = [
        (330, 620, -6, [rect(-170, -190, 340, 320, dusk), *wheel(0, -30, 120, "#2a1b4d", "#fff4d4", ["#e2684d", "#2f9290", "#ffcf6b"]), rect(-170, 96, 340, 34, "#2a1b4d")]),
        (800, 690, 3, [rect(-170, -190, 340, 320, day), path("M-170 60q28 -16 56 0t56 0t56 0t56 0t56 0t60 0L170 130L-170 130Z", "#2f8aa6"), path("M-84 48L84 48L56 92L-56 92Z", "#b8484f"), path("M0 34L0 -150L104 20Z", "#fff7e6"), path("M-12 34L-12 -112L-92 26Z", "#ffe0b0"), circle(110, -130, 34, "#ffe08a")]),
        (1270, 620, 6, [rect(-170, -190, 340, 320, night), line(0, -190, 0, 130, "#ffcf6b", 14), path("M-92 74C-104 4 -70 -36 -22 -40L20 -116L58 -124L46 -92L84 -62L70 -34L40 -36C44 -4 92 -10 98 36L90 76L66 76L62 44L-44 44L-58 76Z", "#f6efe3"), path("M20 -116C-14 -96 -34 -70 -30 -38L6 -62Z", "#5d8fd0"), rect(-34, -44, 66, 26, "#d0485f", 8)]),
    ]
    for x, y, turn, shapes in shots:
        svg.add(f'<g transform="translate({x} {y}) rotate({turn})"><g filter="{cast}">{rect(-200, -220, 400, 470, "#fffaf0", 8)}</g>{"".join(shapes)}{rect(-18, -262, 36, 70, "#d9a45c", 6)}{line(-70, 190, 70, 184, "#9a8f9c", 6)}</g>')


def coaster(svg):
    """The crest of the wooden coaster in the evening."""
    svg.add(rect(0, 0, WIDTH, HEIGHT, svg.linear((0, "#26346e"), (.55, "#d9736d"), (1, "#ffc57d"))))
    svg.glow(1180, 760, 620, "#ffe3a1", 0.9)
    svg.add(circle(1180, 780, 120, "#fff0c4"))
    rng = random.Random(8)
    svg.add(path(smooth(ridge(rng, 940, 60, 100), closed_to=HEIGHT), "#6b3f6b"))
    track = [(-60, 900), (140, 700), (330, 470), (520, 330), (700, 300), (880, 360), (1060, 560), (1240, 800), (1420, 940), (1660, 980)]
    wood = "#3b1f3d"
    for x in range(-40, 1660, 74):
        top = next(y1 + (y2 - y1) * (x - x1) / (x2 - x1) for (x1, y1), (x2, y2) in zip(track, track[1:]) if x1 <= x <= x2)
        svg.add(line(x, top, x, HEIGHT, wood, 9))
        for y in range(int(top) + 70, HEIGHT, 130):
            svg.add(line(x, y, x + 74, y + 66, wood, 5), line(x, y + 66, x + 74, y, wood, 5), line(x, y, x + 74, y, wood, 4))
    svg.add(path(smooth(track), "none", "#241028", 26), path(smooth([(x, y - 12) for x, y in track]), "none", "#e7b06b", 8))
    for i, (x, y, turn, color) in enumerate([(560, 296, -14, "#d0485f"), (696, 270, 0, "#2f9290"), (832, 306, 20, "#e0a44a"), (944, 392, 38, "#5d6fa8")]):
        riders = [circle(dx, -74, 21, "#f3c9a2") + path(f"M{dx-22} {-76}C{dx-22} {-106} {dx+22} {-106} {dx+22} {-76}Z", "#241028") + line(dx - 14, -50, dx - 34, -112, "#f3c9a2", 10) + line(dx + 14, -50, dx + 34, -112, "#f3c9a2", 10) for dx in (-28, 28)]
        svg.add(group(["".join(riders), path("M-64 -52L58 -52C70 -40 70 -14 58 0L-64 0C-74 -14 -74 -40 -64 -52Z", color), rect(-64, -22, 122, 8, "#fff4d4", 4), circle(-38, 4, 12, "#241028"), circle(34, 4, 12, "#241028")], f'transform="translate({x} {y}) rotate({turn})"'))
    for x, y in [(120, 240), (260, 150), (1360, 210), (1480, 320)]:
        svg.add(path(f"M{x - 34} {y - 12}Q{x - 14} {y - 26} {x} {y}Q{x + 14} {y - 26} {x + 34} {y - 12}", "none", "#241028", 6))


def passes(svg):
    """Three pass cards above the harbor."""
    svg.add(rect(0, 0, WIDTH, HEIGHT, svg.linear((0, "#8fc9d8"), (.5, "#f6dcb0"), (.62, "#f0a884"), (1, "#3f6c9a"))))
    for y, color in [(800, "#4f8fae"), (880, "#3a739b"), (970, "#2a5886"), (1070, "#1d416c")]:
        svg.add(path(f"M-20 {y}" + "q41 -26 82 0t82 0" * 10 + f"L1640 {HEIGHT}L-20 {HEIGHT}Z", color))
    for x, y, turn, faces, ink, level in [
        (520, 640, -16, ("#eef1f4", "#a9b4c0"), "#5b6876", "SILVER"),
        (800, 560, 0, ("#fbe6a4", "#cf9a3d"), "#7a4d12", "GOLD"),
        (1080, 640, 16, ("#ffffff", "#c9d7ea"), "#3b4c78", "PLATINUM"),
    ]:
        pass_card(svg, x, y, turn, faces, ink, level, "Merrow Point", wheel(0, -120, 120, ink, faces[0], [ink]))


def pass_card(svg, x, y, turn, faces, ink, level, place, emblem):
    """A card with its emblem, its level and where it is good."""
    light, dark = faces
    cast = svg.shadow(0, 22, 26, 0.5)
    face = svg.linear((0, light), (.5, dark), (.52, light), (1, dark), x2=1, y2=1)
    svg.add(f'<g transform="translate({x} {y}) rotate({turn} 0 420)"><g filter="{cast}">{rect(-220, -330, 440, 680, face, 34)}</g>{rect(-200, -310, 400, 640, "none", 24, f"stroke={chr(34)}{ink}{chr(34)} stroke-opacity={chr(34)}0.35{chr(34)} stroke-width={chr(34)}4{chr(34)}")}{"".join(emblem)}<text x="0" y="130" font-family="serif" font-size="50" letter-spacing="5" text-anchor="middle" fill="{ink}">{level}</text>{line(-130, 170, 130, 170, ink, 3)}<text x="0" y="226" font-family="sans-serif" font-size="32" text-anchor="middle" fill="{ink}">{place}</text>{rect(-150, 268, 300, 16, ink, 8, "opacity=" + chr(34) + "0.4" + chr(34))}</g>')


def twilight(svg):
    """Two pass cards above the harbor at nightfall."""
    rng = random.Random(53)
    svg.add(rect(0, 0, WIDTH, HEIGHT, svg.linear((0, "#0d1440"), (.45, "#3a2f78"), (.62, "#b8567f"), (.7, "#f2a06a"))))
    for _ in range(90):
        svg.add(circle(rng.uniform(0, WIDTH), rng.uniform(0, 520), rng.uniform(1, 3), "#fff6dc", f'opacity="{rng.uniform(.3, .9):.2f}"'))
    for y, color in [(820, "#4b3a7c"), (900, "#372d69"), (990, "#282255"), (1080, "#1a1840")]:
        svg.add(path(f"M-20 {y}" + "q41 -26 82 0t82 0" * 10 + f"L1640 {HEIGHT}L-20 {HEIGHT}Z", color))
    bulbs(svg, -40, 1640, 90, 110, 24, 6, "#ffd98a")
    for x, turn in [(620, -9), (980, 9)]:
        emblem = wheel(0, -120, 120, "#ffd98a", "#fff6dc", ["#e8505b", "#2fa3a0", "#f6a04d"])
        pass_card(svg, x, 610, turn, ("#33418f", "#151c52"), "#ffe3a3", "TWILIGHT", "Merrow Point", emblem)


def friends(svg):
    """Two cards with an ammonite, under the arches of the museum."""
    svg.add(rect(0, 0, WIDTH, HEIGHT, svg.linear((0, "#e9dcc3"), (1, "#b99c73"))))
    for x in (20, 420, 820, 1220):
        svg.add(path(arch(x, 160, 360, 900), svg.linear((0, "#f9f1dd"), (.55, "#cfe3e2"), (1, "#8fb3b0"))))
    svg.add(rect(0, 1040, WIDTH, 160, svg.linear((0, "#8a6b48"), (1, "#5d452d"))))
    spiral = [(9 * math.exp(.17 * step / 2), step / 2) for step in range(0, 31)]
    shell = smooth([(r * math.cos(a), -120 + r * math.sin(a)) for r, a in spiral])
    ribs = [line(r * .62 * math.cos(a), -120 + r * .62 * math.sin(a), r * math.cos(a), -120 + r * math.sin(a), "#6b4a26", 5) for r, a in spiral[10:]]
    for x, turn in [(620, -9), (980, 9)]:
        emblem = [path(shell, "none", "#6b4a26", 10), *ribs]
        pass_card(svg, x, 610, turn, ("#fffaf0", "#e6d6b8"), "#6b4a26", "FRIEND", "Ellery Museum", emblem)


def barometer(svg):
    """A storm glass before the sea, its crystals rising."""
    rng = random.Random(31)
    svg.add(rect(0, 0, WIDTH, HEIGHT, svg.linear((0, "#0d1533"), (.6, "#2c3f6b"), (1, "#10182f"))))
    for _ in range(16):
        x, y = rng.uniform(-100, 1600), rng.uniform(20, 380)
        svg.add(ellipse(x, y, rng.uniform(160, 380), rng.uniform(36, 90), "#1b2448", f'opacity="{rng.uniform(.5, .9):.2f}"'))
    svg.glow(330, 430, 420, "#cfe3ff", 0.6)
    svg.add(path("M360 130L300 330L352 330L270 560L322 560L236 760", "none", "#f4f8ff", 9), path("M300 330L220 420L236 500", "none", "#dbe8ff", 5))
    for y, color in [(720, "#2a4a73"), (790, "#213c63"), (870, "#182d50")]:
        svg.add(path(f"M-20 {y}" + "q36 -44 72 0t72 0" * 12 + f"L1640 {HEIGHT}L-20 {HEIGHT}Z", color))
    svg.add(rect(0, 980, WIDTH, 220, svg.linear((0, "#7a4a3a"), (1, "#2b1626"))), line(0, 982, WIDTH, 982, "#d99f4c", 5))
    brass = svg.linear((0, "#f7d98c"), (.5, "#b9792f"), (1, "#f3cf80"), x2=1, y2=0)
    svg.glow(920, 560, 480, "#9fd8e8", 0.55)
    shape = "M800 250C800 196 1040 196 1040 250L1060 860C1060 930 780 930 780 860Z"
    clip = svg.clip(path(shape, "#fff"))
    inside = [rect(760, 180, 320, 760, svg.linear((0, "#e9fbff", .35), (.3, "#a9dbe6", .55), (1, "#5f9fb8", .8)))]
    def fern(x, y, size, turn, depth):
        x2, y2 = x + size * math.sin(turn), y - size * math.cos(turn)
        inside.append(line(x, y, x2, y2, "#f6feff", 1.5 + depth * 1.6, f'opacity="{.45 + depth * .1:.2f}"'))
        if depth:
            for part in (.35, .55, .75, .92):
                for side in (-1, 1):
                    fern(x + (x2 - x) * part, y + (y2 - y) * part, size * (.62 - part * .32), turn + side * (.75 + rng.uniform(-.12, .12)), depth - 1)
    for x, size, turn in [(830, 250, -.16), (890, 420, -.04), (950, 360, .08), (1010, 230, .2), (860, 190, -.4), (985, 200, .42)]:
        fern(x, 900, size, turn, 2)
    svg.add(f'<g clip-path="{clip}">{"".join(inside)}</g>', path(shape, "none", "#e9fbff", 7, 'opacity="0.85"'), path("M826 270C818 480 812 660 812 820", "none", "#ffffff", 12, 'opacity="0.45"'))
    svg.add(rect(776, 186, 288, 54, brass, 16), circle(920, 160, 34, brass), rect(730, 900, 380, 60, brass, 18), rect(670, 952, 500, 52, brass, 20))


def grand(svg):
    """Breakfast on the quay before sunrise: the table, four tickets, and the lit wheel across the water."""
    rng = random.Random(41)
    svg.add(rect(0, 0, WIDTH, 900, svg.linear((0, "#0e1440"), (.45, "#2c2a6b"), (.72, "#8b4a7d"), (.9, "#f2a06a"))))
    for _ in range(140):
        x, y = rng.uniform(0, WIDTH), rng.uniform(0, 520)
        svg.add(circle(x, y, rng.uniform(.8, 2.6), "#fdf3d2", f'opacity="{rng.uniform(.3, .95) * (1 - y / 640):.2f}"'))
    svg.add(path(smooth(ridge(rng, 770, 90, 60), 900), "#5a3468"), path(smooth(ridge(rng, 800, 60, 50), 900), "#33234f"))
    # The wheel, its legs, and the rim's light on the water.
    x, y, r, shore = 1080, 430, 300, 800
    svg.glow(x, y, 520, "#ffb98a", 0.45)
    for dx in (-190, -150, 150, 190):
        svg.add(line(x, y, x + dx, shore, "#1c1440", 14 if abs(dx) > 170 else 8))
    cabins = ["#e8505b", "#f6a04d", "#2fa3a0", "#f2d06b"]
    svg.add(*wheel(x, y, r, "#241a4e", "#fff3c6", cabins))
    for i in range(24):
        a = math.tau * i / 24
        svg.glow(x + r * math.cos(a), y + r * math.sin(a), 34, "#ffe3a1", 0.7)
    for tx, h in [(60, 120), (170, 90), (300, 130), (640, 96), (720, 120), (1460, 130), (1560, 100)]:
        svg.add(tree(tx, shore + 4, h, "#1e1538", "#b4648a"))
    svg.add(rect(0, shore - 6, WIDTH, 18, "#1b1236"))
    svg.add(rect(0, shore + 12, WIDTH, 240, svg.linear((0, "#c77a72"), (.35, "#4b356e"), (1, "#161844"))))
    for _ in range(150):
        py = 818 + 150 * rng.random() ** 1.2
        svg.add(rect(rng.gauss(x, 210), py, rng.uniform(26, 120), rng.uniform(2, 4), "#ffe0a2", 2, f'opacity="{rng.uniform(.15, .6):.2f}"'))
    for bx, s in [(230, 1.0), (470, .66)]:
        svg.add(path(f"M{bx - 90 * s:.0f} 846Q{bx:.0f} {846 + 64 * s:.0f} {bx + 90 * s:.0f} 846Z", "#130f2c"), line(bx, 846, bx, 846 - 190 * s, "#130f2c", 6 * s), path(f"M{bx + 8 * s:.0f} {846 - 182 * s:.0f}L{bx + 8 * s:.0f} {846 - 22 * s:.0f}L{bx + 84 * s:.0f} {846 - 22 * s:.0f}Z", "#f6d7b0", more='opacity="0.85"'))
    bulbs(svg, -40, 1640, 70, 90, 22, 5, "#ffd98a")
    # The table: a checked cloth, a pot, a cup, rolls, and four tickets.
    svg.add(poly([(-20, 1000), (1620, 1000), (1620, 1220), (-20, 1220)], "#f8efe0"))
    for i in range(-14, 30):
        svg.add(poly([(800 + (i * 90 - 300) * .82, 1000), (800 + (i * 90 - 255) * .82, 1000), (800 + (i * 90 - 255) * 1.1, 1220), (800 + (i * 90 - 300) * 1.1, 1220)], "#c85a5f", 'opacity="0.4"'))
    for ty, th in [(1010, 22), (1056, 30), (1118, 40), (1198, 40)]:
        svg.add(rect(-20, ty, 1660, th, "#c85a5f", 0, 'opacity="0.32"'))
    svg.add(line(-20, 1000, 1620, 1000, "#fffaf0", 6))
    svg.add(rect(-20, 940, 1660, 280, svg.linear((0, "#1b1236", 0), (.3, "#1b1236", .28), (1, "#1b1236", .05))))
    cast = svg.shadow(12, 16, 12, 0.45, "#140d2b")
    enamel = svg.linear((0, "#4aa7a8"), (.5, "#2b7f8b"), (1, "#174f66"), x2=1, y2=0)
    pot = [path("M0 0C-6 -120 20 -210 40 -230L150 -230C170 -210 196 -120 190 0C190 22 0 22 0 0Z", enamel), path("M40 -230C40 -258 150 -258 150 -230Z", "#1d6070"), circle(95, -262, 14, "#f2d06b"), path("M186 -60C262 -84 246 -190 292 -204L302 -184C276 -160 290 -44 188 -22Z", enamel), path("M8 -60C-84 -70 -84 -196 30 -186", "none", enamel, 20), path("M34 -190C24 -140 20 -80 26 -24", "none", "#bfe9e2", 10, 'opacity="0.6"')]
    svg.add(f'<g filter="{cast}" transform="translate(210 1090)">{"".join(pot)}</g>')
    for k, dx in enumerate((0, 34, 66)):
        svg.add(path(f"M{496 + dx} 868C{470 + dx} 826 {524 + dx} 800 {498 + dx} {752 - k * 14}", "none", "#ffffff", 7, 'opacity="0.28"'))
    svg.add(f'<g filter="{cast}">{ellipse(600, 1122, 118, 26, "#fffaf0")}{path("M524 1040L676 1040C676 1096 652 1120 600 1120C548 1120 524 1096 524 1040Z", "#fffaf0")}{path("M674 1052C728 1046 724 1104 660 1098", "none", "#fffaf0", 13)}{ellipse(600, 1040, 76, 17, "#e8dcc8")}{ellipse(600, 1042, 64, 13, "#4a2718")}</g>')
    rolls = [ellipse(880, 1108, 168, 36, "#fffaf0"), ellipse(880, 1102, 132, 25, "#eadfcb")]
    for rx, ry, a in [(826, 1076, -12), (930, 1078, 14), (880, 1048, 2)]:
        rolls.append(f'<g transform="translate({rx} {ry}) rotate({a})">{ellipse(0, 0, 62, 34, "#d99443")}{ellipse(-6, -8, 48, 20, "#efb766")}{path("M-30 -14q10 18 4 34M0 -20q10 20 4 40M28 -16q8 16 2 30", "none", "#a9652a", 5)}</g>')
    svg.add(f'<g filter="{cast}">{"".join(rolls)}</g>')
    for i, (a, color) in enumerate([(-21, "#2fa3a0"), (-8, "#f6a04d"), (5, "#e8505b"), (18, "#5d6fa8")]):
        stub = [rect(-58, -150, 116, 230, color, 12), rect(-44, -136, 88, 150, "none", 6, 'stroke="#fff6dc" stroke-width="4" opacity="0.8"'), line(-52, 32, 52, 32, "#fff6dc", 4, 'stroke-dasharray="2 12"'), circle(0, -66, 26, "#fff6dc"), line(-26, 54, 26, 54, "#fff6dc", 6)]
        svg.add(f'<g filter="{cast}" transform="translate({1230 + i * 62} {1096 + abs(i - 1.5) * 8:.0f}) rotate({a})">{"".join(stub)}</g>')


def island(svg):
    """A green island in the morning, with a lighthouse and the ferry on its way."""
    rng = random.Random(31)
    w, h = svg.width, svg.height
    svg.add(rect(0, 0, w, h, svg.linear((0, "#8fc3e0"), (0.55, "#d8ecf0"), (0.62, "#f6e7c8"))))
    svg.glow(w * 0.76, h * 0.3, 320, "#fff4d0", 0.9)
    svg.add(circle(w * 0.76, h * 0.3, 62, "#fff8e4"))
    svg.add(rect(0, h * 0.6, w, h * 0.4, svg.linear((0, "#5fa7b8"), (1, "#1d5a73"))))
    for nth in range(26):
        y = h * (0.63 + 0.35 * rng.random())
        x, long = w * rng.random(), 40 + 120 * rng.random() * (y / h)
        svg.add(line(x, y, x + long, y, "#cfe9ec", 3, 'stroke-opacity="0.35"'))
    # The island, its far hill first.
    svg.add(path(f"M {w * 0.3} {h * 0.615} Q {w * 0.42} {h * 0.36} {w * 0.56} {h * 0.46} T {w * 0.9} {h * 0.615} Z", fill="#6d9b6a"))
    svg.add(path(f"M {w * 0.22} {h * 0.63} Q {w * 0.36} {h * 0.5} {w * 0.52} {h * 0.545} T {w * 0.94} {h * 0.63} Z", fill="#47784f"))
    svg.add(ellipse(w * 0.58, h * 0.63, w * 0.37, 20, "#e9d6a8"))
    for nth in range(34):
        x = w * (0.32 + 0.52 * rng.random())
        size = 46 + 60 * rng.random()
        y = h * 0.615 - 40 * rng.random()
        svg.add(ellipse(x, y - size * 0.5, size * 0.42, size * 0.6, rng.choice(["#2f5d3d", "#3c6c46", "#55854f"])))
    x, y = w * 0.43, h * 0.46
    svg.add(poly([(x - 24, y + 90), (x + 24, y + 90), (x + 16, y - 110), (x - 16, y - 110)], "#fbf6ea"))
    for nth in range(3):
        svg.add(rect(x - 22 + nth * 2, y + 40 - nth * 60, 44 - nth * 4, 24, "#c4513f"))
    svg.add(rect(x - 20, y - 142, 40, 32, "#33404a"), circle(x, y - 126, 11, "#ffe9a8"))
    svg.add(poly([(x - 26, y - 142), (x + 26, y - 142), (x, y - 176)], "#c4513f"))
    # The ferry.
    fx, fy = w * 0.24, h * 0.8
    svg.add(ellipse(fx + 10, fy + 66, 260, 14, "#e9f6f6", 'fill-opacity="0.5"'))
    svg.add(path(f"M {fx - 220} {fy} L {fx + 230} {fy} L {fx + 170} {fy + 66} L {fx - 180} {fy + 66} Z", fill="#fbf6ea"))
    svg.add(path(f"M {fx - 206} {fy + 24} L {fx + 208} {fy + 24} L {fx + 200} {fy + 34} L {fx - 201} {fy + 34} Z", fill="#1f4f63"))
    svg.add(rect(fx - 150, fy - 62, 260, 62, "#f1e7d2", 8), rect(fx - 60, fy - 108, 110, 46, "#fbf6ea", 8))
    for nth in range(6):
        svg.add(rect(fx - 132 + nth * 40, fy - 44, 24, 22, "#345a6b", 4))
    svg.add(rect(fx - 30, fy - 150, 30, 44, "#c4513f", 4))
    for nth in range(9):
        svg.add(circle(w * (0.1 + 0.05 * nth) + 30 * rng.random(), h * (0.16 + 0.14 * rng.random()), 3, "#ffffff", 'fill-opacity="0.8"'))


def workshop(svg):
    """The carousel workshop by lamplight: a horse on its stand, and the wheel in the window."""
    rng = random.Random(53)
    svg.add(rect(0, 0, WIDTH, HEIGHT, svg.linear((0, "#2a1b2e"), (.7, "#4a2c36"), (1, "#5d3634"))))
    for x in range(0, WIDTH, 100):
        svg.add(line(x, 0, x, 900, "#22151f", 3, 'opacity="0.5"'))
    # The window: dusk, and the wheel.
    wx, wy, ww, wh = 900, 110, 560, 560
    svg.add(rect(wx - 24, wy - 24, ww + 48, wh + 48, "#1b1019", 10))
    svg.add(rect(wx, wy, ww, wh, svg.linear((0, "#1b2158"), (.55, "#8b4a7d"), (1, "#f5a267"))))
    seen = svg.clip(rect(wx, wy, ww, wh, "#fff"))
    view = wheel(wx + 330, wy + 320, 210, "#241a4e", "#fff0c0", ["#e8505b", "#f6a04d", "#2fa3a0", "#f2d06b"])
    legs = [line(wx + 330, wy + 320, wx + 330 + dx, wy + wh, "#1c1440", 12) for dx in (-130, 130)]
    hills = path(smooth(ridge(rng, wy + wh - 10, 60, 60), wy + wh), "#33234f")
    svg.add(f'<g clip-path="{seen}">{"".join([hills, *legs, *view])}</g>')
    for k in (1, 2):
        svg.add(rect(wx + ww * k / 3 - 6, wy, 12, wh, "#1b1019"), rect(wx, wy + wh * k / 3 - 6, ww, 12, "#1b1019"))
    # A board of tools between horse and window.
    for n in range(6):
        x = 120 + n * 78
        svg.add(line(x, 150, x, 250 + 14 * (n % 3), "#c99a62", 13), rect(x - 20, 250 + 14 * (n % 3), 40, 34, "#8f93ad", 6))
    svg.add(rect(70, 128, 500, 18, "#1b1019", 6))
    # Lamps.
    for x, y in [(420, 330), (760, 250)]:
        svg.glow(x, y + 40, 420, "#ffc873", 0.75)
        svg.add(line(x, 0, x, y, "#120a10", 5), poly([(x - 64, y + 34), (x + 64, y + 34), (x + 24, y - 20), (x - 24, y - 20)], "#2f6b6c"), circle(x, y + 40, 20, "#fff3cf"))
    # The floor and the bench.
    svg.add(rect(0, 900, WIDTH, 300, svg.linear((0, "#7a4a3a"), (1, "#3b2227"))))
    for y in (940, 1000, 1080):
        svg.add(line(0, y, WIDTH, y, "#2c1a1f", 4, 'opacity="0.6"'))
    svg.add(rect(980, 800, 560, 40, "#b07a4a", 6), rect(1010, 840, 34, 240, "#7d5231"), rect(1470, 840, 34, 240, "#7d5231"))
    for x, h, color in [(1040, 70, "#e8505b"), (1110, 86, "#2fa3a0"), (1180, 62, "#f2d06b"), (1250, 78, "#5d6fa8")]:
        svg.add(rect(x, 800 - h, 52, h, color, 6), rect(x, 800 - h, 52, 14, "#f8efe0", 5))
    for x in (1340, 1370, 1400):
        svg.add(line(x, 800, x + 26, 690, "#c99a62", 9), ellipse(x + 29, 678, 10, 18, "#3b2227"))
    # The horse on its brass pole.
    cast = svg.shadow(10, 22, 16, 0.5, "#120a10")
    coat = svg.linear((0, "#fffaf0"), (1, "#e4cdb0"))
    horse = [
        line(470, 260, 470, 1080, "#e2b04a", 22),
        path("M250 640C230 520 330 500 430 520C520 536 590 500 640 420L700 360C740 340 800 380 820 430L800 462L742 470C720 500 716 560 690 620C660 690 600 700 560 704L360 706C290 704 256 690 250 640Z", coat),
        path("M690 372L684 316L726 350Z", coat),
        path("M640 420C600 400 610 330 668 330C640 372 676 392 644 440C620 480 590 500 560 506C600 470 620 450 640 420Z", "#c4513f"),
        path("M256 620C170 600 150 700 190 790C200 720 230 700 268 690Z", "#c4513f"),
        path("M600 690C640 760 720 750 726 800L700 870L664 860L680 806C620 800 560 770 540 700Z", coat),
        path("M560 700C560 780 620 830 600 880L560 944L526 926L552 868C520 830 490 770 500 704Z", coat),
        path("M330 700C300 780 330 820 300 870L250 930L218 908L258 850C250 800 262 740 270 690Z", coat),
        path("M400 704C390 780 420 820 400 880L372 950L336 938L358 872C340 820 330 770 340 704Z", coat),
        path("M390 516C440 500 520 510 556 520C560 580 540 620 480 626C420 624 386 590 390 516Z", "#2fa3a0"),
        path("M404 532C450 520 510 524 540 532", "none", "#f2d06b", 8),
        path("M560 520C600 590 650 600 690 620", "none", "#e8505b", 14),
        path("M742 470C760 430 800 430 806 444", "none", "#e8505b", 8),
        circle(742, 402, 8, "#2a1b2e"), ellipse(806, 436, 6, 5, "#2a1b2e"),
    ]
    svg.add(ellipse(480, 1084, 330, 30, "#1b1019", 'opacity="0.6"'))
    svg.add(f'<g filter="{cast}">{"".join(horse)}</g>')
    svg.add(rect(330, 1060, 290, 40, "#3f2a22", 10))
    svg.add(person(1180, 1180, 330, "#1b1019", "#2f6b6c", -1), person(830, 1170, 190, "#1b1019", "#e8505b"))


def ferry_shape(x, y, s, hull, band, cabin, glass):
    """The harbor ferry from the side, its waterline at y."""
    shapes = [
        path(f"M{x-300*s:.0f} {y-70*s:.0f}L{x+310*s:.0f} {y-70*s:.0f}L{x+240*s:.0f} {y:.0f}L{x-250*s:.0f} {y:.0f}Z", hull),
        path(f"M{x-284*s:.0f} {y-44*s:.0f}L{x+284*s:.0f} {y-44*s:.0f}L{x+272*s:.0f} {y-30*s:.0f}L{x-276*s:.0f} {y-30*s:.0f}Z", band),
        rect(x - 210 * s, y - 150 * s, 380 * s, 82 * s, cabin, 8),
        rect(x - 90 * s, y - 214 * s, 170 * s, 66 * s, cabin, 8),
        rect(x - 40 * s, y - 274 * s, 44 * s, 62 * s, "#c4513f", 5),
        rect(x - 40 * s, y - 262 * s, 44 * s, 14 * s, "#fbf6ea"),
    ]
    for n in range(7):
        shapes.append(rect(x + (-190 + n * 50) * s, y - 132 * s, 32 * s, 32 * s, glass, 4))
    for n in range(3):
        shapes.append(rect(x + (-76 + n * 50) * s, y - 200 * s, 36 * s, 28 * s, glass, 4))
    return shapes


def crossing(svg):
    """The harbor in the late afternoon: the museum on one shore, the wheel on the other, the ferry between them."""
    rng = random.Random(61)
    svg.add(rect(0, 0, WIDTH, 800, svg.linear((0, "#3d7fa6"), (.55, "#a9cfd2"), (.85, "#ffe0a8"), (1, "#ffc98a"))))
    svg.glow(800, 640, 520, "#fff0c4", 0.9)
    svg.add(circle(800, 640, 74, "#fff7dd"))
    for x, y, w in [(180, 190, 320), (700, 130, 260), (1180, 230, 340)]:
        svg.add(path(f"M{x} {y}c{w*.08:.0f} -34 {w*.2:.0f} -40 {w*.3:.0f} -22c{w*.08:.0f} -36 {w*.28:.0f} -34 {w*.34:.0f} -4c{w*.12:.0f} -16 {w*.3:.0f} -4 {w*.36:.0f} 26Z", "#fffaf0", more='opacity="0.75"'))
    svg.add(path(smooth(ridge(rng, 730, 90, 60), 800), "#6f94a0"), path(smooth(ridge(rng, 765, 50, 50), 800), "#4d7480"))
    shore = 770
    # The museum: steps, columns and a pediment.
    svg.add(rect(70, 520, 500, 250, "#f2e3c6"), poly([(40, 524), (600, 524), (320, 400)], "#e4cda4"), poly([(110, 512), (530, 512), (320, 420)], "#cdb083"))
    svg.add(circle(320, 478, 26, "#1f5a63"), path("M320 478a8 8 0 1 1 10 8a16 16 0 1 1 -20 -18", "none", "#f2e3c6", 5))
    for n in range(8):
        x = 96 + n * 62
        svg.add(rect(x, 548, 26, 200, "#fffaf0", 6), rect(x - 6, 540, 38, 14, "#fffaf0", 3), rect(x - 6, 744, 38, 14, "#fffaf0", 3))
        if n < 7:
            svg.add(rect(x + 34, 590, 20, 150, "#1f5a63", 4, 'opacity="0.75"'))
    for n in range(3):
        svg.add(rect(50 - n * 16, 756 + n * 12, 540 + n * 32, 14, "#d9c39b"))
    # The park: wheel and booths.
    x, y, r = 1270, 470, 250
    for dx in (-165, -130, 130, 165):
        svg.add(line(x, y, x + dx, shore, "#3b4d66", 13 if abs(dx) > 150 else 8))
    svg.add(*wheel(x, y, r, "#41546e", "#fffaf0", ["#e8505b", "#f6a04d", "#2fa3a0", "#f2d06b"]))
    for bx, w, roof in [(960, 96, "#2fa3a0"), (1080, 84, "#e8505b"), (1440, 130, "#f6a04d")]:
        svg.add(rect(bx, shore - 70, w, 76, "#f8efe0"), path(f"M{bx-10} {shore-66}L{bx+8} {shore-104}L{bx+w-8} {shore-104}L{bx+w+10} {shore-66}Z", roof))
    for tx, h in [(20, 150), (630, 130), (690, 100), (920, 110), (1590, 160)]:
        svg.add(tree(tx, shore + 6, h, "#2f5d4f", "#a8cf8e"))
    svg.add(rect(0, shore, WIDTH, 24, "#5b6470"))
    # The water, the ferry and its wake.
    svg.add(rect(0, shore + 24, WIDTH, 420, svg.linear((0, "#f6c78f"), (.18, "#7fb0b4"), (1, "#1d5a73"))))
    for _ in range(170):
        py = shore + 30 + 390 * rng.random() ** 1.2
        px = rng.gauss(800, 150) if rng.random() < .5 else rng.uniform(0, WIDTH)
        svg.add(rect(px, py, rng.uniform(30, 130), rng.uniform(2, 4.5), "#fff3cf", 2, f'opacity="{rng.uniform(.15, .55):.2f}"'))
    svg.add(ellipse(690, 1052, 470, 22, "#eaf7f6", 'opacity="0.6"'), path("M430 1050C260 1060 120 1076 -20 1110L-20 1140C140 1100 300 1080 440 1070Z", "#eaf7f6", more='opacity="0.5"'))
    svg.add(*ferry_shape(720, 1050, 1.15, "#fbf6ea", "#1f4f63", "#f4e8d0", "#345a6b"))
    for px, h, coat in [(500, 62, "#e8505b"), (546, 66, "#2fa3a0"), (930, 64, "#f6a04d"), (974, 44, "#5d6fa8")]:
        svg.add(person(px, 972, h, "#2a2540", coat))
    for n in range(10):
        gx, gy = rng.uniform(120, 1480), rng.uniform(180, 520)
        svg.add(path(f"M{gx-18:.0f} {gy-8:.0f}Q{gx-8:.0f} {gy-14:.0f} {gx:.0f} {gy:.0f}Q{gx+8:.0f} {gy-14:.0f} {gx+18:.0f} {gy-8:.0f}", "none", "#ffffff", 4))


def deck(svg):
    """Lunch on the ferry's deck: a basket on the bench, the museum's skeleton on a leaflet, the sea behind."""
    rng = random.Random(67)
    svg.add(rect(0, 0, WIDTH, 640, svg.linear((0, "#74b4d8"), (1, "#dff0ee"))))
    svg.glow(1280, 170, 360, "#fff6da", 0.9)
    svg.add(circle(1280, 170, 66, "#fffaf0"))
    svg.add(path(smooth(ridge(rng, 560, 110, 60), 640), "#7fa7a4"), path(smooth(ridge(rng, 600, 60, 50), 640), "#5c8a86"))
    # The museum and its pier, far off.
    svg.add(rect(250, 500, 190, 96, "#f2e3c6"), poly([(236, 502), (454, 502), (345, 452)], "#e4cda4"))
    for n in range(6):
        svg.add(rect(264 + n * 30, 514, 12, 76, "#fffaf0", 3))
    svg.add(rect(0, 596, WIDTH, 260, svg.linear((0, "#6fb3bf"), (1, "#23667d"))))
    for _ in range(120):
        py = 606 + 230 * rng.random()
        svg.add(rect(rng.uniform(0, WIDTH), py, rng.uniform(26, 120), rng.uniform(2, 4), "#eaf7f6", 2, f'opacity="{rng.uniform(.15, .5):.2f}"'))
    for bx, s in [(980, 1.0), (1180, .7)]:
        svg.add(path(f"M{bx - 70*s:.0f} 640Q{bx:.0f} {640 + 44*s:.0f} {bx + 70*s:.0f} 640Z", "#33404a"), path(f"M{bx + 4*s:.0f} {640 - 150*s:.0f}L{bx + 4*s:.0f} {640 - 12*s:.0f}L{bx + 70*s:.0f} {640 - 12*s:.0f}Z", "#fffaf0"), path(f"M{bx - 4*s:.0f} {640 - 130*s:.0f}L{bx - 4*s:.0f} {640 - 12*s:.0f}L{bx - 54*s:.0f} {640 - 12*s:.0f}Z", "#f6d7b0"))
    # The rail with its life ring, and the planks.
    svg.add(rect(0, 820, WIDTH, 400, svg.linear((0, "#c79a68"), (1, "#8d623d"))))
    for n in range(-4, 22):
        svg.add(line(800 + (n * 90 - 800) * .9, 820, 800 + (n * 90 - 800) * 1.5, 1200, "#7a5230", 4, 'opacity="0.6"'))
    for x in range(40, WIDTH, 190):
        svg.add(line(x, 560, x, 830, "#fbf6ea", 14))
    svg.add(line(-20, 556, 1620, 556, "#b97f4c", 24), line(-20, 690, 1620, 690, "#fbf6ea", 8), line(-20, 760, 1620, 760, "#fbf6ea", 8))
    svg.add(circle(1370, 700, 92, "none", 'stroke="#fbf6ea" stroke-width="40"'))
    for a in (45, 135, 225, 315):
        svg.add(f'<g transform="rotate({a} 1370 700)">{rect(1370 + 70, 676, 46, 48, "#c4513f", 4)}</g>')
    # The bench with basket, bottle, cup and leaflet.
    cast = svg.shadow(10, 16, 12, 0.4, "#2c1a1f")
    svg.add(f'<g filter="{cast}">{rect(160, 930, 1080, 44, "#2f6b6c", 10)}{rect(210, 974, 40, 190, "#245455")}{rect(1150, 974, 40, 190, "#245455")}</g>')
    weave = [path("M300 930L330 730L690 730L720 930Z", "#d39a52")]
    for n in range(5):
        weave.append(path(f"M{304 + n*5} {918 - n*40}L{716 - n*5} {918 - n*40}", "none", "#a9702f", 9, 'stroke-dasharray="26 14"'))
    weave += [rect(316, 712, 388, 32, "#b97f3f", 12), path("M350 712C360 560 660 560 670 712", "none", "#b97f3f", 22)]
    food = [ellipse(420, 700, 60, 44, "#efb766"), path("M470 716L540 560C560 540 590 560 580 586L530 720Z", "#d99443"), circle(620, 690, 40, "#e8505b"), circle(560, 700, 34, "#9cc36a"), poly([(370, 716), (450, 640), (520, 716)], "#fffaf0")]
    svg.add(f'<g filter="{cast}">{"".join(food + weave)}</g>')
    svg.add(path("M430 744L560 744L500 840Z", "#fffaf0"), path("M430 744L560 744L500 840Z", "none", "#e8505b", 5, 'stroke-dasharray="10 12"'))
    svg.add(f'<g filter="{cast}">{rect(800, 700, 74, 230, "#f2d06b", 16)}{rect(816, 640, 42, 66, "#f2d06b", 8)}{rect(814, 626, 46, 24, "#c4513f", 5)}{rect(800, 780, 74, 80, "#fffaf0")}{circle(837, 820, 22, "#f6a04d")}</g>')
    svg.add(f'<g filter="{cast}">{path("M910 830L1000 830L988 930L922 930Z", "#fffaf0")}{rect(914, 848, 82, 16, "#f6c94d", 0)}</g>')
    leaf = [rect(-80, -110, 160, 210, "#1c5a61", 6), rect(-66, -96, 132, 120, "#ffe2a6", 4), path("M-50 10C-20 -20 20 -22 50 -60M-30 4L-26 18M-6 -10L-2 14M18 -18L22 10M50 -60C58 -70 60 -80 52 -84", "none", "#1c5a61", 7), line(-58, 52, 58, 52, "#ffe2a6", 8), line(-58, 74, 20, 74, "#ffe2a6", 8)]
    svg.add(f'<g filter="{cast}" transform="translate(1110 850) rotate(8)">{"".join(leaf)}</g>')
    for n in range(7):
        gx, gy = rng.uniform(60, 1100), rng.uniform(90, 380)
        svg.add(path(f"M{gx-24:.0f} {gy-10:.0f}Q{gx-10:.0f} {gy-18:.0f} {gx:.0f} {gy:.0f}Q{gx+10:.0f} {gy-18:.0f} {gx+24:.0f} {gy-10:.0f}", "none", "#ffffff", 5))


PICTURES = {
    "park-at-dusk": (park, WIDTH, HEIGHT),
    "fossil-hall": (fossils, WIDTH, HEIGHT),
    "lantern-stage": (theatre, WIDTH, HEIGHT),
    "lantern-plan": (plan, WIDTH, HEIGHT),
    "sail-loft": (loft, WIDTH, HEIGHT),
    "harbor-gate-parking": (parking, WIDTH, HEIGHT),
    "guide-book": (guide, WIDTH, HEIGHT),
    "museum-morning": (community, WIDTH, HEIGHT),
    "park-locker": (locker, WIDTH, HEIGHT),
    "grand-day": (grand, WIDTH, HEIGHT),
    "photo-pass": (photos, WIDTH, HEIGHT),
    "fast-lane": (coaster, WIDTH, HEIGHT),
    "season-pass": (passes, WIDTH, HEIGHT),
    "twilight-pass": (twilight, WIDTH, HEIGHT),
    "museum-pass": (friends, WIDTH, HEIGHT),
    "lantern-from-front": (seated_view(1.3, 1080, 1), WIDTH, HEIGHT),
    "lantern-from-orchestra": (seated_view(0.92, 900, 4), WIDTH, HEIGHT),
    "lantern-from-mezzanine": (seated_view(0.7, 720, 7, rail=True), WIDTH, HEIGHT),
    "lantern-from-balcony": (seated_view(0.5, 560, 10, rail=True), WIDTH, HEIGHT),
    "storm-glass": (barometer, WIDTH, HEIGHT),
    "gull-island": (island, WIDTH, HEIGHT),
    "wheel-workshop": (workshop, WIDTH, HEIGHT),
    "harbor-crossing": (crossing, WIDTH, HEIGHT),
    "ferry-deck": (deck, WIDTH, HEIGHT),
    "logo": (logo, 256, 256),
}


def render(name):
    draw, width, height = PICTURES[name]
    svg = Svg(width, height)
    draw(svg)
    with tempfile.TemporaryDirectory() as folder:
        source, png = Path(folder, "picture.svg"), Path(folder, "picture.png")
        source.write_text(svg.text())
        subprocess.run(["rsvg-convert", "-w", str(max(width, 512)), "-o", str(png), str(source)], check=True)
        target = HERE / f"{name}.webp"
        subprocess.run(["cwebp", "-quiet", "-q", "90", "-m", "6", str(png), "-o", str(target)], check=True)
    print(f"{target.name}: {target.stat().st_size // 1024} kB")


if __name__ == "__main__":
    for picture in sys.argv[1:] or PICTURES:
        render(picture)
