"""What a sentence says: its stance, its predicate, what it announces, how much it speaks of."""
