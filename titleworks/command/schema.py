"""`titleworks schema`: the JSON Schema of rule tables."""

import typer


def table_schema() -> dict[str, object]:
    """The JSON Schema (2020-12) that every rule table validates against."""
    from titleworks.runtime.table.models import Table

    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Table.model_json_schema()}


def schema_command() -> None:
    """Print the JSON Schema of rule tables."""
    import json

    typer.echo(json.dumps(table_schema(), indent=2, ensure_ascii=False))
