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


def judge(folder, data):
    schema = json.loads((MULTITOOL / "sarif-2.1.0.json").read_text(encoding="utf-8-sig"))
    validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    found = []
    judged = 0
    for file in sorted(folder.glob("*.sarif")):
        log = json.loads(file.read_text())
        judged += sum(len(run["results"]) for run in log["runs"])
        found += [("error", error.message, f"{file.name} {error.json_path}") for error in validator.iter_errors(log)]
    return judged, found + list(ask_multitool(folder))


def ask_multitool(folder):
    program = MULTITOOL / "Sarif.Multitool"
    program.chmod(0o755)
    said = folder / "findings.json"
    options = ["--config", Path(__file__).with_name("sarif_multitool.xml"), "--rule-kind", "Sarif;Gh"]
    options += ["--level", "Error;Warning;Note", "--output", said, "--log", "ForceOverwrite"]
    subprocess.run(
        [program, "validate", folder / "*.sarif", *options],
        check=True,
        stdout=subprocess.DEVNULL,
        # It needs a library for the languages of the world otherwise.
        env={**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
    )
    [run] = json.loads(said.read_text(encoding="utf-8-sig"))["runs"]
    for result in run.get("results", []):
        rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
        level = result.get("level") or rule.get("defaultConfiguration", {}).get("level", "warning")
        place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        yield LEVELS[level], f"{rule['id']} {rule['name']} {result['message']['id']}", Path(place).name
