import type { RuledMatch } from "../observables/found.ts";
import type { ReportKey } from "./canonical-report-store.ts";
import type { Report } from "./store.ts";

/** What a report is entered with; it is always pending. */
export type ReportRow = Omit<
  Report,
  | "status"
  | "decided_by"
  | "decided_at"
  | "session_id"
  | "analysis_status"
  | "analysis_error"
  | "created_at"
  | "updated_at"
>;

/** A report to enter, its text in parts, and what was found in it. */
export interface Submission {
  row: ReportRow;
  texts: string[];
  matches: RuledMatch[];
  /** The date of the report: its source's, else the one that its text prints; null where neither has one. */
  dated_at: string | null;
}

/** Matches that belong to a report that is there already, or is entered with them. */
export interface Addition {
  key: ReportKey;
  /** When the report says that its values were seen (ISO 8601); null for now. */
  seen_at: string | null;
  matches: RuledMatch[];
}
