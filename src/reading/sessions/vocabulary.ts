/** A session is `processing` until one batch completes or fails it. */
export const SESSION_STATUSES = ["processing", "completed", "failed"] as const;

/** Analysts' verdicts on a technique. Every technique starts as `suggested`. */
export const REVIEW_STATUSES = ["suggested", "accepted", "rejected", "needs_evidence"] as const;

/** Source of a technique: the analysis, or a person. */
export const TECHNIQUE_ORIGINS = ["analysis", "analyst"] as const;

export { TLP_MARKINGS } from "../entities/vocabulary.ts";

/** Actions of people on a session and its techniques. */
export const CHANGE_ACTIONS = [
  "added",
  "changed",
  "removed",
  "updated",
  "undone",
  "reanalysed",
] as const;

/** Fields of a technique that may change. */
export const TECHNIQUE_FIELDS = [
  "attack_id",
  "tactic",
  "evidence",
  "passages",
  "confidence",
  "note",
  "review_status",
] as const;
export type TechniqueField = (typeof TECHNIQUE_FIELDS)[number];

/** States of a report's review. A signed report is read-only until it is reopened. */
export const REVIEW_STATES = ["draft", "in_review", "signed"] as const;

/** Fields of a session that may change. */
export const SESSION_FIELDS = ["name", "tags", "tlp", "note", "assignee", "review_state"] as const;

/** The orders of the list of sessions. */
export const SESSION_ORDERS = ["newest", "oldest", "name", "techniques"] as const;

/** The failure of a session whose deletion was interrupted. It expires like other failed sessions. */
export const HALF_DELETED = "The deletion of the session was interrupted. Delete it again.";

/** The id of a line of the page, which is not a technique. */
export const NO_TECHNIQUE = "";
