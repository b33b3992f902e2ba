import { compareText } from "../../platform/lib/text.ts";
import type { Entities } from "../entities/schema.ts";
import type { DossierEntities } from "./entities-schema.ts";
import type { PresentSession } from "./present-session.ts";

/** An entity with the sessions whose reports name it. */
type Gathered<T> = T & { count: number; session_ids: string[] };

/** Returns what the reports name apart from techniques and groups, those of most sessions first. */
export function unionEntities(completed: readonly PresentSession[]): DossierEntities {
  const of = <T extends { count: number }, Kept>(
    entitiesOf: (entities: Partial<Entities>) => readonly T[] | undefined,
    keep: (entity: T) => Kept,
  ) => gather(completed, entitiesOf, keep);
  return {
    software: of(
      ({ software }) => software,
      ({ attack_id, name, type }) => ({ attack_id, name, type }),
    ),
    unlisted: of(
      ({ unlisted }) => unlisted,
      ({ kind, name }) => ({ kind, name }),
    ),
    cves: of(
      ({ cves }) => cves,
      ({ id }) => ({ id }),
    ),
    observables: of(
      ({ observables }) => observables,
      ({ kind, value }) => ({ kind, value }),
    ),
    dates: of(
      ({ dates }) => dates,
      ({ date, end, role }) => ({ date, end, role }),
    ).sort((a, b) => compareText(a.date, b.date)),
    sectors: of(
      ({ sectors }) => sectors,
      ({ name }) => ({ name }),
    ),
    countries: of(
      ({ countries }) => countries,
      ({ code, name }) => ({ code, name }),
    ),
  };
}

/** @param keep returns the retained fields of an entity, which identify it */
function gather<T extends { count: number }, Kept>(
  completed: readonly PresentSession[],
  entitiesOf: (entities: Partial<Entities>) => readonly T[] | undefined,
  keep: (entity: T) => Kept,
): Gathered<Kept>[] {
  const found = new Map<string, Gathered<Kept>>();
  for (const { session } of completed) {
    for (const entity of entitiesOf(session.entities) ?? []) {
      const kept = keep(entity);
      const key = JSON.stringify(kept);
      const known = found.get(key) ?? { ...kept, count: 0, session_ids: [] };
      found.set(key, known);
      known.count += entity.count;
      if (!known.session_ids.includes(session.id)) known.session_ids.push(session.id);
    }
  }
  return [...found.values()].sort(
    (a, b) => b.session_ids.length - a.session_ids.length || b.count - a.count,
  );
}
