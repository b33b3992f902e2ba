import type { SessionReadDeps } from "./deps.ts";
import type { Analysis } from "./schema.ts";
import { findHints } from "../hints/find-hints.ts";
import { findLeadsRelease } from "./find-leads-release.ts";
import { leadsOf, NO_LEADS } from "./session-leads.ts";
import { toAnalysis } from "./session-views.ts";
import type { Session } from "./store.ts";
import { reportsActors, withoutDisregardedActors } from "./reported-actors.ts";

/** A session as it is stored, and as it is answered. */
export interface StoredSession {
  session: Session;
  analysis: Analysis;
  /** The entity tag that names this state of it. */
  etag: string;
}

/** A session in whatever state, with its leads and hints as of now; null if there is none. */
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
