"""What may be raised while a rule table is played that can be read but makes no sense."""

FAULTS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
