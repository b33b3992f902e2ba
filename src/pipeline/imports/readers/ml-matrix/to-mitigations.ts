import type { ReleaseDetections } from "../../../../knowledge/attack/detections/release-detections.ts";
import { stixIdOf } from "../../../../formats/stix/stix-id.ts";
import { recordsOf, stringOf } from "../../../../formats/stix/stix-object.ts";
import { compareText } from "../../../../platform/lib/text.ts";
import type { Json } from "./matrix-parts.ts";

const MITIGATION = /^AML\.M\d{4}$/;

/** Returns the mitigations of a matrix, each once, and their uses against its known techniques. */
export function toMitigations(
  parts: readonly Json[],
  known: ReadonlySet<string>,
): Pick<ReleaseDetections, "mitigations" | "mitigation_uses"> {
  const byId = new Map<string, Json>();
  for (const part of parts) {
    const id = stringOf(part["id"]) ?? "";
    if (MITIGATION.test(id) && stringOf(part["name"]) !== null && !byId.has(id)) byId.set(id, part);
  }
  const sorted = [...byId].sort(([a], [b]) => compareText(a, b));
  return {
    mitigations: sorted.map(([id, part]) => ({
      stix_id: stixIdOf("course-of-action", id),
      attack_id: id,
      name: String(part["name"]),
      description: stringOf(part["description"]),
      url: `https://atlas.mitre.org/mitigations/${id}`,
    })),
    mitigation_uses: sorted.flatMap(([id, part]) => usesOf(id, part, known)),
  };
}

function usesOf(id: string, part: Json, known: ReadonlySet<string>) {
  const uses = new Map<string, string | null>();
  for (const entry of recordsOf(part["techniques"])) {
    const technique = stringOf(entry["id"]) ?? "";
    const use = stringOf(entry["use"])?.trim() ?? null;
    if (known.has(technique) && !uses.has(technique)) uses.set(technique, use);
  }
  return [...uses].map(([technique_id, description]) => ({
    mitigation_id: id,
    technique_id,
    description,
  }));
}
