"""Types of expressions, as the vocabulary writes them, and which may stand where which is expected."""

_NUMBERS = frozenset(("number", "money"))
_HOLDERS = frozenset(("player", "company", "private", "holder"))
_WORDS = frozenset(("word", "colour", "text"))

#: The type of `none`, and of what could not be read: compatible with everything.
NONE = "none"
BROKEN = "broken"


def fits(found: str, expected: str | None) -> bool:
    """Whether a value of one type may stand where another is expected."""
    if expected is None or found == expected or NONE in (found, expected) or BROKEN in (found, expected):
        return True
    if found in _NUMBERS and expected in _NUMBERS:
        return True
    if found in _HOLDERS and expected in _HOLDERS and "holder" in (found, expected):
        return True
    if found in _WORDS and expected in _WORDS:
        return True
    if is_list(found) and is_list(expected):
        return fits(element(found), element(expected))
    return found == "train kind" and expected == "train"


def is_list(kind: str) -> bool:
    """Whether the type is a list."""
    return kind == "words" or kind.startswith("list of ")


def element(kind: str) -> str:
    """What a list is made of."""
    return "word" if kind == "words" else kind.removeprefix("list of ")


def list_of(kind: str) -> str:
    """The type of a list."""
    return f"list of {kind}"


def described(kind: str) -> str:
    """A type in words for a message."""
    if kind == "yes/no":
        return "yes or no"
    if kind == "money":
        return "an amount"
    if kind == "moves":
        return "moves (left 1, up 1, stay ...)"
    if kind == "range":
        return "an amount to an amount"
    if kind == "float":
        return "a percentage `sold` or `held`"
    if is_list(kind):
        return f"a list: {element(kind)}, {element(kind)} ..."
    article = "an" if kind[:1] in "aeiou" else "a"
    return f"{article} {kind}"
