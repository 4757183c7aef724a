"""What rules and powers do: blocks of sentences, lowered to a flat list of instructions.

`code_of` reads the lines of a rule or power; each verb has a writer, in the module of what it is about.
"""

from titleworks.compiler.sentences.act import Code
from titleworks.compiler.sentences.blocks import code_of

__all__ = ["Code", "code_of"]
