"""Layers: MITRE's reader of Navigator layers, which checks keys and types."""

import contextlib
import io
import json

from mitreattack.navlayers import Layer

PACKAGES = ["mitreattack-python"]


def judge(folder, data):
    found = []
    files = sorted(folder.glob("*.layer.json"))
    for file in files:
        text = file.read_text()
        complaints = io.StringIO()
        with contextlib.redirect_stdout(complaints):
            layer = Layer(text, strict=True).to_dict()
        for line in complaints.getvalue().splitlines():
            severity = "warning" if line.startswith(("[WARNING]", "[NOTICE]")) else "error"
            found.append((severity, line, file.name))
        if layer is not None:
            ours = json.loads(text)
            read = len(layer.get("techniques", []))
            if read != len(ours["techniques"]):
                found.append(("error", f"{read} of {len(ours['techniques'])} techniques are read", file.name))
    return len(files), found
