import { standingLabel } from "../content/standing.ts";
import type { ReportedTechnique, SessionReport } from "../session/read-session-report.ts";
import { stixLine, stixText } from "../stix/text.ts";
import { idOf } from "./attributes.ts";

/** An analyst note on the event (MISP 2.4.196 and later; older versions ignore it). */
export interface MispNote {
  uuid: string;
  object_uuid: string;
  object_type: "Event";
  authors: string;
  created: string;
  modified: string;
  distribution: string;
  language: string;
  note: string;
}

/** Inherits the event's distribution. */
const INHERITED = "5";

/** Returns a note for each technique: its standing, its passages, open checks and analysts' notes. */
export function toNotes(report: SessionReport): MispNote[] {
  const { session_id: session, created_at: created, modified } = report;
  return report.techniques.map((technique) => ({
    uuid: idOf(session, "note", technique.attack_id),
    object_uuid: session,
    object_type: "Event",
    authors: stixLine(technique.changed_by ?? "") || "tradecraft",
    created: datetimeOf(created),
    modified: datetimeOf(modified),
    distribution: INHERITED,
    language: "en",
    note: noteOf(technique),
  }));
}

function noteOf(technique: ReportedTechnique): string {
  const { attack_id: id, name, evidence, passages, warnings, note } = technique;
  const others = passages.map(({ text }) => text).filter((text) => text !== evidence);
  return [
    `${id} ${stixLine(name)} (${standingLabel(technique).toLowerCase()})`,
    ...[evidence, ...others].map((text) => (text === "" ? "" : `"${text}"`)),
    ...warnings.map((warning) => `Check: ${warning}`),
    note.trim() === "" ? "" : `Analyst's note: ${note}`,
  ]
    .map(stixText)
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Formats a time like MISP's notes, in UTC. */
function datetimeOf(time: string): string {
  return time.slice(0, "2026-01-31T00:00:00".length).replace("T", " ");
}
