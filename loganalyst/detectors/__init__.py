"""From events, ledgers and rules to Findings."""
