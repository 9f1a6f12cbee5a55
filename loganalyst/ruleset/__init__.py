"""The language of rules and symptoms: schemas, selectors, relations and conditions."""
