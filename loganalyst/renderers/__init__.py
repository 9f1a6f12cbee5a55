"""From a Report or a graph to bytes, one module per form."""
