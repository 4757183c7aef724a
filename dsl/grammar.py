"""The grammar of what stands inside a line, as a parser of Lark's that makes nodes of lumps.

Importing this imports Lark: `titleworks.dsl.parser` does so when the first line is parsed. Working out the tables of
the grammar takes longer than parsing a title with them, so they are kept in a file of the user's own cache.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from lark import Lark
from lark.lexer import Lexer, Token

from titleworks.dsl.lexer import tokens
from titleworks.dsl.nodes import Builder

#: What a text may be parsed as.
STARTS = ("cases", "value", "expression", "acts", "call")


class LumpLexer(Lexer):
    """Hands Lark the tokens made from lumps; at the top of a module, so that Lark can name it in its cache."""

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
        """One token for each lump, or for each phase of several words."""
        for kind, found in tokens(lexer_state):
            token = Token(kind, kind)
            token.value = found
            yield token


@cache
def parser() -> Lark:
    """The parser, made when it is first asked for."""
    grammar = resources.files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")
    builder: Any = Builder()
    kept = _cache_file(grammar)
    return Lark(
        grammar,
        parser="lalr",
        lexer=LumpLexer,
        start=list(STARTS),
        maybe_placeholders=False,
        transformer=builder,
        strict=True,
        cache=False if kept is None else str(kept),
    )


def _cache_file(grammar: str) -> Path | None:
    """Where the tables of this grammar are kept; None if nothing can be kept.

    The folder belongs to the user alone: Lark keeps pickles, which must not be read from where others may write. Lark
    itself checks that grammar, version and options are the ones the file was made with, and makes it anew otherwise.
    """
    try:
        folder = _cache_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # a machine that can only be read, or a user without a home
        return None
    if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
        return None
    digest = hashlib.sha256(grammar.encode()).hexdigest()[:16]
    return folder / f"grammar-{digest}-{sys.implementation.cache_tag}.pickle"


def _cache_folder() -> Path:
    """The folder for files that can be made again, where this system has it. Raises RuntimeError without a home."""
    base = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "titleworks"
