"""For those who make games: the conformance kit, what must follow when rules change, messages, covers."""
