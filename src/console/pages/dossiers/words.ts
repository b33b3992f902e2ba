import type { Dossier, Statement } from "../../api/dossiers.ts";

/** As many reports as the service reads as one. */
export const MAX_REPORTS = 50;

/** What a report says of a technique after its review: the name of the verdict and its sign. */
export const VERDICTS: Record<Statement["review_status"], { name: string; sign: string }> = {
  accepted: { name: "Accepted", sign: "✓" },
  suggested: { name: "Unreviewed", sign: "•" },
  needs_evidence: { name: "Needs evidence", sign: "?" },
  rejected: { name: "Rejected", sign: "✕" },
};

/** What a report's day is taken from. */
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
