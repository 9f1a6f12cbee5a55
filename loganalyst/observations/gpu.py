"""Read nvidia-smi: the table, the list of GPUs, queries, and how GPUs are connected."""

import re
from collections.abc import Iterator
from decimal import Decimal

from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import (
    Fact,
    Output,
    Reader,
    Row,
    figures,
    number,
    one_of,
    phrase,
    phrases,
    size,
)

_LINK = r"X|NV[0-9]{1,3}|PIX|PXB|PHB|NODE|SYS|SOC"
_DEVICE = r"(?:GPU|NIC)[0-9]{1,3}|mlx5_[0-9]{1,3}(?:_bond_[0-9]+)?"
_MATRIX_ROW = re.compile(rf"(?P<name>{_DEVICE})[ \t]+(?P<cells>(?:{_LINK})(?:[ \t]+(?:{_LINK})){{0,63}})(?=[ \t\n]|$)")
_MATRIX_HEADING = re.compile(r"[ \t]+(?:\x1b\[4m)?GPU0(?=[ \t\x1b]|$)")
_NAME_ROW = re.compile(
    r"\| +(?P<number>[0-9]{1,3}) +(?P<value>[A-Z][\w .()/-]{2,40}?) {2,}(?:On|Off|N/A|\.\.\.)? *\|? "
)
_PHRASES = phrases(
    phrase("gpu.driver", "Driver Version:", r"Driver Version: (?P<value>[0-9]{1,5}(?:\.[0-9]{1,5}){1,3})"),
    phrase("gpu.cuda-supported", "CUDA Version:", r"\bCUDA Version: (?P<value>[0-9]{1,3}\.[0-9]{1,3}|N/A|ERR!)"),
    phrase("gpu.listed", "(UUID: GPU-",
           r"^GPU (?P<subject>[0-9]{1,3}): (?P<value>[^\n(]{1,80}) \(UUID: GPU-[0-9a-f-]{8,40}\)", subject="gpu"),
    phrase("gpu.memory", "MiB /",
           r"(?P<size_used>[0-9]{1,9}MiB) / +(?P<size_total>[0-9]{1,9}MiB) \|(?: +(?P<util>[0-9]{1,3})%)?", "used"),
    phrase("gpu.process", "MiB |",
           r"^\| +(?P<gpu>[0-9]{1,3}) +(?:N/A +N/A +|\S+ +\S+ +)?(?P<subject>[0-9]{1,9}) +(?:C\+G|C|G|M\+C) +"
           r"(?P<value>\S[^\n|]{0,120}?) +(?P<size_used>[0-9]{1,9}MiB) \|$", subject="pid"),
    phrase("gpu.no-process", "No running processes found", r"No running processes found", "none"),
    phrase("gpu.error", "No devices were found", r"^No devices were found", "no-devices"),
    phrase("gpu.error", "NVIDIA-SMI has failed", r"NVIDIA-SMI has failed[^\n]{0,200}", "no-driver"),
    phrase("gpu.error", "Failed to initialize NVML", r"Failed to initialize NVML: (?P<value>[^\n]{1,80})"),
    phrase("gpu.error", "Unable to determine the device handle",
           r"Unable to determine the device handle for [^\n]{1,200}", "device-lost"),
)  # fmt: skip


def read(output: Output) -> Iterator[Fact]:
    """Yield what was queried, the GPUs of the table, and each pair of a topology matrix once."""
    yield from _queried(output)
    columns: list[str] = []
    for row in output.rows if "GPU0" in output.text or "|" in output.text else ():
        if _MATRIX_HEADING.match(row.text):
            columns = re.findall(_DEVICE, row.text)
        elif columns and (match := _MATRIX_ROW.match(row.text)):
            yield from _pairs(row, match, columns)
        elif row.text.startswith("|") and (match := _NAME_ROW.match(row.text)) and "MiB" not in row.text:
            yield Fact(
                "gpu.listed",
                match["value"].strip(),
                row.start + match.start("number"),
                row.start + match.end("value"),
                Subject("gpu", match["number"]),
            )


def _queried(output: Output) -> Iterator[Fact]:
    """Yield what ``--query-gpu`` was asked for, row by row, in the order in which the columns were named."""
    words = output.command.words if output.command is not None else ()
    query = next((word.partition("=")[2] for word in words if word.startswith("--query-gpu=")), "")
    columns = query.split(",") if query else []
    for row in output.rows if columns else ():
        cells = row.text.split(", ")
        if len(cells) != len(columns) or cells[0].strip() == columns[0]:
            continue
        by_column = dict(zip(columns, (cell.strip() for cell in cells), strict=True))
        if name := by_column.get("name") or by_column.get("gpu_name"):
            index = by_column.get("index")
            yield Fact("gpu.listed", name, row.start, row.end, Subject("gpu", index) if index else None)
        if version := by_column.get("driver_version"):
            yield Fact("gpu.driver", version, row.start, row.end)
        used, total = (_mebibytes(by_column.get(f"memory.{part}", "")) for part in ("used", "total"))
        if used is not None or total is not None:
            util = number(by_column.get("utilization.gpu", "").removesuffix(" %"))
            yield Fact("gpu.memory", "used", row.start, row.end, None, figures(used=used, total=total, util=util))


def _mebibytes(cell: str) -> Decimal | None:
    """Return the bytes of a cell, which counts in MiB with or without its unit."""
    return size(cell.removesuffix(" MiB"), 1024**2)


def _pairs(row: Row, match: re.Match[str], columns: list[str]) -> Iterator[Fact]:
    """Yield a fact for each cell right of the diagonal."""
    past = False
    for cell, column in zip(re.finditer(r"\S+", match["cells"]), columns, strict=False):
        start = row.start + match.start("cells") + cell.start()
        if past:
            links = (("links", Decimal(cell[0][2:])),) if cell[0].startswith("NV") else ()
            end = start + len(cell[0])
            yield Fact("gpu.topology", cell[0], start, end, Subject("gpu-pair", f"{match['name']}-{column}"), links)
        past = past or cell[0] == "X"


READER = Reader(
    read,
    phrases=_PHRASES,
    words=frozenset({"GPU0", "|"}),
    asks=frozenset({"--query-gpu="}),
    programs=frozenset({"nvidia-smi"}),
    traits=frozenset({Trait.SHOWS_GPU, Trait.SHOWS_GPU_TOPOLOGY}),
    lines=one_of(
        _MATRIX_HEADING,
        _MATRIX_ROW,
        r"[|+].{40,200}[|+]$",
        r"GPU [0-9]{1,3}: ",
        r"NVIDIA-SMI |No devices were found|Failed to initialize NVML|Legend:$",
        r"  (?:X|SYS|NODE|PHB|PXB|PIX|NV#) +=",
    ),
)
