"""The program's entry point: `loganalyst` and `python -m loganalyst`."""

import gc
import sys

from loganalyst import __version__


def main() -> int:
    """Run the command line and return its exit code.

    The version is answered before the command line is loaded: scripts ask for it often, and it takes a
    fraction of the time.
    """
    if sys.argv[1:] in (["--version"], ["-V"]):
        print(f"loganalyst {__version__} (Python {'.'.join(map(str, sys.version_info[:3]))})")
        return 0
    from loganalyst.cli.app import main as run

    code = run()
    gc.freeze()  # the process ends here, and would walk all that is left once more
    return code


if __name__ == "__main__":
    sys.exit(main())
