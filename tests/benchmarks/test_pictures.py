"""What a picture costs, as multiples of encoding the same image alone."""

from __future__ import annotations

import json
import subprocess
import sys
from statistics import median
from time import process_time

import render
from render import takara
from render.kit.encoding import encode
from tests.benchmarks.conftest import Measured
from tests.render.takara_views import positions, words

EVERY = 9
"""Actions between two pictures of a game."""
PROCESSES = 3

COLD = """
import json
from time import process_time
import render
from render import takara
from render.kit.encoding import encode
from tests.render.takara_views import early, words
view, said = early(), words("en")
began = process_time()
render.draw("takara", view, said)
drawn = process_time()
image = takara.paint(view, said).image
rounds = []
for _ in range(5):
    before = process_time()
    encode(image)
    rounds.append(process_time() - before)
print(json.dumps([drawn - began, sorted(rounds)[2]]))
"""


def test_the_first_picture_of_a_process(measured: Measured) -> None:
    """Nothing is baked yet: no font is open, no icon scaled."""
    runs = [
        json.loads(subprocess.run([sys.executable, "-c", COLD], capture_output=True, text=True, check=True).stdout)
        for _ in range(PROCESSES)
    ]
    measured("picture, cold / encoding", median(drawn / encoded for drawn, encoded in runs), "×", most=6)
    measured("picture, cold", median(drawn for drawn, _ in runs) * 1000, "ms")


def test_pictures_of_whole_games(measured: Measured) -> None:
    """Position after position, with everything kept that can be kept."""
    drawn: list[float] = []
    encoded: list[float] = []
    sizes: list[int] = []
    for seats, lang in ((2, "en"), (3, "ja"), (4, "en")):
        said = words(lang)
        for view, marks in positions(seats, seats, EVERY):
            began = process_time()
            picture = render.draw("takara", view, said, marks)
            drawn.append(process_time() - began)
            sizes.append(len(picture.data))
            image = takara.paint(view, said, marks).image
            began = process_time()
            encode(image)
            encoded.append(process_time() - began)
    measured("picture, warm / encoding", median(drawn) / median(encoded), "×", most=2)
    measured("picture, warm, slowest / encoding", max(drawn) / median(encoded), "×")
    measured("picture, warm", median(drawn) * 1000, "ms")
    measured("picture, encoding alone", median(encoded) * 1000, "ms")
    measured("picture, largest", max(sizes) / 1024, "KiB", most=300)
