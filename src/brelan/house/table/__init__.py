"""One table: its log read and written, everything that can be done at it, who is there, how games came out."""
