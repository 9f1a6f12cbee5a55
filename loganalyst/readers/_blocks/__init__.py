"""What readers share: the draft of a transcript, its record ledger, JSON records, shapes of several formats."""
