"""Runs one judge on a folder and prints its findings as JSON: `run.py <judge> <folder> <data>`."""

import importlib
import json
import sys
from collections import Counter
from importlib.metadata import version
from pathlib import Path

judge = importlib.import_module(sys.argv[1])
judged, found = judge.judge(Path(sys.argv[2]), Path(sys.argv[3]))
counts = Counter((severity, what) for severity, what, _ in found)
examples = {(severity, what): where for severity, what, where in reversed(found)}
findings = [
    {"severity": severity, "what": what, "count": count, "example": examples[severity, what]}
    for (severity, what), count in counts.most_common()
]
versions = ", ".join([*(f"{name} {version(name)}" for name in judge.PACKAGES), *getattr(judge, "VERSIONS", [])])
print(json.dumps({"version": versions, "judged": judged, "findings": findings}))
