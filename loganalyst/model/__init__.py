"""Values only: what the parts of the program hand to each other."""
