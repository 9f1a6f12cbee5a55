"""The command line, one module per verb; alone in knowing typer and rich."""
