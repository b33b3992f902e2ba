import type { KnownIds } from "../../knowledge/attack/ids/known-ids.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { describeNamed } from "../../knowledge/comparison/find-leads.ts";
import { compareText } from "../../platform/lib/text.ts";
import { reportDay } from "../entities/report-day.ts";
import { strictestMarking } from "../entities/strictest-marking.ts";
import { groupsNamed } from "../sessions/named-groups.ts";
import { leadsOf } from "../sessions/session-leads.ts";
import { titleOf } from "../sessions/session-title.ts";
import { withoutDisregardedActors } from "../sessions/reported-actors.ts";
import { tlpInText } from "../sessions/session-views.ts";
import { findContradictions } from "./find-contradictions.ts";
import { findWarnings } from "./find-warnings.ts";
import type { SharedObservables } from "./deps.ts";
import type { PresentSession } from "./present-session.ts";
import type { Dossier, DossierListItem, DossierNamedGroup, DossierSession } from "./schema.ts";
import { unionEntities } from "./union-entities.ts";
import { unionTechniques } from "./union-techniques.ts";

const NO_DAY = { day: null, dated_by: null };
const NO_TECHNIQUES = "The dossier has no techniques.";

/**
 * Composes a dossier: what its sessions name, with the sources, and their contradictions.
 * @param held existing sessions, in any order
 * @param releases the release for each domain
 * @param known returns ids that these releases do not have
 * @param shared what two or more of the reports contain
 */
export function composeDossier(
  dossier: DossierListItem,
  held: readonly PresentSession[],
  releases: ReadonlyMap<string, ReleaseIndex>,
  known: KnownIds,
  shared: SharedObservables,
): Dossier {
  const byId = new Map(held.map((one) => [one.session.id, one]));
  const inOrder = dossier.session_ids.flatMap((id) => byId.get(id) ?? []);
  const completed = inOrder
    .filter(({ session }) => session.status === "completed")
    .map(withActorsTold);
  const union = unionTechniques(completed, releases, known);
  const sessions = dossier.session_ids.map((id) => describeSession(id, byId.get(id)));
  const domain = mainDomain(union.techniques);
  const index = (domain === null ? undefined : releases.get(domain)) ?? null;
  const ids = union.techniques
    .filter((technique) => technique.domain === domain)
    .map(({ attack_id: id }) => id);
  const marking = strictestMarking([{ tlp: dossier.tlp, tlp_in_text: null }, ...sessions]);
  const named = nameGroups(index ?? [...releases.values()][0] ?? null, completed, ids);
  return {
    ...dossier,
    sessions,
    marking: marking?.level ?? null,
    marking_decided: marking?.decided ?? false,
    releases: [...releases.values()].map(({ domain: of, version }) => ({ domain: of, version })),
    techniques: union.techniques,
    contradictions: findContradictions(completed, union, named),
    ...leadsOf(index, { apt_hints: [], entities: {} }, ids, "dossier"),
    ...(domain === null && { apt_matches_reason: NO_TECHNIQUES, leads_reason: NO_TECHNIQUES }),
    named_groups: named,
    apt_matches_domain: domain,
    entities: unionEntities(completed),
    shared_observables: shared.items,
    shared_observable_count: shared.total,
    warnings: findWarnings(dossier, sessions, { releases, known }, union),
  };
}

/** Removes actors of texts that are not threat reports. */
function withActorsTold({ session, techniques }: PresentSession): PresentSession {
  return { session: withoutDisregardedActors(session, keptOf(techniques).length), techniques };
}

function keptOf(techniques: PresentSession["techniques"]): PresentSession["techniques"] {
  return techniques.filter(({ review_status: status }) => status !== "rejected");
}

function describeSession(id: string, held: PresentSession | undefined): DossierSession {
  if (held === undefined) {
    const unmarked = { tlp: null, tlp_in_text: null };
    const unknown = { title: null, ...unmarked, domain: null, version: null, created_at: null };
    return { session_id: id, state: "missing", ...unknown, ...NO_DAY, technique_count: 0 };
  }
  const { session, techniques } = held;
  return {
    session_id: id,
    state: session.status,
    title: titleOf(session),
    tlp: session.tlp,
    tlp_in_text: tlpInText(session),
    domain: session.domain,
    version: session.version,
    created_at: session.created_at,
    ...(session.status === "completed" ? reportDay(session.entities.dates, session) : NO_DAY),
    technique_count: keptOf(techniques).length,
  };
}

/** Returns the domain of most techniques. Groups of different domains cannot be ranked together. */
function mainDomain(techniques: Dossier["techniques"]): string | null {
  const counts = Map.groupBy(techniques, ({ domain }) => domain);
  const [first] = [...counts].sort(
    ([a, own], [b, other]) => other.length - own.length || compareText(a, b),
  );
  return first?.[0] ?? null;
}

/** Returns the groups that reports name, those of most reports first. */
function nameGroups(
  index: ReleaseIndex | null,
  completed: readonly PresentSession[],
  techniqueIds: readonly string[],
): DossierNamedGroup[] {
  if (index === null) return [];
  const found = completed.flatMap(({ session }) =>
    groupsNamed(index, session).map((group) => ({ ...group, session_id: session.id })),
  );
  return [...Map.groupBy(found, ({ attack_id: id }) => id).values()]
    .flatMap((mentions) => {
      const counts = mentions.flatMap(({ mention_count: count }) => count ?? []);
      const [first] = mentions;
      if (first === undefined) return [];
      const group = {
        attack_id: first.attack_id,
        names: [...new Set(mentions.flatMap(({ names }) => names))],
        mention_count: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0),
      };
      const session_ids = mentions.map(({ session_id: id }) => id);
      return describeNamed(index, [group], techniqueIds).map((row) => ({ ...row, session_ids }));
    })
    .sort(
      (a, b) =>
        b.session_ids.length - a.session_ids.length ||
        (b.mention_count ?? 0) - (a.mention_count ?? 0) ||
        b.shared_count - a.shared_count ||
        compareText(a.attack_id, b.attack_id),
    );
}
