"""From a Transcript to Events, by an ordered chain of small named passes."""
