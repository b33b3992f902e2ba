"""MISP: PyMISP reads the feed of a service as a MISP server does, and loads the events that were sent to one."""

import copy
import csv
import json
import urllib.request
from collections import Counter

from pymisp import MISPEvent, PyMISP

PACKAGES = ["pymisp"]
# The feed's manifest names the TLP level alone, by which a server filters.
HEAD = ["Orgc", "info", "date", "analysis", "threat_level_id", "timestamp"]
LISTS = {
    "Attribute": ["uuid", "type", "category", "value", "to_ids", "comment"],
    "Tag": ["name"],
    "Note": ["uuid", "note", "object_uuid"],
}


def judge(folder, data):
    base = json.loads((folder / "service.json").read_text())["url"]
    sent = json.loads((folder / "sent.json").read_text())
    manifest = json.loads(read(base, "manifest.json"))
    hashes = {tuple(row) for row in csv.reader(read(base, "hashes.csv").splitlines())}
    found, judged, expected = [], 0, set()
    for uuid, head in manifest.items():
        judged += 1
        event, differences = load(json.loads(read(base, f"{uuid}.json")))
        found += [(severity, what, uuid) for severity, what in differences]
        made = json.loads(json.dumps(event.manifest[uuid], default=lambda one: one.to_dict()))
        found += [("error", f"manifest differs in {name}", uuid) for name in HEAD if str(made[name]) != str(head[name])]
        expected |= {(value, uuid) for value in event.attributes_hashes("md5")}
    found += [("counted", "hash as PyMISP makes it", uuid) for _, uuid in hashes & expected]
    found += [("error", "hash missing or not PyMISP's", uuid) for _, uuid in hashes ^ expected]
    pushed, differences = judge_sent(sent)
    return judged + pushed, found + differences


def judge_sent(sent):
    """Whether each event is asked for and sent as PyMISP does it, once in each outcome."""
    found = [("counted", f"sent: {outcome}", "sent.json") for outcome in sent["outcomes"]]
    bodies = [one for one in sent["asked"] if one["body"] is not None]
    asked = [(one["method"], one["path"].removeprefix("/base/"), one["accept"]) for one in sent["asked"]]
    known = {call for one in bodies for call in calls_of_pymisp(one["body"])}
    found += [("error", "not a request of PyMISP", " ".join(one)) for one in asked if one not in known]
    adds = Counter(one["body"]["Event"]["uuid"] for one in bodies if one["path"].endswith("/add"))
    found += [("error", "event added twice", uuid) for uuid, count in adds.items() if count > 1]
    for one in bodies:
        found += [(severity, f"sent: {what}", one["path"]) for severity, what in load(one["body"])[1]]
    return len(bodies), found


class Recorder(PyMISP):
    """PyMISP without a server: notes what it would ask."""

    global_pythonify = False

    def __init__(self):
        self.asked = []

    def _prepare_request(self, request_type, url, data=None, params={}, kw_params={}, output_type="json", **_):
        self.asked.append((request_type, url, f"application/{output_type}"))

    def _check_json_response(self, response):
        return {}


def calls_of_pymisp(body):
    recorder = Recorder()
    event = MISPEvent()
    event.load(copy.deepcopy(body))
    recorder.get_event(event.uuid)
    recorder.add_event(event)
    recorder.update_event(event, event.uuid)
    return recorder.asked


def load(body):
    """The event, and what PyMISP lost or changed of it."""
    event = MISPEvent()
    event.load(copy.deepcopy(body))
    again = json.loads(event.to_json())
    differences = []
    for name, fields in LISTS.items():
        ours, theirs = ([tuple(one[field] for field in fields) for one in of.get(name, [])] for of in (body["Event"], again))
        differences += [("counted", name.lower())] * len(ours)
        if sorted(ours) != sorted(theirs):
            differences.append(("error", f"{name} is not loaded as it was sent"))
    differences += [("counted", "attribute to_ids")] * sum(one.to_ids for one in event.attributes)
    differences += [("counted", "galaxy tag")] * sum(tag.name.startswith("misp-galaxy:") for tag in event.tags)
    return event, differences


def read(base, name):
    with urllib.request.urlopen(base + name) as answer:
        return answer.read().decode()
