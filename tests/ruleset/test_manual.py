from pathlib import Path

from loganalyst.ruleset.manual import field_tables

MANUAL = Path(__file__).parent.parent.parent / "docs" / "rules.md"


def test_the_manual_ends_with_the_tables_of_all_fields() -> None:
    """To renew them: write what ``field_tables`` returns behind the last paragraph of the manual."""
    assert MANUAL.read_text(encoding="utf-8").endswith(field_tables())
