import { readSession } from "../../../reading/sessions/read-session.ts";
import { readStoredSession } from "../../../reading/sessions/read-stored-session.ts";
import { noSuchSession } from "../../../reading/sessions/session-errors.ts";
import { summariseReviewed } from "../../../reading/review/summarise-reviewed.ts";
import type { Analysis, TechniqueResult } from "../../../reading/sessions/schema.ts";
import type { TechniqueObject } from "../../../knowledge/attack/browse/browse-store.ts";
import type { IndexedTactic } from "../../../knowledge/attack/release-index.ts";
import type { ExportDeps } from "../deps.ts";
import type { GroupLead } from "../../../knowledge/comparison/schema.ts";

/** A technique that no analyst has rejected. */
export interface ReportedTechnique extends TechniqueResult {
  /** As the release has it; null when the release is not ingested any more. */
  published: TechniqueObject | null;
}

/** A session as it is handed on: without what analysts have rejected. */
export interface SessionReport extends Omit<Analysis, "techniques" | "apt_matches"> {
  /** When the session or the review of its techniques last changed. */
  modified: string;
  techniques: ReportedTechnique[];
  /** The release's tactics in matrix order. */
  tactics: IndexedTactic[];
  /** Groups whose techniques overlap most; leads, no attribution. */
  leads: GroupLead[];
}

/**
 * Reads what is exported of a session; null while it is being worked on.
 * @throws AppError `not_found`, `analysis_failed`
 */
export async function readSessionReport(
  deps: ExportDeps,
  sessionId: string,
): Promise<SessionReport | null> {
  // A session that is gone or has failed says so; one still at work has nothing to hand on yet.
  if ((await readSession(deps, sessionId, false)) === null) return null;
  const stored = await readStoredSession(deps, sessionId);
  if (stored === null) throw noSuchSession(sessionId);
  const { session, analysis } = stored;
  const { techniques: found, apt_matches: leads, ...described } = analysis;
  const kept = found.filter(({ review_status: status }) => status !== "rejected");
  const ids = kept.map(({ attack_id }) => attack_id);
  const release = await deps.releases.find(session.domain, session.version);
  const index = release && (await deps.indexes.get(release.id, release.content_sha256));
  const published = release === null ? [] : await deps.browse.findTechniques(release.id, ids);
  const byId = new Map(published.map((technique) => [technique.attack_id, technique]));
  // Rejected, added, or called otherwise by people.
  const isReviewed = kept.length < found.length || kept.some(({ origin }) => origin === "analyst");
  return {
    ...described,
    ...(isReviewed && { summary: await summariseReviewed(deps, session, kept, index) }),
    modified: session.updated_at,
    techniques: kept.map((technique) => ({
      ...technique,
      published: byId.get(technique.attack_id) ?? null,
    })),
    tactics: index?.tactics ?? [],
    leads,
  };
}
