"""Facts of the titles (a folder beside the project) as components, for tests."""

import json
from pathlib import Path
from typing import Any

import pytest

from titleworks.runtime.table.models import (
    BorderRow,
    CompanyRow,
    Components,
    CostMark,
    HexRow,
    HomeRow,
    PathRow,
    StopRow,
    TileRow,
    TokenRow,
)

SHARED = Path("/work/shared")
needs_shared = pytest.mark.skipif(not (SHARED / "facts").is_dir(), reason="no folder of facts and records")

_KINDS = {"offboard": "area"}


def facts(title: str) -> dict[str, Any]:
    """The facts of a title."""
    loaded: dict[str, Any] = json.loads((SHARED / "facts" / f"{title}.json").read_text())
    return loaded


def components(known: dict[str, Any]) -> Components:
    """The map, the tiles and the companies of a title's facts; trains, phases, market are empty."""
    companies = {row["sym"]: number for number, row in enumerate(known["corporations"] + known["minors"])}
    tiles = [
        _tile(name, row, None if row["count"] == "unlimited" else row["count"]) for name, row in known["tiles"].items()
    ]
    hexes = []
    for name, row in known["hexes"].items():
        reserved = [(companies[c], city) for city, c in row.get("city_reservations", []) if c in companies]
        reserved += [(companies[c], None) for c in row.get("hex_reservations", []) if c in companies]
        borders = [
            BorderRow(edge=b["edge"], kind="wall") for b in row.get("borders", []) if b.get("type") == "impassable"
        ]
        x, y = row["xy"]
        hexes.append(HexRow(name=name, x=x, y=y, printed=len(tiles), borders=borders, reserved=reserved))
        tiles.append(_tile(name, row, 0))
    return Components(
        trains=[],
        phases=[],
        companies=[
            CompanyRow(
                name=row["sym"],
                certificates=[],
                tokens=[TokenRow(price=price) for price in row["tokens"]],
                homes=[HomeRow(hex=list(known["hexes"]).index(row["coordinates"]), city=row.get("city"))]
                if isinstance(row.get("coordinates"), str) and row["coordinates"] in known["hexes"]
                else [],
            )
            for row in known["corporations"] + known["minors"]
        ],
        tiles=tiles,
        hexes=hexes,
        layout=known["layout"],
        cells=[],
    )


def _tile(name: str, row: dict[str, Any], count: int | None) -> TileRow:
    paths = row.get("paths", [])
    stops = [_stop(node) for node in row.get("nodes", [])]
    if any("junction" in (p["from"], p["to"]) for p in paths):
        stops.append(StopRow(kind="junction"))
    return TileRow(
        name=name,
        count=count,
        colour=row["color"],
        stops=stops,
        paths=[_path(path, len(stops) - 1) for path in paths],
        labels=row.get("labels", []),
        later_labels=[(row["future_label"][1], row["future_label"][0])] if "future_label" in row else [],
        costs=[CostMark(amount=c["cost"], terrains=c.get("terrains", [])) for c in row.get("upgrade_costs", [])],
    )


def _stop(node: dict[str, Any]) -> StopRow:
    value = node["revenue"]
    series = list(value.items()) if isinstance(value, dict) else None
    return StopRow(
        kind=_KINDS.get(node["kind"], node["kind"]),
        value=0 if series else value,
        values=series,
        slots=node.get("slots", 1) if node["kind"] == "city" else 0,
        group=(node.get("groups") or [None])[0],
    )


def _path(path: dict[str, Any], junction: int) -> PathRow:
    lanes = path.get("lanes")
    return PathRow(
        a=_end(path["from"], junction),
        b=_end(path["to"], junction),
        gauge=path.get("track", "broad"),
        dead_end="terminal" in path,
        lanes=tuple("" if n == 1 else f"{i}/{n}" for n, i in lanes) if lanes else None,
    )


def _end(end: Any, junction: int) -> int:
    if end == "junction":
        return 6 + junction
    return int(end["edge"]) if "edge" in end else 6 + int(end["node"])
