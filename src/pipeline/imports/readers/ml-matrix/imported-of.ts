import { recordsOf, stringOf } from "../../../../formats/stix/stix-object.ts";
import type { KnownNames } from "../../known-names.ts";
import type { Imported, Place } from "../imported.ts";
import { type Json, type MatrixParts, stepsOf } from "./matrix-parts.ts";

/** Yields reports of case studies, and a receipt for each technique and tactic. */
export function* importedOf(
  parts: MatrixParts,
  places: ReadonlyMap<Json, Place>,
  names: KnownNames,
): Generator<Imported> {
  for (const part of [...parts.tactics, ...parts.techniques]) {
    const place = places.get(part);
    if (place !== undefined) yield { ...place, outcome: "attached", to: "", matches: [] };
  }
  for (const study of parts.studies) {
    const place = places.get(study) ?? { pointer: "", type: "case-study", id: null };
    yield { ...place, outcome: "report", report: toReport(study, names) };
    const { templates } = stepsOf(study);
    if (templates.length > 0) {
      const named = `${templates.length} techniques by templates such as ${templates[0]}`;
      const reason = `names ${named}, which only ATLAS's own build fills in`;
      yield { ...place, outcome: "flawed", reason };
    }
  }
}

function toReport(study: Json, names: KnownNames) {
  const id = stringOf(study["id"]);
  const name = String(study["name"]);
  const summary = stringOf(study["summary"]) ?? "";
  const steps = recordsOf(study["procedure"]).map((step) => stringOf(step["description"]) ?? "");
  const date = Date.parse(stringOf(study["incident-date"]) ?? "");
  return {
    title: name,
    url: id === null ? null : `https://atlas.mitre.org/studies/${id}`,
    publisher: "MITRE ATLAS",
    summary,
    text: [summary, ...steps].join("\n\n"),
    published_at: Number.isNaN(date) ? null : new Date(date).toISOString(),
    technique_ids: stepsOf(study).techniques.flatMap((technique) => names.techniques(technique)),
    group_ids: [],
    foreign_key: `atlas:${id ?? name}`,
    indicators: [],
  };
}
