"""Tables and small records for the tests of records."""

import pytest

from titleworks.library import table_of
from titleworks.runtime.table.models import Table


@pytest.fixture(scope="session")
def table() -> Table:
    """A table to play with."""
    return table_of("1889")
