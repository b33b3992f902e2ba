import { dateOfText, reportDate } from "./reading/entities/report-date.ts";
import type { NamedKind } from "./knowledge/attack/ids/name-index.ts";
import type { Entities } from "./reading/entities/schema.ts";
import type { IntakeStore } from "./pipeline/intake/store.ts";
import type { SourceText } from "./pipeline/observables/reread/deps.ts";
import { publisherOf } from "./pipeline/observables/publisher.ts";
import type { GivenName, MentioningSource } from "./pipeline/observables/value-page/deps.ts";
import type { ObservableSource } from "./pipeline/observables/vocabulary.ts";
import { outlineText } from "./text/outline/outline-text.ts";
import { titleOf } from "./reading/sessions/session-title.ts";
import { withoutDisregardedActors } from "./reading/sessions/reported-actors.ts";
import type { SessionFiles } from "./reading/sessions/session-files.ts";
import type { SessionStore } from "./reading/sessions/store.ts";

/** Creates the function that describes the reports and sessions that mention a value, for the observables room. */
export function createSourceDescriber(stores: { intake: IntakeStore; sessions: SessionStore }) {
  return async (type: ObservableSource, ids: readonly string[]): Promise<MentioningSource[]> => {
    if (type === "report") {
      const reports = await stores.intake.findAll(ids);
      return reports.map((report) => ({
        ...report,
        named: [...byIds("group", report.group_ids), ...byIds("software", report.software_ids)],
      }));
    }
    const [found, techniques] = await Promise.all([
      stores.sessions.findAll(ids),
      stores.sessions.listTechniqueIdsOf(ids),
    ]);
    return found.map((session) => {
      const technique_ids = techniques.get(session.id) ?? [];
      const { entities } = withoutDisregardedActors(session, technique_ids.length);
      const { groups = [] } = entities;
      return {
        id: session.id,
        title: titleOf(session),
        published_at: reportDate(session.entities?.dates),
        technique_ids,
        group_ids: [...new Set(groups.map((group) => group.attack_id))],
        named: namesOf(entities),
      };
    });
  };
}

/** Names known only by their ids. */
function byIds(kind: NamedKind, ids: readonly string[]): GivenName[] {
  return ids.map((id) => ({ kind, name: id, aliases: [] }));
}

/** Returns the groups and software of a text, including those that the release does not list. */
function namesOf({ groups = [], software = [], unlisted = [] }: Partial<Entities>): GivenName[] {
  const plain = (kind: NamedKind) => (one: { name: string; attack_id?: string }) => ({
    kind,
    name: one.name,
    aliases: one.attack_id === undefined ? [] : [one.attack_id],
  });
  const ofUnlisted = (...kinds: string[]) =>
    unlisted.filter(({ kind, compared }) => kinds.includes(kind) && compared !== true);
  return [
    ...groups.filter(({ compared }) => compared !== true).map(plain("group")),
    ...software.filter(({ denied }) => denied !== true).map(plain("software")),
    ...ofUnlisted("group").map(plain("group")),
    ...ofUnlisted("malware", "tool").map(plain("software")),
  ];
}

/** Creates the function that passes previously analyzed texts to the observables room. */
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
