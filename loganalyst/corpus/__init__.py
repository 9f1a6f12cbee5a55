"""Many sessions: finding them, spreading the work, storing and comparing what was found."""
