"""The map: lays of powers, prints that show, slots and reservations."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from titleworks.runtime.errors import Refused
from titleworks.runtime.expressions import Function
from titleworks.runtime.instructions.base import Action, Awaited, Env, Instruction, Joined, values_of
from titleworks.runtime.steps import track

if TYPE_CHECKING:
    from titleworks.runtime.prepared import PreparedPower, PreparedRule


class Lay(Awaited, name="lay"):
    """A tile is laid by a power. Its terms: whether a connection is needed, the cost is paid, a lay of the turn is
    used, the kind of hex must match, and tiles with other towns are refused."""

    action = "lay_tile"
    purpose = "lay a tile"
    tiles: list[Function]
    hexes: list[Function]
    terms: dict[str, Any]

    def waits(self, game: Any, rule: "PreparedRule", env: Env) -> bool:
        return rule.is_power

    @property
    def may_be_declined(self) -> bool:
        return bool(self.terms.get("may"))

    def answers(self, game: Any, rule: "PreparedRule", env: Env, base: Action) -> Iterator[Action]:
        supply = game.state.board.supply
        for hex_, tile, rotation in self._lays(game, rule, env):
            if supply[tile]:
                name = track.tile_text(game, tile, min(supply[tile]))
                yield base | {"hex": game.rules.hex_rows[hex_].name, "tile": name, "rotation": rotation}

    def _lays(self, game: Any, rule: "PreparedRule", env: Env) -> Iterator[tuple[int, int, int]]:
        """Hex, tile, rotation: those that the map allows, and that fit where the kind of hex must match."""
        company = rule.acting(game, env)
        tiles, hexes = values_of(self.tiles, game, env), values_of(self.hexes, game, env)
        connection = self.terms.get("connection", True) and company is not None
        if self.terms.get("match"):
            if company is None:
                return
            yield from track.fitting(game, company, tiles, hexes, connection=connection)
        else:
            towns = self.terms.get("town", True)
            yield from track.of_any_kind(game, company, tiles, hexes, connection=connection, towns=towns)

    def take(
        self, game: Any, rule: "PreparedRule", values: list[Any], action: Action, joined: Sequence[Joined] = ()
    ) -> None:
        """A lay by a power, and by those that the action combines with it: all that one of them asks must be so."""
        self.check_type(rule, action)
        hex_ = game.rules.hex_number.get(action["hex"])
        tile, copy = track.parse_tile(game, action["tile"])
        self._check(game, tuple(values), hex_, tile, action)
        lays: list[Lay] = [self]
        for power, pc, env in joined:
            lay: Any = power.code[pc]
            lay._check(game, env, hex_, tile, action)
            lays.append(lay)
        current = game.state.round
        if current.kind == "operating round":
            current.using = [power.row.name for power in (rule, *(other.power for other in joined)) if power.is_power]
        track.lay(
            game,
            rule.acting(game, tuple(values)),
            hex_,
            tile,
            copy,
            action["rotation"],
            connection=all(lay.terms.get("connection", True) for lay in lays),
            cost=all(lay.terms.get("cost", True) for lay in lays),
            as_lay=all(lay.terms.get("as lay", False) for lay in lays),
            special=not all(lay.terms.get("match", False) for lay in lays),
            towns=all(lay.terms.get("town", True) for lay in lays),
        )
        if current.kind == "operating round":
            current.using = []

    def _check(self, game: Any, env: Env, hex_: int | None, tile: int, action: Action) -> None:
        if tile not in values_of(self.tiles, game, env):
            raise Refused(f"tile {action['tile']} is not among the tiles that may be laid here")
        if hex_ is None or hex_ not in values_of(self.hexes, game, env):
            raise Refused(f"{action['hex']} is not among the hexes of this power")

    def joined(self, game: Any, rule: "PreparedRule", action: Action) -> "list[PreparedPower]":
        """The powers of other privates that an action combines with the lay of a power, one of each private.

        Raises Refused if two of the privates do not go together, or one has no such power now.
        """
        names = action.get("combo_entities") or ()
        if not names or rule.private is None:
            return []
        privates = [rule.private, *(game.entity("company", name) for name in names)]
        if len(set(privates)) < len(privates):
            raise Refused("a private is used once in a lay")
        for private in privates:
            for other in privates:
                if private != other and not game.ask.combination_allowed(game, private, other):
                    raise Refused(f"{game.name(private)} and {game.name(other)} are not used together")
        found = []
        for private in privates[1:]:
            power = next((power for power in game.rules.powers_of.get(private, ()) if _lays_now(game, power)), None)
            if power is None:
                raise Refused(f"{game.name(private)} cannot be used now")
            found.append(power)
        return found


def _lays_now(game: Any, power: "PreparedPower") -> bool:
    """Whether a power begins with a lay, and is the operating company's to use, apart from its moment."""
    if not isinstance(power.first_awaited, Lay) or power.private is None or power.is_used_up(game):
        return False
    company = game.operator()
    if company is None or game.state.owner[power.private] != company:
        return False
    return power.condition is None or bool(power.condition(game, (None,) * power.size))


class Restore(Instruction, name="restore"):
    """What is printed on a hex shows again; the tile that lay there may be lost."""

    hex: Function
    lost: bool

    def carry_out(self, game: Any, env: Env) -> None:
        hex_ = self.hex(game, env)
        if hex_ is not None:
            track.show_print(game, hex_, game.rules.hex_rows[hex_].printed, lost=self.lost)


class Print(Instruction, name="print"):
    """Another printed tile shows on a hex."""

    hex: Function
    tile: Function

    def carry_out(self, game: Any, env: Env) -> None:
        hex_ = self.hex(game, env)
        if hex_ is not None:
            track.show_print(game, hex_, self.tile(game, env), lost=False)


class Slots(Instruction, name="slots"):
    """A city has more slots."""

    city: Function
    count: Function

    def carry_out(self, game: Any, env: Env) -> None:
        city = self.city(game, env)
        for _ in range(self.count(game, env) if city is not None else 0):
            game.state.board.add_slot(*city)


class Lift(Instruction, name="lift"):
    """A company's reservations are lifted, on all or some hexes."""

    company: Function
    hexes: Function | None

    def carry_out(self, game: Any, env: Env) -> None:
        company = self.company(game, env)
        if company is not None:
            game.state.board.drop_reservations(company, None if self.hexes is None else self.hexes(game, env))
