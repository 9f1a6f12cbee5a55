"""Facts read off the output of tools, one module per tool."""
