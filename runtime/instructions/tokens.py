"""Station tokens: placed, returned, replaced, in their areas."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from titleworks.runtime import stations
from titleworks.runtime.errors import Refused
from titleworks.runtime.expressions import Function
from titleworks.runtime.instructions.base import Action, Awaited, Env, Instruction, values_of
from titleworks.runtime.steps import token

if TYPE_CHECKING:
    from titleworks.runtime.prepared import PreparedRule

City = tuple[int, int]


class Place(Awaited, name="place"):
    """A token of an area is placed in a city, of those named or on the hexes named.

    A rule that leaves one city to go to places it there, and with none nothing happens (core 12.5).
    """

    action = "place_token"
    purpose = "place a token"
    where: list[Function]
    terms: dict[str, Any]
    may: bool
    area: str
    company: Function | None

    def waits(self, game: Any, rule: "PreparedRule", env: Env) -> bool:
        places = len(list(islice(self._places(game, self._owner(game, rule, env), env), 2)))
        return places > (0 if rule.is_power or self.may else 1)

    @property
    def may_be_declined(self) -> bool:
        return self.may

    def _owner(self, game: Any, rule: "PreparedRule", env: Env) -> int | None:
        """Whose token it is: the company named, or the one that acts."""
        if self.company is None:
            return rule.acting(game, env)
        named: int | None = self.company(game, env)
        return named

    def _terms(self) -> token.Terms:
        terms = self.terms
        return token.Terms(
            connection=terms.get("connection", True),
            cost=terms.get("cost", True),
            as_token=terms.get("as token", False),
            area=self.area,
            slot=terms.get("slot", True),
        )

    def _cities(self, game: Any, env: Env) -> list[City]:
        """The cities that are named, by themselves or with their hexes."""
        if not self.terms.get("cities"):
            hexes = values_of(self.where, game, env)
            return [(hex_, city) for hex_ in hexes for city in token.cities_of(game, hex_)]
        found: list[City] = []
        for function in self.where:
            value = function(game, env) or ()
            found += [value] if value and isinstance(value[0], int) else list(value)
        return found

    def _places(self, game: Any, company: int | None, env: Env) -> Iterator[City]:
        """The cities of those that can take the token."""
        if company is None:
            return
        terms = self._terms()
        for city in self._cities(game, env):
            if token.problem(game, company, city, terms) is None:
                yield city

    def execute(self, game: Any, rule: "PreparedRule", pc: int, values: list[Any]) -> int:
        company = self._owner(game, rule, tuple(values))
        city = next(self._places(game, company, tuple(values)), None)
        if company is not None and city is not None:
            token.place(game, company, city, self._terms())
        return pc + 1

    def answers(self, game: Any, rule: "PreparedRule", env: Env, base: Action) -> Iterator[Action]:
        for hex_, city in self._places(game, self._owner(game, rule, env), env):
            yield base | {"city": token.city_text(game, hex_, city), "slot": 0}

    def answer(self, game: Any, rule: "PreparedRule", values: list[Any], action: Action) -> None:
        env = tuple(values)
        city = token.parse_city(game, action["city"])
        if city not in self._cities(game, env):
            raise Refused(f"{action['city']} is not on a hex of this power")
        company = self._owner(game, rule, env)
        if company is None:
            raise Refused("no company can place this token now")
        token.place(game, company, city, self._terms())


class Destroy(Instruction, name="destroy"):
    """Tokens are out of the game."""

    tokens: Function

    def carry_out(self, game: Any, env: Env) -> None:
        stations.take_up(game, stations.as_tokens(self.tokens(game, env)), None)


class Return(Instruction, name="return"):
    """Tokens go back into an area."""

    tokens: Function
    area: str

    def carry_out(self, game: Any, env: Env) -> None:
        stations.take_up(game, stations.as_tokens(self.tokens(game, env)), self.area)


class Area(Instruction, name="area"):
    """Tokens belong to an area from now on."""

    tokens: Function
    area: str

    def carry_out(self, game: Any, env: Env) -> None:
        stations.set_area(game, stations.as_tokens(self.tokens(game, env)), self.area)


class Replace(Instruction, name="replace"):
    """A token stands where another one stood."""

    old: Function
    new: Function

    def carry_out(self, game: Any, env: Env) -> None:
        old, new = self.old(game, env), self.new(game, env)
        if old is None or new is None:
            raise Refused("there is no such token", "core 12")
        stations.replace(game, old, new)
