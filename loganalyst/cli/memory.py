"""The garbage collector, switched in the entry points of the verbs and nowhere else."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """Keep the collector from walking a growing session again and again; a session holds no reference cycles.

    Inside another one it changes nothing: what was made is still there when a verb writes about it.
    """
    if not gc.isenabled():
        yield
        return
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()
