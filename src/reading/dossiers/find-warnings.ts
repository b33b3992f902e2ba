import type { KnownIds } from "../../knowledge/attack/ids/known-ids.ts";
import { whyNotTaken } from "../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { strictestMarking } from "../entities/strictest-marking.ts";
import { TLP_MARKINGS } from "../entities/vocabulary.ts";
import type { DossierListItem, DossierSession } from "./schema.ts";
import type { Union } from "./union-techniques.ts";

/** Maximum listed items of a kind. Others are only counted. */
const MAX_LISTED = 30;

/** Returns warnings about the limits of a dossier, in sentences. */
export function findWarnings(
  dossier: DossierListItem,
  sessions: readonly DossierSession[],
  { releases, known }: { releases: ReadonlyMap<string, ReleaseIndex>; known: KnownIds },
  union: Union,
): string[] {
  const title = (id: string) =>
    nameOf(
      sessions.find(({ session_id: of }) => of === id),
      id,
    );
  return [
    ...sessions.flatMap(ofState),
    ...ofReleases(sessions, releases),
    ...brief(
      union.followed.map(({ session_id: id, from, to }) => `${from} of ${title(id)} is ${to} now.`),
      "further ids were followed to their successors",
    ),
    ...brief(
      union.unknown.map(({ session_id: id, attack_id, domain }) => {
        const release = releases.get(domain);
        const why =
          release === undefined
            ? `is not active in any release of ${domain}`
            : whyNotTaken(attack_id, release, known);
        return `${attack_id} of ${title(id)} ${why} and stays as it is.`;
      }),
      "further ids are not active and stay as they are",
    ),
    ...ofMarkings(dossier, sessions),
  ];
}

function ofState({ session_id: id, state, title }: DossierSession): string[] {
  const name = nameOf({ title }, id);
  switch (state) {
    case "missing":
      return [`Session ${id} was deleted; nothing is known of it.`];
    case "processing":
      return [`${name} is still being analyzed and counts for nothing yet.`];
    case "failed":
      return [`The analysis of ${name} failed; it counts for nothing.`];
    default:
      return [];
  }
}

function ofReleases(
  sessions: readonly DossierSession[],
  releases: ReadonlyMap<string, ReleaseIndex>,
): string[] {
  const completed = sessions.filter(({ state }) => state === "completed");
  const domains = Map.groupBy(completed, ({ domain }) => domain ?? "");
  const warnings = [...domains].flatMap(([domain, own]) => {
    const versions = [...new Set(own.map(({ version }) => version))];
    const release = releases.get(domain);
    if (release === undefined)
      return [`No release of ${domain} is ingested; ids stay as they are.`];
    if (versions.every((version) => version === release.version)) return [];
    return [
      `All ids of ${domain} are followed to ${release.version}; the sessions are of ${versions.join(", ")}.`,
    ];
  });
  const isMixed = domains.size > 1;
  const names = [...domains.keys()].join(", ");
  return isMixed
    ? [...warnings, `The sessions are of ${names}; groups are compared within one domain alone.`]
    : warnings;
}

/** Warns if a dossier has a less strict marking than one of its sessions. */
function ofMarkings({ tlp }: DossierListItem, sessions: readonly DossierSession[]): string[] {
  if (tlp === null) return [];
  return sessions.flatMap((session) => {
    const given = strictestMarking([session]);
    if (given === null || TLP_MARKINGS.indexOf(given.level) <= TLP_MARKINGS.indexOf(tlp)) return [];
    const name = nameOf(session, session.session_id);
    const what = given.decided ? `${name} is` : `the report of ${name} prints`;
    return [
      `The dossier is TLP:${tlp.toUpperCase()}, but ${what} TLP:${given.level.toUpperCase()}.`,
    ];
  });
}

function nameOf(session: Pick<DossierSession, "title"> | undefined, id: string): string {
  return session?.title ? `“${session.title}”` : id;
}

function brief(sentences: readonly string[], further: string): string[] {
  const left = sentences.length - MAX_LISTED;
  return left > 0 ? [...sentences.slice(0, MAX_LISTED), `${left} ${further}.`] : [...sentences];
}
