"""How well the rules do against labelled sessions."""
