import type { CampaignRow, GroupRow } from "../../knowledge/comparison/schema.ts";
import type { Analysis } from "../../reading/sessions/schema.ts";
import { CliError } from "./cli-error.ts";
import { type Command, FINE, RELEASE_OPTIONS, SERVICE_OPTIONS } from "./command.ts";
import { oneLine, safeJson } from "./printable.ts";
import { requireFiles } from "./read-input.ts";
import { jsonBody, request, requestJson, type Service } from "./service.ts";
import { type Asked, readAsked } from "./technique-ids.ts";

export const compare: Command = {
  name: "compare",
  usage: "IDS|FILE… [--campaigns] [--top N] [--measure MEASURE] [--json]",
  about:
    "Ranks groups by how similar their techniques are to these technique IDs, or to those of a report.",
  notes: "Similarity is a lead, never an attribution.",
  examples: [
    "tradecraft compare T1059.001,T1566.001,T1105",
    "tradecraft compare report.pdf --campaigns --top 5",
  ],
  options: {
    campaigns: { about: "Rank campaigns instead of groups." },
    top: { value: "N", about: "Number of rows (default: 10)." },
    measure: {
      value: "MEASURE",
      about: "jaccard (default), rollup, containment, weighted or mixed.",
    },
    json: { about: "Print the rows as JSON." },
    ...RELEASE_OPTIONS,
    ...SERVICE_OPTIONS,
  },
  run: async (given, surroundings) => {
    requireFiles(given.files, "technique IDs or reports");
    const service = await surroundings.open(given);
    try {
      const ids = await techniquesOf(service, await readAsked(service, given, surroundings));
      const query = new URLSearchParams({ top_n: given.get("top") ?? "10" });
      for (const [option, name] of Object.entries(PARAMETERS)) {
        const value = given.get(option);
        if (value !== undefined) query.set(name, value);
      }
      const path = given.has("campaigns") ? "/api/apt/campaigns/compare" : "/api/apt/compare";
      const response = await request(
        service,
        `${path}?${query.toString()}`,
        jsonBody("POST", { technique_ids: ids }),
      );
      const unknown = response.headers.get("X-Unknown-Techniques") ?? "";
      if (unknown !== "") surroundings.tell(`The release does not have ${oneLine(unknown)}.`);
      const found: (GroupRow | CampaignRow)[] = await response.json();
      const rows = found.map(toRow);
      await surroundings.out(
        given.has("json")
          ? `${safeJson(
              rows.map(({ row }) => row),
              2,
            )}\n`
          : table(rows),
      );
    } finally {
      await service.close();
    }
    return FINE;
  },
};

const PARAMETERS = { domain: "domain", release: "version", measure: "mode" };

/** @throws CliError if there are none */
async function techniquesOf(service: Service, { ids, analyses }: Asked): Promise<string[]> {
  const found = new Set<string>();
  for (const { parameter, id } of ids) {
    if (parameter === "technique_ids") found.add(id);
    else if (parameter === "session_id") {
      const session = await requestJson<Analysis>(service, `/api/analyze/${id}`);
      for (const technique of acceptable(session)) found.add(technique);
    } else throw new CliError(`${id} is no technique. Name technique IDs, sessions or reports.`);
  }
  for (const technique of analyses.flatMap(acceptable)) found.add(technique);
  if (found.size === 0) throw new CliError("There is no technique to compare: none was found.");
  return [...found];
}

/** Returns the techniques of a session that nobody rejected. */
function acceptable({ techniques }: Analysis): string[] {
  return techniques
    .filter(({ review_status: status }) => status !== "rejected")
    .map(({ attack_id: id }) => id);
}

function toRow(row: GroupRow | CampaignRow) {
  return "group_attack_id" in row
    ? { row, id: row.group_attack_id, name: row.group_name }
    : { row, id: row.campaign_attack_id, name: row.campaign_name };
}

function table(rows: readonly ReturnType<typeof toRow>[]): string {
  if (rows.length === 0) return "None shares a technique.\n";
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows
    .map(({ row, id, name }) => {
      const shared = row.shared_techniques.join(" ");
      return `${id}  ${oneLine(name).padEnd(width)}  ${row.similarity.toFixed(4)}  ${row.shared_count} shared: ${shared}\n`;
    })
    .join("");
}
