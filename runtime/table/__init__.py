"""The rule table: its models, its vocabulary and its loader; the contract between compiler and runtime."""
