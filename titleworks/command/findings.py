"""Findings of the compiler as text, JSON, GitHub annotations and SARIF."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from titleworks.command.common import version

if TYPE_CHECKING:
    from titleworks.compiler import Diagnostic
    from titleworks.dsl.source import Source

_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


class Findings:
    """All findings of a run, with the sources they are in and the files that were looked at."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.sources: dict[str, Source] = {}
        self.files: list[str] = []

    def add(self, diagnostics: "list[Diagnostic]", sources: "dict[str, Source]") -> None:
        """Findings of one title; what two titles share is told once."""
        known = set(self.diagnostics)
        self.diagnostics += [found for found in diagnostics if found not in known]
        self.sources |= sources

    @property
    def errors(self) -> int:
        """Number of errors."""
        return sum(found.severity == "error" for found in self.diagnostics)

    @property
    def warnings(self) -> int:
        """Number of warnings."""
        return len(self.diagnostics) - self.errors

    def summary(self) -> str:
        """One line: how many files, errors and warnings."""
        files = f"{len(self.files)} file{'' if len(self.files) == 1 else 's'}"
        if not self.diagnostics:
            return f"{files}: no problems"
        return f"{files}: {_count(self.errors, 'error')}, {_count(self.warnings, 'warning')}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def in_format(name: str, findings: Findings) -> str:
    """The findings in one of the formats `text`, `json`, `github`, `sarif`."""
    return {"text": _text, "json": _json, "github": _github, "sarif": _sarif}[name](findings)


def _text(findings: Findings) -> str:
    from titleworks.compiler import render

    return "\n\n".join(render(found, findings.sources.get(found.file)) for found in findings.diagnostics)


def _json(findings: Findings) -> str:
    document = {
        "format": 1,
        "files": findings.files,
        "errors": findings.errors,
        "warnings": findings.warnings,
        "diagnostics": [_plain(found) for found in findings.diagnostics],
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


def _plain(found: "Diagnostic") -> dict[str, Any]:
    return {
        "code": found.code,
        "severity": found.severity,
        "file": found.file,
        "line": found.span.line,
        "column": found.span.column,
        "end_line": found.span.end_line,
        "end_column": found.span.end_column,
        "message": found.message,
        "hint": found.hint,
        "expected": list(found.expected),
        "related": [
            {"file": file, "line": span.line, "column": span.column, "message": message}
            for file, span, message in found.related
        ],
    }


def _github(findings: Findings) -> str:
    """Workflow commands: `::error file=...,line=...::message`."""
    lines = []
    for found in findings.diagnostics:
        span = found.span
        place = f"file={_property(found.file)},line={span.line},endLine={span.end_line},col={span.column}"
        if span.end_line == span.line:
            place += f",endColumn={span.end_column}"
        message = found.message + (f"\n{found.hint}" if found.hint else "")
        lines.append(f"::{found.severity} {place},title={_property(found.code)}::{_data(message)}")
    return "\n".join(lines)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _sarif(findings: Findings) -> str:
    codes = sorted({found.code for found in findings.diagnostics})
    driver = {"name": "titleworks", "version": version(), "rules": [_sarif_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": _location(file)} for file in findings.files],
        "results": [_sarif_result(found, codes) for found in findings.diagnostics],
    }
    return json.dumps({"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)


def _sarif_rule(code: str) -> dict[str, Any]:
    from titleworks.compiler import explain

    found = explain(code)
    if found is None:
        return {"id": code}
    return {"id": code, "shortDescription": {"text": found.title}, "fullDescription": {"text": found.text}}


def _sarif_result(found: "Diagnostic", codes: list[str]) -> dict[str, Any]:
    message = found.message + (f" ({found.hint})" if found.hint else "")
    result: dict[str, Any] = {
        "ruleId": found.code,
        "ruleIndex": codes.index(found.code),
        "level": found.severity,
        "message": {"text": message},
        "locations": [_sarif_place(found.file, found.span)],
    }
    if found.related:
        result["relatedLocations"] = [
            _sarif_place(file, span) | {"id": number, "message": {"text": text}}
            for number, (file, span, text) in enumerate(found.related)
        ]
    return result


def _sarif_place(file: str, span: Any) -> dict[str, Any]:
    region = {
        "startLine": max(1, span.line),
        "startColumn": max(1, span.column),
        "endLine": max(1, span.end_line),
        "endColumn": max(1, span.end_column),
    }
    return {"physicalLocation": {"artifactLocation": _location(file), "region": region}}


def _location(file: str) -> dict[str, str]:
    """A relative path as a relative URI, an absolute one as a file URI."""
    from urllib.parse import quote

    path = Path(file)
    return {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix())}
