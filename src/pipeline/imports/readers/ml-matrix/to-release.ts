import { NO_DETECTIONS } from "../../../../knowledge/attack/detections/release-detections.ts";
import type {
  CampaignRecord,
  ReleaseContent,
  TechniqueRecord,
} from "../../../../knowledge/attack/release-content.ts";
import { stixIdOf } from "../../../../formats/stix/stix-id.ts";
import { recordsOf, stringOf, stringsOf } from "../../../../formats/stix/stix-object.ts";
import { toMitigations } from "./to-mitigations.ts";
import { type Json, type MatrixParts, stepsOf } from "./matrix-parts.ts";

/** Maximum number of tactics per technique. A sub-technique inherits those of its parent. */
const MAX_TACTICS = 50;
const SITE = "https://atlas.mitre.org";

/** Converts a matrix to a release of the domain `atlas`, with case studies as campaigns. */
export function toRelease(parts: MatrixParts, version: string): ReleaseContent {
  const tactics = parts.tactics.map((tactic) => ({
    ...baseOf(tactic, "tactic"),
    shortname: slugOf(String(tactic["name"])),
  }));
  const slugs = new Map(tactics.map(({ attack_id: id, shortname }) => [id, shortname]));
  const parents = new Map(parts.techniques.map((part) => [String(part["id"]), part]));
  const techniques = parts.techniques.map((part) => toTechnique(part, parents, slugs));
  const known = new Set(techniques.map(({ attack_id: id }) => id));
  const studies = parts.studies.filter((study) => /^AML\.CS\d{4}$/.test(String(study["id"])));
  return {
    domain: "atlas",
    version,
    tactics,
    techniques,
    groups: [],
    software: [],
    campaigns: studies.map(toCampaign),
    uses: studies.flatMap((study) => usesOf(study, known)),
    attributions: [],
    detections: { ...NO_DETECTIONS, ...toMitigations(parts.mitigations, known) },
  };
}

function toTechnique(
  part: Json,
  parents: ReadonlyMap<string, Json>,
  slugs: ReadonlyMap<string, string>,
): TechniqueRecord {
  const parent = parents.get(stringOf(part["subtechnique-of"]) ?? "");
  const own = stringsOf(part["tactics"]);
  const tactics = (own.length > 0 ? own : stringsOf(parent?.["tactics"])).slice(0, MAX_TACTICS);
  return {
    ...recordOf(part, "technique", "attack-pattern"),
    successors: [],
    tactics: tactics.map((id) => slugs.get(id)).filter((slug) => slug !== undefined),
    platforms: stringsOf(part["platforms"]),
    is_subtechnique: parent !== undefined,
  };
}

function toCampaign(study: Json): CampaignRecord {
  const date = timestampOf(study["incident-date"]);
  return {
    ...recordOf(study, "case-study", "campaign"),
    description: stringOf(study["summary"]),
    aliases: [],
    first_seen: date,
    last_seen: date,
  };
}

function recordOf(part: Json, kind: "technique" | "case-study", type: string) {
  const base = baseOf(part, kind);
  return {
    ...base,
    stix_id: stixIdOf(type, base.attack_id),
    state: "active" as const,
    replaced_by: null,
    created: timestampOf(part["created_date"]),
    modified: timestampOf(part["modified_date"]),
    external_references: [
      { source_name: "mitre-atlas", external_id: base.attack_id, url: base.url },
    ],
  };
}

function baseOf(part: Json, kind: "tactic" | "technique" | "case-study") {
  const id = String(part["id"]);
  const folder = { tactic: "tactics", technique: "techniques", "case-study": "studies" }[kind];
  return {
    stix_id: stixIdOf("x-mitre-tactic", id),
    attack_id: id,
    name: String(part["name"]),
    description: stringOf(part["description"]),
    url: `${SITE}/${folder}/${id}`,
  };
}

/** Returns how a case study uses each known technique, from one pass over its steps. */
function usesOf(study: Json, known: ReadonlySet<string>) {
  const steps = recordsOf(study["procedure"]);
  const byTechnique = Map.groupBy(steps, (step) => stringOf(step["technique"]) ?? "");
  return stepsOf(study)
    .techniques.filter((id) => known.has(id))
    .map((id) => ({
      source_id: String(study["id"]),
      target_id: id,
      description: textOf(byTechnique.get(id) ?? []),
    }));
}

function textOf(steps: readonly Json[]): string | null {
  const texts = steps.map((step) => stringOf(step["description"])).filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join("\n");
}

/** Returns a date with its time, like all other releases, or null if it is invalid. */
function timestampOf(value: unknown): string | null {
  const time = value instanceof Date ? value.getTime() : Date.parse(stringOf(value) ?? "");
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
