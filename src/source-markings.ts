import type { IntakeStore } from "./pipeline/intake/store.ts";
import { findMarking } from "./reading/entities/find-marking.ts";
import type { SessionStore } from "./reading/sessions/store.ts";

/**
 * Creates the check whether every report and session that names a value is TLP:RED. It is false if none names it. A
 * decision takes precedence over a text's printed marking, and a session over the report it was created from.
 */
export function createRedCheck(stores: { intake: IntakeStore; sessions: SessionStore }) {
  return async (named: {
    report_ids: readonly string[];
    session_ids: readonly string[];
  }): Promise<boolean> => {
    const sessions = await stores.sessions.findAll(named.session_ids);
    const levels = sessions.map(({ tlp, entities }) => tlp ?? entities.tlp?.marking ?? null);
    if (levels.some((level) => level !== "red")) return false;
    const reports = await stores.intake.findAll(named.report_ids);
    const analyzed = new Set(sessions.map(({ id }) => id));
    for (const { id, title, summary, session_id: session } of reports) {
      if (session !== null && analyzed.has(session)) continue;
      const text = [title, summary, await stores.intake.readText(id)].join("\n");
      if (findMarking(text)?.marking !== "red") return false;
    }
    return sessions.length + reports.length > 0;
  };
}
