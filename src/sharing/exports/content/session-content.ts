import type { Analysis, TechniqueResult } from "../../../reading/sessions/schema.ts";
import type { SessionCoverage } from "./session-coverage.ts";
import type { IndexedTactic } from "../../../knowledge/attack/release-index.ts";

/** An unsuppressed observable of a session; the value is normalized. */
export interface ExportedObservable {
  kind: string;
  value: string;
  /** Its form in the report, if known. */
  written?: string;
  /** Whether a person added, changed or restored it. */
  confirmed: boolean;
  /** Whether the report identifies it as an indicator (docs/observables.md, Roles). */
  listed: boolean;
}

/** The reviewers of a session's techniques, including those of rejected techniques, which are excluded from exports. */
export interface Review {
  people: string[];
  /** Time of the last change to a technique; null if there is none. */
  last: string | null;
  rejected: number;
}

/** The content of a session in exports for readers, without what analysts rejected. */
export interface SessionContent<T extends TechniqueResult = TechniqueResult> extends Omit<
  Analysis,
  "techniques"
> {
  techniques: T[];
  review: Review;
  /** The release's tactics in matrix order; empty if the release was removed. */
  tactics: IndexedTactic[];
  /** Slugs of every tactic of a technique in the release, by its id, in matrix order. */
  tactics_of: Record<string, readonly string[]>;
  observables: ExportedObservable[];
  /** The team's coverage of it; null without enabled rules and without an inventory. */
  coverage_states: SessionCoverage | null;
}

/** Returns the title of a report, without a file extension. */
export function titleOf({ title }: Pick<Analysis, "title">): string {
  return title.replace(/\.(pdf|docx|html?|txt)$/i, "");
}
