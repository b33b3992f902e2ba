"""MISP: what its own converter makes an event of, and which relationships it leaves behind."""

import stix2
from misp_stix_converter import ExternalSTIX2toMISPParser

PACKAGES = ["misp-stix", "pymisp"]
# The converter makes clusters of galaxies of these.
GALAXIES = {"attack-pattern", "intrusion-set", "campaign", "malware", "tool", "vulnerability"}


def judge(folder, data):
    found = []
    judged = 0
    # A bundle of several reports becomes several events, each with what it shares with the others.
    # It knows no flows.
    files = [
        one
        for one in sorted(folder.glob("*.stix.json"))
        if not one.name.startswith(("dossier", "observables")) and ".attack-flow." not in one.name
    ]
    for file in files:
        bundle = stix2.parse(file.read_text(), allow_custom=True)
        judged += len(bundle.objects)
        parser = ExternalSTIX2toMISPParser()
        parser.load_stix_bundle(bundle)
        parser.parse_stix_bundle()
        found += [("error", str(one), file.name) for of in parser.errors.values() for one in of]
        found += [(severity, what, file.name) for severity, what in compare(bundle.objects, parser.misp_event)]
    return judged, found


def compare(objects, event):
    """What of the objects is in the event, one finding each."""
    held = {str(cluster.value) for galaxy in event.galaxies for cluster in galaxy.clusters}
    attributes = [*event.attributes, *(a for one in event.objects for a in one.attributes)]
    tied = {str(cluster.value) for a in attributes for galaxy in a.galaxies for cluster in galaxy.clusters}
    for one in objects:
        if one["type"] in GALAXIES:
            is_there = any(one["name"] in value for value in held | tied)
            yield ("counted" if is_there else "error", f"{one['type']} {'kept' if is_there else 'lost'}")
    detecting = sum(bool(getattr(a, "to_ids", False)) for a in attributes)
    indicators = sum(one["type"] == "indicator" for one in objects)
    yield from [("counted", "attribute for detection")] * detecting
    if indicators and not detecting:
        yield "error", "no attribute for detection"
    relations = [one["relationship_type"] for one in objects if one["type"] == "relationship"]
    tied_values = sum(bool(a.galaxies) for a in attributes)
    between = sum(len(c.cluster_relations) for g in event.galaxies for c in g.clusters)
    yield from [("warning", "indicates not kept")] * max(0, relations.count("indicates") - tied_values)
    others = len(relations) - relations.count("indicates") - relations.count("based-on")
    yield from [("warning", "relationship of clusters not kept")] * max(0, others - between)
