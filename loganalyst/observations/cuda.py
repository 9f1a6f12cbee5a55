"""Read what CUDA and the frameworks on it say: errors, whether they see a device, the compiler's version."""

import re
from collections.abc import Iterator

from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import Fact, Output, Reader, one_of, phrase, phrases

_START = (
    r"cuInit(?:\(0?\))?(?: (?:returned|returns|failed(?: with)?|result|return code|rc|->))?[ =:]{0,3}"
    r"(?:error |code |rc ?= ?|error code )?[=:]? ?"
)
_PHRASES = phrases(
    phrase("cuda.error", "CUDA_ERROR_", r"\b(?P<value>CUDA_ERROR_[A-Z_]{3,60})"),
    phrase("cuda.error", "cudaError", r"\b(?P<value>cudaError(?!_t\b)[A-Z][A-Za-z]{3,60})"),
    phrase("cuda.error", "cuInit", _START + r"(?P<value>[1-9][0-9]{0,3})\b"),
    phrase("cuda.initialised", "cuInit", _START + r"(?P<value>0|CUDA_SUCCESS)\b"),
    phrase("cuda.error", "CUDA initialization:", r"CUDA initialization: (?P<value>[^\n]{1,200})"),
    phrase("cuda.error", "CUDA error:", r"CUDA error: (?!out of memory)(?P<value>[^\n]{1,120})"),
    phrase("cuda.error", "Error 802", r"\bError (?P<value>802): system not yet initialized"),
    phrase("cuda.error", "from cudaGetDeviceCount", r"Unexpected error from cudaGetDeviceCount\(\)[^\n]{0,200}",
           "cudaGetDeviceCount"),
    phrase("cuda.error", "No CUDA GPUs are available", r"No CUDA GPUs are available", "no-devices"),
    phrase("cuda.error", "CUDA driver initialization failed", r"CUDA driver initialization failed",
           "initialization-failed"),
    phrase("cuda.error", "NVIDIA driver on your system",
           r"(?:Found no NVIDIA driver|The NVIDIA driver) on your system(?: is (?P<value>too old))?", "no-driver"),
    phrase("cuda.available", "is_available", r"is_available(?:\(\))?\)?['\"]?[ :=,]{1,4}(?P<value>True|False)\b"),
    phrase("cuda.available", "CUDA", r"^(?:torch[. ])?CUDA(?: is)? available[ ?:=]{1,4}(?P<value>True|False)\b"),
    phrase("cuda.available", "cuda",
           r"^(?:torch[. ])?cuda(?:[._ ]is)?[._ ]available[ ?:=]{1,4}(?P<value>True|False)\b"),
    phrase("cuda.device-count", "device",
           r"^(?:torch\.cuda\.)?device[_ ]count(?:\(\))?[ :=]{1,4}(?P<value>[0-9]{1,4})$"),
    phrase("cuda.out-of-memory", "CUDA out of memory",
           r"CUDA out of memory(?:\. Tried to allocate (?P<size_tried>[0-9.]{1,12} [KMGT]iB))?", "out-of-memory"),
    phrase("cuda.out-of-memory", "cudaMalloc failed", r"cudaMalloc failed: out of memory", "out-of-memory"),
    phrase("cuda.out-of-memory", "CUDA error: out of memory", r"CUDA error: out of memory", "out-of-memory"),
    phrase("cuda.toolkit", "Cuda compilation tools",
           r"Cuda compilation tools, release (?P<value>[0-9]{1,3}\.[0-9]{1,3})"),
)  # fmt: skip
_BARE = re.compile(r"^(?P<value>True|False)(?: (?P<count>[0-9]{1,3}))?$", re.MULTILINE)
_PRINTS_INIT = re.compile(r"\bprint\([^\n]{0,120}\bcuInit\(0\)\)")
_BARE_CODE = re.compile(r"\s{0,4}(?P<value>[0-9]{1,3})\s{0,4}\Z")


def read(output: Output) -> Iterator[Fact]:
    """Yield bare words and numbers, where just that was asked for."""
    yield from _start_code(output)
    if output.command is not None and output.command.text.count("cuda.is_available()") == 1:
        yield from (Fact("cuda.available", match["value"], match.start("value"), match.end("value"))
                    for match in _BARE.finditer(output.text))  # fmt: skip


def _start_code(output: Output) -> Iterator[Fact]:
    """Yield what ``cuInit(0)`` returned, for a command that prints its code and nothing else; 0 is success."""
    code = _BARE_CODE.match(output.text)
    if code is not None and output.command is not None and _PRINTS_INIT.search(output.command.text):
        kind = "cuda.error" if code["value"].strip("0") else "cuda.initialised"
        yield Fact(kind, code["value"], code.start("value"), code.end("value"))


READER = Reader(
    read,
    phrases=_PHRASES,
    programs=frozenset({"nvcc", "deviceQuery"}),
    traits=frozenset({Trait.USES_CUDA}),
    asks=frozenset({"cuInit(0)", "cuda.is_available()"}),
    anywhere=True,
    lines=one_of(r"nvcc: |Cuda compilation tools|Build cuda_|Built on |CUDA error|(?:True|False)$"),
)
