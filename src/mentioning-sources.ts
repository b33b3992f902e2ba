import { dateOfText, reportDate } from "./reading/entities/report-date.ts";
import type { IntakeStore } from "./pipeline/intake/store.ts";
import type { SourceText } from "./pipeline/observables/reread/deps.ts";
import { publisherOf } from "./pipeline/observables/publisher.ts";
import type { MentioningSource } from "./pipeline/observables/value-page/deps.ts";
import type { ObservableSource } from "./pipeline/observables/vocabulary.ts";
import { outlineText } from "./text/outline/outline-text.ts";
import { titleOf } from "./reading/sessions/session-title.ts";
import { withoutDisregardedActors } from "./reading/sessions/reported-actors.ts";
import type { SessionFiles } from "./reading/sessions/session-files.ts";
import type { SessionStore } from "./reading/sessions/store.ts";

/** Tells the room of observables what the reports and sessions are that mention a value. */
export function createSourceDescriber(stores: { intake: IntakeStore; sessions: SessionStore }) {
  return async (type: ObservableSource, ids: readonly string[]): Promise<MentioningSource[]> => {
    if (type === "report") return await stores.intake.findAll(ids);
    const [found, techniques] = await Promise.all([
      stores.sessions.findAll(ids),
      stores.sessions.listTechniqueIdsOf(ids),
    ]);
    return found.map((session) => {
      const technique_ids = techniques.get(session.id) ?? [];
      const { groups = [] } =
        withoutDisregardedActors(session, technique_ids.length).entities ?? {};
      return {
        id: session.id,
        title: titleOf(session),
        published_at: reportDate(session.entities?.dates),
        technique_ids,
        group_ids: [...new Set(groups.map((group) => group.attack_id))],
      };
    });
  };
}

/** Hands the room of observables the texts that it read before. */
export function createTextReader(stores: {
  intake: IntakeStore;
  sessions: SessionStore;
  sessionFiles: SessionFiles;
}) {
  return async (
    type: ObservableSource,
    after: string,
    before: string,
    limit: number,
  ): Promise<SourceText[]> => {
    if (type === "session") {
      const found = await stores.sessions.listCompleted(after, before, limit);
      return await Promise.all(
        found.map(async ({ id, source_url: url, entities, created_at }) => {
          const text = await stores.sessionFiles.readText(id);
          const known = { text: text ?? "", title: null, is_all: text !== null };
          const published_at = reportDate(entities?.dates);
          return { id, ...known, publisher: publisherOf(url), published_at, created_at };
        }),
      );
    }
    const found = await stores.intake.listEntered(after, before, limit);
    return await Promise.all(
      found.map(async ({ id, url, title, published_at, created_at, import_id }) => {
        const text = await stores.intake.readText(id);
        return {
          id,
          text: `${title}\n${text}`,
          title,
          publisher: publisherOf(url),
          published_at: published_at ?? dateOfText(outlineText(text)),
          created_at,
          is_all: import_id === null,
        };
      }),
    );
  };
}
