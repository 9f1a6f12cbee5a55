"""What a session claimed, supposed, killed, waited for, swept, changed and left open; one module per ledger."""
