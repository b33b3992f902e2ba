import type { Analysis, TechniqueResult } from "../../../reading/sessions/schema.ts";
import type { SessionCoverage } from "./session-coverage.ts";
import type { IndexedTactic } from "../../../knowledge/attack/release-index.ts";

/** An observable of a session that nothing suppresses; the value in its normalized form. */
export interface ExportedObservable {
  kind: string;
  value: string;
  /** As the report writes it, where that is known. */
  written?: string;
  /** Whether a person added, changed or restored it. */
  confirmed: boolean;
  /** Whether the report says that it is an indicator (docs/observables.md, Roles). */
  listed: boolean;
}

/** Who looked at the techniques of a session, those included that were rejected and are left out. */
export interface Review {
  people: string[];
  /** When somebody last changed one; null if nobody did. */
  last: string | null;
  rejected: number;
}

/** What an export for readers tells of a session: without what analysts have rejected. */
export interface SessionContent<T extends TechniqueResult = TechniqueResult> extends Omit<
  Analysis,
  "techniques"
> {
  techniques: T[];
  review: Review;
  /** The release's tactics in matrix order; none where the release was removed. */
  tactics: IndexedTactic[];
  /** Slugs of every tactic that the release gives a technique, by its id, in matrix order. */
  tactics_of: Record<string, readonly string[]>;
  observables: ExportedObservable[];
  /** What the team would see of it; null where it has neither rules at work nor an inventory. */
  coverage_states: SessionCoverage | null;
}

/** What a report is called: its title, without the ending of a file. */
export function titleOf({ title }: Pick<Analysis, "title">): string {
  return title.replace(/\.(pdf|docx|html?|txt)$/i, "");
}
