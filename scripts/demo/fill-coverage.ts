import type { Api } from "./api.ts";
import { listContent, readContent, readJson } from "./content.ts";
import type { Sessions } from "./fill-reports.ts";

interface Sample {
  rule: string;
  name: string;
  expected: string;
  events: object[];
}

/** Imports rules, runs them on recorded events, lists log sources and tests, and stores two layers. */
export async function fillCoverage(api: Api, sessions: Sessions) {
  const enabled = await importRules(api, "enabled");
  await importRules(api, "drafts", "draft");
  for (const { rule, ...sample } of readJson<Sample[]>("samples.json")) {
    await api.send("POST", `/pipeline/rules/${enabled.get(rule)}/samples`, sample);
  }
  const entries = readLogSources(readContent("log-sources.csv"));
  await api.send("PUT", "/coverage/log-sources", { entries });
  for (const { rule, ...test } of readJson<Sample[]>("coverage-tests.json")) {
    await api.send("POST", "/coverage/tests", { ...test, rule_id: enabled.get(rule) });
  }
  const [rule_id = ""] = enabled.values();
  return { rule_id, layer_id: await storeLayers(api, sessions) };
}

/** Imports a folder of rules. @returns their ids here by those that they give themselves */
async function importRules(api: Api, folder: string, state = folder): Promise<Map<string, string>> {
  const form = new FormData();
  for (const path of listContent(`rules/${folder}`)) {
    form.append("files", new Blob([readContent(path)]), path);
  }
  const { receipts } = await api.send<{ receipts: { known_as: string; rule_id: string }[] }>(
    "POST",
    `/pipeline/rules/import?state=${state}`,
    form,
  );
  return new Map(receipts.map(({ known_as, rule_id }) => [known_as, rule_id]));
}

/** Reads lines of name, channels, platforms, first day and note; no cell contains a comma. */
function readLogSources(csv: string): object[] {
  const [, ...lines] = csv.trim().split("\n");
  return lines.map((line) => {
    const [name, channels = "", platforms = "", since, note] = line.split(",");
    return { name, channels: cells(channels), platforms: cells(platforms), since, note };
  });
}

const cells = (text: string): string[] => text.split(";").filter((cell) => cell !== "");

/** A layer of one report, and one of what the espionage report shares with its group. */
async function storeLayers(api: Api, { ransomware, espionage }: Sessions): Promise<string> {
  await storeCombination(api, "New for APT29 in this report", "difference", [
    { session_id: espionage },
    { group_id: "G0016" },
  ]);
  return await storeCombination(
    api,
    "In both the ransomware and the espionage case",
    "intersection",
    [{ session_id: ransomware }, { session_id: espionage }],
  );
}

async function storeCombination(api: Api, name: string, operation: string, operands: object[]) {
  const order = { operands, operation };
  const combined = await api.send<{ technique_ids: string[] }>("POST", "/layers/combine", order);
  const layer = { name, technique_ids: combined.technique_ids };
  return (await api.send<{ layer_id: string }>("POST", "/layers", layer)).layer_id;
}
