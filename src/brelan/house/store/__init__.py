"""What survives: the shape of the database, where it is, and the log of every table."""
