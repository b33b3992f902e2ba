import { stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import type { ReportedTechnique, SessionReport } from "../session/read-session-report.ts";
import { stixLine, stixText } from "./text.ts";

/**
 * Returns a session's statements about a technique: its passages, open checks, and an analyst's note. The note refers
 * to the technique and to the report, since it is valid only within that report. Returns null if it would be empty.
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

/** Returns the confidence of the analysis in STIX form; techniques named by a person have none. */
export function confidenceOf({ origin, confidence }: ReportedTechnique) {
  return origin === "analyst" ? {} : { confidence: Math.round(confidence * 100) };
}

/** Returns labels for the source of a statement, by which consumers can filter. */
export function labelsOf({ review_status: status, verified, origin }: ReportedTechnique): string[] {
  return [
    `review:${status}`,
    verified ? "evidence:verified" : "evidence:unverified",
    `origin:${origin}`,
  ];
}
