"""STIX: the OASIS validator, with every check of its best practices."""

import json
import re

from stix2validator import ValidationOptions, validate_file

PACKAGES = ["stix2-validator"]


def judge(folder, data):
    found = []
    judged = 0
    for file in sorted(folder.glob("*.stix.json")):
        judged += len(json.loads(file.read_text())["objects"])
        for result in validate_file(str(file), ValidationOptions(version="2.1")).object_results:
            for severity in ("error", "warning"):
                for finding in getattr(result, f"{severity}s") or []:
                    found.append((severity, without_ids(str(finding)), file.name))
    return judged, found


def without_ids(message):
    """The message without the object that it is about, so that like ones are counted together."""
    return re.sub(r"\S+--\S+", "…", message[message.find("{") :])
