"""From findings and ledgers to a Report whose every statement is backed by a quotation."""
