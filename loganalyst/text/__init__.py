"""Pure functions over strings: terminal clean-up, units, prose."""
