import type { Dossier, Statement } from "../../api/dossiers.ts";

/** The most reports in a dossier. */
export const MAX_REPORTS = 50;

/** A report's statement on a technique after review: the name of the verdict and its symbol. */
export const VERDICTS: Record<Statement["review_status"], { name: string; sign: string }> = {
  accepted: { name: "Accepted", sign: "✓" },
  suggested: { name: "Unreviewed", sign: "•" },
  needs_evidence: { name: "Needs evidence", sign: "?" },
  rejected: { name: "Rejected", sign: "✕" },
};

/** The source of a report's date. */
export const DATED_BY = {
  published: "published",
  revised: "last revised",
  activity: "latest activity",
  analysed: "analyzed",
} as const;

export const CONTRADICTIONS: Record<Dossier["contradictions"][number]["kind"], string> = {
  review: "Different verdicts",
  group: "Different actors",
  date: "Different dates",
  level: "Technique and sub-technique",
  warning: "Warnings of the analysis",
};
