"""What takes time beside the tables: bots, reviews, printing, drawings, evenings, warming up."""
