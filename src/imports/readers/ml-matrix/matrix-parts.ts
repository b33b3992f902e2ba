import type {
  CampaignRecord,
  ReleaseContent,
  TechniqueRecord,
} from "../../../attack/release-content.ts";
import { recordsOf, stringOf, stringsOf } from "../../../stix/objects.ts";
import { stixIdOf } from "../../../stix/ids.ts";

const TECHNIQUE = /^AML\.T\d{4}(?:\.\d{3})?$/;
const TACTIC = /^AML\.TA\d{4}$/;
const SITE = "https://atlas.mitre.org";

type Json = Record<string, unknown>;

/** A matrix as it is gathered from its parts. */
export interface MatrixParts {
  framework: string | null;
  version: string | null;
  tactics: Json[];
  techniques: Json[];
  studies: Json[];
}

/** Why a part is no tactic, technique or case study; null for one that is. */
export function faultOf(kind: "tactic" | "technique" | "case-study", part: unknown): string | null {
  if (typeof part !== "object" || part === null || Array.isArray(part)) return `is no ${kind}`;
  const { id, name } = part as Json;
  if (stringOf(name) === null) return "has no name";
  if (kind === "tactic" && !TACTIC.test(String(id))) return "has no tactic id such as AML.TA0002";
  if (kind === "technique" && !TECHNIQUE.test(String(id))) {
    return "has no technique id such as AML.T0000";
  }
  return null;
}

/** Techniques of a case study's steps, and templates that only ATLAS's own build fills in. */
export function stepsOf(study: Json): { techniques: string[]; templates: string[] } {
  const named = recordsOf(study["procedure"]).map((step) => stringOf(step["technique"]) ?? "");
  return {
    techniques: [...new Set(named.filter((id) => TECHNIQUE.test(id)))].sort(),
    templates: [...new Set(named.filter((id) => id.startsWith("{{")))],
  };
}

/** The release of the domain `atlas` that a matrix holds; its case studies stand where campaigns do. */
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
    ...{ domain: "atlas", version, tactics, techniques, groups: [], software: [] },
    campaigns: studies.map(toCampaign),
    uses: studies.flatMap((study) =>
      stepsOf(study)
        .techniques.filter((id) => known.has(id))
        .map((id) => ({
          source_id: String(study["id"]),
          target_id: id,
          description: stepText(study, id),
        })),
    ),
    attributions: [],
  };
}

function toTechnique(
  part: Json,
  parents: ReadonlyMap<string, Json>,
  slugs: ReadonlyMap<string, string>,
): TechniqueRecord {
  const parent = parents.get(stringOf(part["subtechnique-of"]) ?? "");
  const own = stringsOf(part["tactics"]);
  const tactics = own.length > 0 ? own : stringsOf(parent?.["tactics"]);
  return {
    ...recordOf(part, "technique", "attack-pattern"),
    tactics: tactics.map((id) => slugs.get(id)).filter((slug) => slug !== undefined),
    platforms: stringsOf(part["platforms"]),
    is_subtechnique: parent !== undefined,
  };
}

function toCampaign(study: Json): CampaignRecord {
  const date = stringOf(study["incident-date"]);
  return {
    ...recordOf(study, "case-study", "campaign"),
    description: stringOf(study["summary"]),
    ...{ aliases: [], first_seen: date, last_seen: date },
  };
}

function recordOf(part: Json, kind: "technique" | "case-study", type: string) {
  const base = baseOf(part, kind);
  return {
    ...base,
    stix_id: stixIdOf(type, base.attack_id),
    ...{ state: "active" as const, replaced_by: null },
    created: stringOf(part["created_date"]),
    modified: stringOf(part["modified_date"]),
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

function stepText(study: Json, technique: string): string | null {
  const steps = recordsOf(study["procedure"]).filter((step) => step["technique"] === technique);
  const texts = steps.map((step) => stringOf(step["description"])).filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join("\n");
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
