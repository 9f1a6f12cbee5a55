"""From a source to a Transcript, one module per format."""
