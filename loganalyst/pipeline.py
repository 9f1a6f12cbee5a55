"""The order in which the rooms hand on a session, from a source to bytes; no other module knows it."""
