"""Where tests find things."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
TITLES = ROOT / "titles"
#: Games of people and bots with traces, where they are at hand; not part of the project.
RECORDS = ROOT.parent / "shared" / "records"
