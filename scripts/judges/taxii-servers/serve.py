"""Serves reports that were all added at one time, by a TAXII server that others wrote.

serve.py medallion|opentaxii PORT COUNT FOLDER: writes them straight into what the server keeps them in, since both
take minutes for thousands of objects that are sent to them.
"""

import functools
import json
import os
import sys
import uuid
from datetime import datetime, timezone
from pathlib import Path

TIME = "2026-11-20T08:00:00.000Z"
ADDED = datetime(2026, 11, 21, 9, 0, 0, 123, tzinfo=timezone.utc)
COLLECTION = "91a7b528-80eb-42ed-a74d-c6fbd5a26116"
ROOT = "5ecce700-b3ca-4aec-9d84-dc63eb4f52e0"
MEDIA_TYPE = "application/stix+json;version=2.1"


def report(number):
    return {
        "type": "report",
        "spec_version": "2.1",
        "id": f"report--{uuid.UUID(int=number, version=4)}",
        "created": TIME,
        "modified": TIME,
        "published": TIME,
        "name": f"Report {number} of one time",
        "description": f"Seen at host-{number}.one-time.xyz",
        "object_refs": [f"report--{uuid.UUID(int=number, version=4)}"],
    }


def newest_spec_version(objects, wanted):
    if wanted is not None:
        raise ValueError("The source asks for no version of STIX.")
    newest = {}
    for one in objects:
        newest[one["id"]] = max(one["spec_version"], newest.get(one["id"], ""))
    return [one for one in objects if one["spec_version"] == newest[one["id"]]]


def medallion(port, objects, folder):
    added = ADDED.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    manifest = [
        {"id": one["id"], "date_added": added, "version": TIME, "media_type": MEDIA_TYPE} for one in objects
    ]
    collection = {
        "id": COLLECTION,
        "title": "One time",
        "can_read": True,
        "can_write": False,
        "media_types": [MEDIA_TYPE],
        "objects": objects,
        "manifest": manifest,
    }
    information = {
        "title": "Root",
        "versions": ["application/taxii+json;version=2.1"],
        "max_content_length": 1_000_000,
    }
    data = {
        "/discovery": {"title": "medallion", "api_roots": [f"http://127.0.0.1:{port}/root/"]},
        "root": {"information": information, "status": [], "collections": [collection]},
    }
    (folder / "data.json").write_text(json.dumps(data))
    backend = {
        "module": "medallion.backends.memory_backend",
        "module_class": "MemoryBackend",
        "filename": str(folder / "data.json"),
        # It forgets `next` so many seconds after the first page, by default 30, whether or not it is used.
        "session_timeout": 300,
    }
    config = {"backend": backend, "users": {"judge": "judge"}, "taxii": {"max_page_size": 100}}
    (folder / "config.json").write_text(json.dumps(config))

    from medallion import common
    from medallion.filters import basic_filter
    from medallion.scripts.run import main

    # For each object it parses the times of all others and looks for newer versions of it among them, nine
    # minutes for 10,000 objects. Here both are done once, with the same outcome.
    parse = functools.lru_cache(maxsize=None)(common.string_to_datetime)
    common.string_to_datetime = basic_filter.string_to_datetime = parse
    basic_filter.BasicFilter.filter_by_spec_version = staticmethod(newest_spec_version)
    sys.argv = ["medallion", "--host", "127.0.0.1", "--port", str(port), str(folder / "config.json")]
    main()


def opentaxii(port, objects, folder):
    database = f"sqlite:///{folder}/taxii.db"
    (folder / "config.yml").write_text(
        json.dumps(
            {
                "domain": f"127.0.0.1:{port}",
                "auth_api": {
                    "class": "opentaxii.auth.sqldb.SQLDatabaseAPI",
                    "parameters": {
                        "db_connection": f"sqlite:///{folder}/auth.db",
                        "create_tables": True,
                        "secret": "of the judge",
                    },
                },
                "taxii1": None,
                "taxii2": {
                    "persistence_api": {
                        "class": "opentaxii.persistence.sqldb.Taxii2SQLDatabaseAPI",
                        "parameters": {"db_connection": database, "create_tables": True},
                    },
                    "contact": "judge@example.org",
                    "description": "One time",
                    "max_content_length": 1_000_000,
                    "title": "opentaxii",
                    "public_discovery": True,
                },
                "logging": {"root": "warning"},
            }
        )
    )
    os.environ["OPENTAXII_CONFIG"] = str(folder / "config.yml")
    # Its answers have UUIDs, which the JSON of current versions of Flask is not asked to write.
    json.JSONEncoder.default = lambda self, value: str(value)

    import sqlalchemy
    from opentaxii.http import app
    from opentaxii.persistence.sqldb import taxii2models as models

    with sqlalchemy.create_engine(database).begin() as connection:
        table = models.ApiRoot.__table__
        connection.execute(table.insert(), {"id": ROOT, "title": "Root", "default": True, "is_public": True})
        table = models.Collection.__table__
        connection.execute(
            table.insert(),
            {
                "id": COLLECTION,
                "api_root_id": ROOT,
                "title": "One time",
                "is_public": True,
                "is_public_write": False,
            },
        )
        rows = [
            {
                "id": one["id"],
                "collection_id": COLLECTION,
                "type": "report",
                "spec_version": "2.1",
                "date_added": ADDED,
                "version": datetime(2026, 11, 20, 8, tzinfo=timezone.utc),
                "serialized_data": {
                    name: one[name] for name in one if name not in ("id", "type", "spec_version")
                },
            }
            for one in objects
        ]
        connection.execute(models.STIXObject.__table__.insert(), rows)
        # Without statistics SQLite joins all objects of one version with each other.
        connection.execute(sqlalchemy.text("ANALYZE"))
    app.run(host="127.0.0.1", port=port, threaded=False)


if __name__ == "__main__":
    name, port, count, folder = sys.argv[1:]
    reports = [report(number) for number in range(int(count))]
    {"medallion": medallion, "opentaxii": opentaxii}[name](int(port), reports, Path(folder))
