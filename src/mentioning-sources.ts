import type { IntakeStore } from "./pipeline/intake/store.ts";
import type { MentioningSource } from "./pipeline/observables/value-page/deps.ts";
import type { ObservableSource } from "./pipeline/observables/vocabulary.ts";
import { titleOf } from "./reading/sessions/session-title.ts";
import type { SessionStore } from "./reading/sessions/store.ts";

/** Tells the room of observables what the reports and sessions are that mention a value. */
export function createSourceDescriber(stores: { intake: IntakeStore; sessions: SessionStore }) {
  return async (type: ObservableSource, ids: readonly string[]): Promise<MentioningSource[]> => {
    if (type === "report") return await stores.intake.findAll(ids);
    const [found, techniques] = await Promise.all([
      stores.sessions.findAll(ids),
      stores.sessions.listTechniqueIdsOf(ids),
    ]);
    return found.map((session) => ({
      id: session.id,
      title: titleOf(session),
      published_at: null,
      technique_ids: techniques.get(session.id) ?? [],
      group_ids: [...new Set(session.entities?.groups?.map((group) => group.attack_id) ?? [])],
    }));
  };
}
