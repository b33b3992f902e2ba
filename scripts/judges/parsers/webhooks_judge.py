"""Webhooks: the library of Standard Webhooks verifies each message, and refuses what was changed on the way."""

import json

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

PACKAGES = ["standardwebhooks"]
OTHER_SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="


def judge(folder, data):
    found = []
    messages = json.loads((folder / "messages.json").read_text())
    for message in messages:
        text = message["text"]
        headers = {f"webhook-{name}": message[name] for name in ("id", "timestamp")}
        headers["webhook-signature"] = " ".join(message["signatures"])
        kind = json.loads(text)["type"]
        for secret in message["secrets"]:
            if verifies(secret, text, headers):
                found.append(("counted", f"{kind} verified", message["id"]))
            else:
                found.append(("error", f"{kind} not verified", message["id"]))
        secret = message["secrets"][0]
        changed = [
            (secret, text + " ", headers),
            (secret, text, {**headers, "webhook-id": "msg_another"}),
            (secret, text, {**headers, "webhook-timestamp": str(int(headers["webhook-timestamp"]) - 1)}),
            (OTHER_SECRET, text, headers),
        ]
        for one in changed:
            severity = "error" if verifies(*one) else "counted"
            found.append((severity, "changed message " + ("accepted" if severity == "error" else "refused"), message["id"]))
    if len({message["id"] for message in messages}) != len(messages):
        found.append(("error", "two messages have the same id", "messages.json"))
    return len(messages), found


def verifies(secret, text, headers):
    try:
        return Webhook(secret).verify(text, headers) == json.loads(text)
    except WebhookVerificationError:
        return False
