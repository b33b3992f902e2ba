import type { Coverage } from "../../detection/coverage/states/schema.ts";
import { CliError, UsageError } from "./cli-error.ts";
import {
  type Command,
  CONDITION_FAILED,
  FINE,
  type Given,
  RELEASE_OPTIONS,
  SERVICE_OPTIONS,
  type Surroundings,
} from "./command.ts";
import { coverageTable } from "./coverage-table.ts";
import { sendInventory } from "./inventory-file.ts";
import { escapeObeyed, oneLine, safeJson } from "./printable.ts";
import { importRuleFiles } from "./rule-files.ts";
import { requestJson, type Service } from "./service.ts";
import { readAsked } from "./technique-ids.ts";

/** Conditions of `--fail-on`, and the technique states that fail them. */
const CONDITIONS: Readonly<Record<string, readonly string[]>> = {
  blind: ["blind"],
  undetected: ["blind", "data_without_rule", "rule_without_data"],
};

export const coverage: Command = {
  name: "coverage",
  usage: "[IDS|FILE…] [--rules DIR]… [--log-sources FILE] [--fail-on CONDITION] [--json]",
  about: "Shows which techniques of reports, groups or campaigns are detected.",
  examples: [
    "tradecraft coverage report.pdf --rules rules/ --fail-on blind",
    "tradecraft coverage G0016 --rules rules/ --log-sources sources.yaml --json",
    "tradecraft coverage --server https://cti.example.org",
  ],
  endsWith1: "A condition of --fail-on is true.",
  notes: [
    "IDS are techniques (T1059), groups (G0016), campaigns (C0024) or, with a server, sessions. Without IDS and FILE,",
    "the command shows the whole release. With a server, its rules and log inventory count. Without one, those of",
    "--rules and --log-sources do, and nothing is stored.",
    "",
    "Conditions of --fail-on, which may be repeated:",
    "  blind        a technique has neither an enabled rule nor data that is collected",
    "  undetected   a technique is not detected: blind, a rule without its data, or data without a rule",
  ].join("\n"),
  options: {
    rules: {
      value: "DIR",

      about: "Folder or file of rules: Sigma, Elastic, Sentinel, Splunk, KQL, SPL or EQL.",
    },
    "log-sources": {
      value: "FILE",
      about:
        "Log sources that are collected: DeTT&CT (YAML), or the inventory as the API has it (JSON).",
    },
    platforms: { value: "NAMES", about: "Only these platforms, such as Windows,Linux." },
    demand: { value: "any|all", about: "How much of its data a rule needs (default: any)." },
    "fail-on": { value: "CONDITION", about: "End with 1 if this is true; see above." },
    json: { about: "Print the coverage as JSON." },
    ...RELEASE_OPTIONS,
    ...SERVICE_OPTIONS,
  },
  run: async (given, surroundings) => {
    const failing = failingStates(given.all("fail-on"));
    const service = await surroundings.open(given);
    try {
      await bringAlong(service, given, surroundings);
      const found = await readCoverage(service, given, surroundings);
      const shown = given.has("json") ? `${safeJson(found, 2)}\n` : coverageTable(found);
      await surroundings.out(shown);
      const failed = found.techniques.filter(({ state }) => failing.has(state));
      if (failed.length === 0) return FINE;
      const ids = failed.map(({ attack_id: id }) => id).join(", ");
      surroundings.tell(`The coverage fails: ${ids}.`);
      return CONDITION_FAILED;
    } finally {
      await service.close();
    }
  },
};

function failingStates(given: readonly string[]): Set<string> {
  const states = given.flatMap((condition) => {
    const known = CONDITIONS[condition];
    if (known !== undefined) return known;
    throw new UsageError(
      `--fail-on ${escapeObeyed(condition)} is unknown to coverage. Use blind or undetected.`,
    );
  });
  return new Set(states);
}

/** Loads the given rules and log sources into the service in this process. @throws CliError */
async function bringAlong(service: Service, given: Given, surroundings: Surroundings) {
  const rules = given.all("rules");
  const inventory = given.get("log-sources");
  if (rules.length === 0 && inventory === undefined) return;
  if (service.url !== null) {
    throw new UsageError(
      "--rules and --log-sources are for coverage without a server, which has its own. Add --local.",
    );
  }
  if (inventory !== undefined) await sendInventory(service, inventory);
  if (rules.length === 0) return;
  const { failures } = await importRuleFiles(service, rules);
  for (const { path, reason } of failures) {
    surroundings.tell(`${escapeObeyed(path)} is excluded: ${oneLine(reason)}`);
  }
}

async function readCoverage(
  service: Service,
  given: Given,
  surroundings: Surroundings,
): Promise<Coverage> {
  const { ids, analyses } = await readAsked(service, given, surroundings);
  const query = new URLSearchParams();
  for (const { parameter, id } of ids) query.append(parameter, id);
  for (const { session_id: id } of analyses) query.append("session_id", id);
  for (const [option, name] of Object.entries(PARAMETERS)) {
    const value = given.get(option);
    if (value !== undefined) query.set(name, value);
  }
  const found = await requestJson<Coverage>(service, `/api/coverage?${query.toString()}`);
  if (found.techniques.length === 0) throw new CliError("There is no technique: none was found.");
  return found;
}

const PARAMETERS = {
  platforms: "platforms",
  demand: "demand",
  domain: "domain",
  release: "version",
};
