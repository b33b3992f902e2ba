import type { RuledMatch } from "../observables/found.ts";
import type { ReportKey } from "./canonical-report-store.ts";
import type { Report } from "./store.ts";

/** What a report is entered with; it is always pending. */
export type ReportRow = Omit<
  Report,
  "status" | "session_id" | "analysis_status" | "analysis_error" | "created_at" | "updated_at"
>;

/** A report to enter, its text in parts, and what was found in it. */
export interface Submission {
  row: ReportRow;
  texts: string[];
  matches: RuledMatch[];
}

/** Matches that belong to a report that is there already, or is entered with them. */
export interface Addition {
  key: ReportKey;
  published_at: string | null;
  matches: RuledMatch[];
}
