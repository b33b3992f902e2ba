"""SARIF: the schema of OASIS, and Microsoft's Multitool with all of its rules."""

import json
import os
import subprocess
from pathlib import Path

from jsonschema import Draft202012Validator

PACKAGES = ["jsonschema"]
MODULES = Path(__file__).parents[1] / "node_modules/@microsoft"
[MULTITOOL] = MODULES.glob("sarif-multitool-*")
VERSIONS = [f"sarif-multitool {json.loads((MULTITOOL / 'package.json').read_text())['version']}"]
LEVELS = {"error": "error", "warning": "warning", "note": "counted"}
# It asks for the schema's address on the network, which this machine may not reach.
UNREACHABLE = "SARIF2006"


def judge(folder, data):
    schema = json.loads((MULTITOOL / "sarif-2.1.0.json").read_text(encoding="utf-8-sig"))
    validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    found = []
    judged = 0
    for file in sorted(folder.glob("*.sarif")):
        log = json.loads(file.read_text())
        judged += sum(len(run["results"]) for run in log["runs"])
        found += [("error", error.message, f"{file.name} {error.json_path}") for error in validator.iter_errors(log)]
        found += ask_multitool(file)
    return judged, found


def ask_multitool(file):
    program = MULTITOOL / "Sarif.Multitool"
    program.chmod(0o755)
    said = file.with_suffix(".findings.json")
    levels = ["--level", "Error;Warning;Note", "--rule-kind", "Sarif;Gh"]
    subprocess.run(
        [program, "validate", file, "--output", said, "--log", "ForceOverwrite", *levels],
        check=True,
        stdout=subprocess.DEVNULL,
        # The library for the languages of the world is not installed everywhere.
        env={**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
    )
    [run] = json.loads(said.read_text(encoding="utf-8-sig"))["runs"]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"].get("rules", [])}
    for result in run.get("results", []):
        rule = rules[result["ruleId"]]
        level = result.get("level") or rule.get("defaultConfiguration", {}).get("level", "warning")
        if result["ruleId"] != UNREACHABLE:
            yield LEVELS[level], f"{rule['id']} {rule.get('name')}", file.name
