"""TAXII: clients that others wrote page through a collection; every object is parsed by stix2.

What they send is written to requests.json, from which test/support/recorded/taxii-clients.json is made.
"""

import json
from datetime import datetime, timedelta
from urllib.parse import parse_qsl, urlsplit

import requests
import stix2
from attackcti.domains.enterprise import EnterpriseClient
from stix2 import TAXIICollectionSource
from taxii2client.common import TokenAuth
from taxii2client.v21 import Collection, Server, as_pages

PACKAGES = ["taxii2-client", "stix2", "attackcti"]
RECORDED_PAGES = 2

sent = {}


def recording(client):
    """Notes the requests that follow as those of a client."""
    requests.Session.send = noting(client, sent.setdefault(client, []))


def noting(client, log):
    def send(session, request, **options):
        parts = urlsplit(request.url)
        query = {name: "{next}" if name == "next" else value for name, value in parse_qsl(parts.query)}
        if [one["path"] for one in log].count(parts.path) < RECORDED_PAGES:
            log.append(
                {
                    "path": parts.path,
                    "query": query,
                    "accept": request.headers["Accept"],
                    "scheme": request.headers.get("Authorization", "").split(" ")[0],
                }
            )
        return original(session, request, **options)

    return send


original = requests.Session.send


def as_opencti(collection, limit):
    """Pages as OpenCTI's connector does: `added_after` first, then `next` beside the limit."""
    filters = {"limit": limit, "added_after": datetime.now() - timedelta(hours=24)}
    page = collection.get_objects(**filters)
    while True:
        yield page
        if page.get("more") is not True:
            return
        filters.pop("added_after", None)
        filters["next"] = page["next"]
        page = collection.get_objects(**filters)


def walk(found, what, pages):
    objects = [one for page in pages for one in page.get("objects", [])]
    keys = [(one["id"], one.get("modified", one.get("version"))) for one in objects]
    for _ in range(len(keys) - len(set(keys))):
        found.append(("error", "an object comes twice", what))
    return objects


def judge(folder, data):
    service = json.loads((folder / "service.json").read_text())
    found, judged = [], 0
    recording("taxii2-client")
    root = Server(service["url"], user="any", password=service["token"]).default
    named = {one.title: one for one in root.collections}
    collection = named["Reports TLP:GREEN"]
    whole = None
    for limit in (100, 777, 0):
        objects = walk(found, f"as_pages by {limit}", as_pages(collection.get_objects, per_request=limit))
        whole = whole or {one["id"] for one in objects}
        judged += len(objects)
        if {one["id"] for one in objects} != whole or len(whole) < 4 * service["addresses"]:
            found.append(("error", "an object is missing", f"as_pages by {limit}"))
    recording("opencti")
    other = Collection(collection.url, auth=TokenAuth(service["token"]))
    objects = walk(found, "OpenCTI", as_opencti(other, 500))
    judged += len(objects)
    if {one["id"] for one in objects} != whole:
        found.append(("error", "an object is missing", "OpenCTI"))
    recording("manifest")
    entries = walk(found, "manifest", as_pages(collection.get_manifest, per_request=1000))
    if {one["id"] for one in entries} != whole:
        found.append(("error", "the manifest differs from the objects", "manifest"))
    for one in objects:
        try:
            stix2.parse(one, allow_custom=True)
        except Exception as error:
            found.append(("error", str(error)[:200], one["id"]))
    recording("attackcti")
    source = TAXIICollectionSource(named["Techniques TLP:GREEN"])
    if not EnterpriseClient(data_source=source).get_techniques():
        found.append(("error", "attackcti finds no technique", "Techniques TLP:GREEN"))
    (folder / "requests.json").write_text(json.dumps(sent, indent=2))
    return judged, found
