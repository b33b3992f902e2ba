"""STIX: the OASIS validator, with every check of its best practices, and how many relationships of each sort there are."""

import json
import re

from stix2validator import ValidationOptions, validate_file

PACKAGES = ["stix2-validator"]


def judge(folder, data):
    found = []
    judged = 0
    for file in sorted(folder.glob("*.stix.json")):
        objects = json.loads(file.read_text())["objects"]
        judged += len(objects)
        found += [("counted", sort_of(one), file.name) for one in objects if one["type"] == "relationship"]
        for result in validate_file(str(file), ValidationOptions(version="2.1")).object_results:
            for severity in ("error", "warning"):
                for finding in getattr(result, f"{severity}s") or []:
                    found.append((severity, without_ids(str(finding)), file.name))
    return judged, found


def sort_of(relationship):
    source, target = (relationship[end].split("--")[0] for end in ("source_ref", "target_ref"))
    return f"{source} {relationship['relationship_type']} {target}"


def without_ids(message):
    """The message without the object that it is about, so that like ones are counted together."""
    return re.sub(r"\S+--\S+", "…", message[message.find("{") :])
