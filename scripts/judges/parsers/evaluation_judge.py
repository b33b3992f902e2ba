"""Evaluation: pySigma's SQLite backend on SigmaHQ's recorded events, against what our evaluator said of each."""

import json
import re
import sqlite3
import tarfile

from sigma.backends.sqlite import sqliteBackend
from sigma.backends.sqlite.runtime import ensure_fields
from sigma.collection import SigmaCollection
from sigma.exceptions import SigmaError, SigmaTransformationError
from sigma.pipelines.sysmon import sysmon_pipeline
from sigma.pipelines.windows import windows_audit_pipeline, windows_logsource_pipeline
from sigma.pipelines.windows.windows import generic_logsource_to_windows_audit_event_mapping as AUDITED

PACKAGES = ["pySigma-backend-sqlite", "pysigma-pipeline-sysmon", "pysigma-pipeline-windows"]


def judge(folder, data):
    ours = json.loads((folder / "verdicts.json").read_text())
    events = [(name, place, flatten(event)) for name, place, event in read_events(data)]
    database = fill(events)
    names = [f"{name.rsplit('/', 2)[1]}#{place}" for name, place, _ in events]
    found = []
    judged = 0
    for path, text in read_tar(data / "sigma/rules.tar.gz"):
        if path not in ours:
            continue
        try:
            theirs = {names[row] for row in find_rows(database, text)}
        except (SigmaError, NotImplementedError, sqlite3.Error) as error:
            found.append(("unjudged", f"{type(error).__name__}: {str(error).splitlines()[0][:80]}", path))
            continue
        judged += len(events)
        for what, differing in (
            ("only we fire", set(ours[path]) - theirs),
            ("only the query finds it", theirs - set(ours[path])),
        ):
            found += [("error", f"{what}: {path} on {event}", event) for event in sorted(differing)]
    return judged, found


def find_rows(database, text):
    """Rows that a rule finds. Sysmon or Windows' own audit records a process or a registry value: either counts."""
    rows = set()
    for pipeline in (sysmon_pipeline, windows_audit_pipeline):
        rules = SigmaCollection.from_yaml(text)
        backend = sqliteBackend(pipeline() + windows_logsource_pipeline())
        try:
            queries = [] if is_foreign(pipeline, rules) else backend.convert(rules)
        except SigmaTransformationError:
            # Windows' own audit lacks a field of the rule.
            continue
        # A field that no event has is an empty column.
        ensure_fields(database, {"logs": backend.required_fields(rules.rules[0])})
        for query in queries:
            found = database.execute(query.replace("SELECT *", "SELECT rowid", 1))
            rows.update(row - 1 for (row,) in found)
    return rows


def is_foreign(pipeline, rules):
    return pipeline is windows_audit_pipeline and rules.rules[0].logsource.category not in AUDITED


def read_tar(path):
    with tarfile.open(path) as archive:
        for member in archive:
            if member.isfile():
                yield member.name.removeprefix("./"), archive.extractfile(member).read().decode()


def read_events(data):
    decoder = json.JSONDecoder()
    for name, text in read_tar(data / "sigma/regression-json.tar.gz"):
        if not name.endswith(".json"):
            continue
        text, place = text.strip().removeprefix("\ufeff"), 0
        while text:
            event, end = decoder.raw_decode(text)
            yield name, place, event
            text, place = text[end:].lstrip(), place + 1


def flatten(event):
    """The fields of a Windows event as one row: those of the head by the names that rules have for them."""
    system = event["Event"]["System"]
    row = {"EventID": system["EventID"], "Channel": system["Channel"]}
    row["Provider_Name"] = system["Provider"]["#attributes"]["Name"]
    if isinstance(row["EventID"], dict):
        row["EventID"] = row["EventID"]["#text"]
    data = event["Event"].get("EventData") or next(iter(event["Event"].get("UserData", {}).values()), {})
    row |= {key: value for key, value in data.items() if key != "#attributes"}
    return {key: value if isinstance(value, (int, str)) else json.dumps(value) for key, value in row.items() if value is not None}


def fill(events):
    database = sqlite3.connect(":memory:")
    database.create_function("REGEXP", 2, lambda pattern, text: text is not None and re.search(pattern, text) is not None, deterministic=True)
    columns = {}
    for _, _, row in events:
        for key in row:
            columns.setdefault(key.lower(), key)
    database.execute("CREATE TABLE logs (%s)" % ", ".join(f'"{c}" TEXT COLLATE NOCASE' for c in columns.values()))
    for _, _, row in events:
        keys = ", ".join(f'"{key}"' for key in row)
        database.execute(f"INSERT INTO logs ({keys}) VALUES ({', '.join('?' * len(row))})", list(row.values()))
    return database
