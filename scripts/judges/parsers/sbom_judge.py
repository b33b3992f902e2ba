"""Bills of materials: CycloneDX's own library, by its strict schema and by reading them into its model."""

import json

from cyclonedx.model.bom import Bom
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

PACKAGES = ["cyclonedx-python-lib"]


def judge(folder, data):
    found = []
    judged = 0
    for file in sorted(folder.glob("*.cdx.json")):
        text = file.read_text()
        judged += len(json.loads(text)["components"])
        errors = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text, all_errors=True) or []
        found += [("error", str(error).splitlines()[0], file.name) for error in errors]
        try:
            found += [("error", what, file.name) for what in unlike(json.loads(text))]
        # It has no common class for what it cannot read.
        except Exception as error:
            found.append(("error", f"{type(error).__name__}: {error}", file.name))
    return judged, found


def unlike(ours):
    """What the library reads in another way than it was written."""
    read = Bom.from_json(ours)
    read.validate()
    by_ref = {component.bom_ref.value: component for component in read.components}
    for written in ours["components"]:
        component = by_ref[written["bom-ref"]]
        purl = component.purl
        if purl is None or purl.to_string() != written["purl"]:
            yield f"{written['purl']} is read as {purl}"
        elif (purl.namespace, purl.name, purl.version) != (component.group, component.name, component.version):
            yield f"{written['purl']} names another package than its component"
        if [one.id for one in component.licenses] != [one["license"]["id"] for one in written["licenses"]]:
            yield f"the licenses of {written['purl']} are read otherwise"
