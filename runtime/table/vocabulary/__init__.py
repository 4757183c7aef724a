"""The vocabulary: every word a title may use, with its types and meaning. Shared by compiler, loader and runtime.

Types are written as text: `yes/no`, `number`, `money` (whole), `percent`, `text`, `moves`, `range`, `float`, `word`
(one of the entry's `choices`), `words` (several of them), a kind of thing (`company`, `hex` ...), `holder` (player,
company, private, bank, pool, IPO), or `list of X`. Any value may also be `none`.
"""

from titleworks.runtime.table.vocabulary.attributes import ATTRIBUTE, ATTRIBUTES, DOMAINS, Attribute
from titleworks.runtime.table.vocabulary.course import (
    ENDS,
    MOMENT,
    MOMENTS,
    ROUND_KIND,
    ROUND_KINDS,
    STEP_KIND,
    STEP_KINDS,
    ZONES,
    Moment,
    RoundKind,
    StepKind,
)
from titleworks.runtime.table.vocabulary.effects import EFFECT, EFFECTS, Effect
from titleworks.runtime.table.vocabulary.events import EVENT, EVENTS, Event
from titleworks.runtime.table.vocabulary.kinds import KINDS, NAMED_KINDS
from titleworks.runtime.table.vocabulary.questions import QUESTION, QUESTIONS, Question, method_name
from titleworks.runtime.table.vocabulary.record_forms import RECORD_FORMS, SECOND_CHOICES

__all__ = [
    "ATTRIBUTE",
    "ATTRIBUTES",
    "DOMAINS",
    "EFFECT",
    "EFFECTS",
    "ENDS",
    "EVENT",
    "EVENTS",
    "KINDS",
    "MOMENT",
    "MOMENTS",
    "NAMED_KINDS",
    "QUESTION",
    "QUESTIONS",
    "RECORD_FORMS",
    "ROUND_KIND",
    "ROUND_KINDS",
    "SECOND_CHOICES",
    "STEP_KIND",
    "STEP_KINDS",
    "ZONES",
    "Attribute",
    "Effect",
    "Event",
    "Moment",
    "Question",
    "RoundKind",
    "StepKind",
    "method_name",
]
