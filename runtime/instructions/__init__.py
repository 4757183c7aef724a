"""The instructions of which the code of rules and powers consists: one class each, in files by what they are about."""

from titleworks.runtime.instructions import (
    certificates,
    choices,
    companies,
    course,
    flow,
    lists,
    money,
    tokens,
    track,
    trains,
)

#: The files with the classes: importing them makes all instructions known.
FILES = (certificates, choices, companies, course, flow, lists, money, tokens, track, trains)
