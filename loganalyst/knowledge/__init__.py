"""What is known of programs and of secrets: YAML with line numbers, its schemas and loaders, and the mask."""
