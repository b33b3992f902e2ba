import { stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import type { ReportedTechnique, SessionReport } from "../session/read-session-report.ts";
import { stixLine, stixText } from "./text.ts";

/**
 * What a session says of a technique: its passages, what is to be checked, what an analyst noted. It
 * refers to the technique and to the report, for it is true within that report alone. Null where
 * there is nothing to say.
 */
export function toNote(
  technique: ReportedTechnique,
  target: string,
  { session_id: id, created_at: created, modified }: SessionReport,
): StixObject | null {
  const content = contentOf(technique);
  if (content === "") return null;
  const { attack_id, name, changed_by: by } = technique;
  return {
    type: "note",
    spec_version: "2.1",
    id: stixIdOf("note", id, attack_id),
    created,
    modified,
    abstract: `Evidence of ${attack_id} ${stixLine(name)}`,
    content,
    ...(by !== null && stixLine(by) !== "" && { authors: [stixLine(by)] }),
    ...confidenceOf(technique),
    labels: labelsOf(technique),
    object_refs: [target, stixIdOf("report", id)],
  };
}

function contentOf({ evidence, passages, warnings, note }: ReportedTechnique): string {
  const others = passages.map(({ text }) => text).filter((text) => text !== evidence);
  return [
    evidence,
    ...others,
    ...warnings.map((warning) => `Check: ${warning}`),
    ...(note.trim() === "" ? [] : [`Analyst's note: ${note}`]),
  ]
    .map(stixText)
    .filter((part) => part !== "")
    .join("\n\n");
}

/** How sure the analysis is, as STIX has it; what a person named has no such confidence. */
export function confidenceOf({ origin, confidence }: ReportedTechnique) {
  return origin === "analyst" ? {} : { confidence: Math.round(confidence * 100) };
}

/** Who says so, as labels that a consumer can filter by. */
export function labelsOf({ review_status: status, verified, origin }: ReportedTechnique): string[] {
  return [
    `review:${status}`,
    verified ? "evidence:verified" : "evidence:unverified",
    `origin:${origin}`,
  ];
}
