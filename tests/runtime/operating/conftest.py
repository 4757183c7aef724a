"""Makes the helpers of this folder and of the map's tests importable."""

import sys
from pathlib import Path

for _folder in (Path(__file__).parent, Path(__file__).parents[1] / "map"):
    if str(_folder) not in sys.path:
        sys.path.append(str(_folder))
