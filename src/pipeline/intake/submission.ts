import type { RuledMatch } from "../observables/found.ts";
import type { ReportKey } from "./canonical-report-store.ts";
import type { Report } from "./store.ts";

/** The row with which a report is entered, always as pending. */
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

/** A report to enter, its text in parts, and the findings in it. */
export interface Submission {
  row: ReportRow;
  texts: string[];
  matches: RuledMatch[];
  /** The date of the report: its source's, or else the one in its text. Null if neither has one. */
  dated_at: string | null;
}

/** Matches that belong to an existing report, or to one that is entered with them. */
export interface Addition {
  key: ReportKey;
  /** When the report says that its values were seen (ISO 8601). Null means now. */
  seen_at: string | null;
  matches: RuledMatch[];
}
