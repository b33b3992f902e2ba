import type { SessionReadDeps } from "./deps.ts";
import type { Analysis } from "./schema.ts";
import { findHints } from "../hints/find-hints.ts";
import { findLeadsRelease } from "./find-leads-release.ts";
import { leadsOf, NO_LEADS } from "./session-leads.ts";
import { toAnalysis } from "./session-views.ts";
import type { Session } from "./store.ts";
import { reportsActors, withoutDisregardedActors } from "./reported-actors.ts";

/** A session as stored, and as returned to clients. */
export interface StoredSession {
  session: Session;
  analysis: Analysis;
  /** The entity tag of its state. */
  etag: string;
}

/** Returns a session in any state, with its current leads and hints, or null if it does not exist. */
export async function readStoredSession(
  deps: SessionReadDeps,
  sessionId: string,
  explain = false,
): Promise<StoredSession | null> {
  const stored = await deps.sessions.read(sessionId);
  if (stored === null) return null;
  const { session, techniques, etag } = stored;
  const kept = techniques.filter(({ review_status: status }) => status !== "rejected");
  const ids = kept.map(({ attack_id: id }) => id);
  const index = await findLeadsRelease(deps, session.domain, session.version);
  const leads = reportsActors(session, ids.length)
    ? { ...leadsOf(index, session, ids), ...findHints(index, session.entities, ids) }
    : { ...NO_LEADS, software_hints: [], cve_hints: [] };
  return {
    session,
    analysis: toAnalysis(withoutDisregardedActors(session, ids.length), techniques, leads, explain),
    etag,
  };
}
