import type { ReleaseDeps } from "../../../knowledge/attack/deps.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { type CommitDeps, writeUnrecorded } from "../../../platform/audit/commit.ts";
import { reportDay } from "../../entities/report-day.ts";
import { listSubjects } from "./list-subjects.ts";
import type { CurrentReleases, SubjectStore } from "./subject-store.ts";

/** What keeping subjects takes. */
export interface SubjectDeps extends CommitDeps, ReleaseDeps {
  subjects: SubjectStore;
}

/** Sessions that are read together: some hundred kilobytes. */
const ROUND = 100;

/**
 * Reads the subjects of sessions that changed since they were read, newest change first. Every read of
 * trends does it, so that a verdict counts at once; housekeeping does the many of an older database.
 * @returns how many sessions are left
 */
export async function refreshSubjects(deps: SubjectDeps, rounds: number): Promise<number> {
  const current = await currentReleases(deps);
  for (let round = 0; round < rounds; round += 1) {
    const ids = await deps.subjects.listStale(current.versions, ROUND);
    if (ids.length > 0) await readAgain(deps, ids, current);
    if (ids.length < ROUND) return 0;
  }
  return await deps.subjects.countStale(current.versions);
}

interface Current {
  versions: CurrentReleases;
  indexOf: (domain: string) => Promise<ReleaseIndex | null>;
}

async function currentReleases(deps: SubjectDeps): Promise<Current> {
  // Newest first within a domain.
  const byDomain = Map.groupBy(await deps.published.list(), ({ domain }) => domain);
  const newest = new Map(
    [...byDomain].flatMap(([domain, [first]]) => (first ? [[domain, first] as const] : [])),
  );
  return {
    versions: Object.fromEntries([...newest].map(([domain, { version }]) => [domain, version])),
    indexOf: async (domain) => {
      const release = newest.get(domain);
      return release === undefined
        ? null
        : await deps.indexes.get(release.id, release.content_sha256);
    },
  };
}

async function readAgain(
  deps: SubjectDeps,
  ids: readonly string[],
  { versions, indexOf }: Current,
): Promise<void> {
  const known = await deps.knownIds.open();
  const sources = await deps.subjects.readSources(ids);
  const indexes = new Map<string, ReleaseIndex | null>();
  for (const { domain } of sources) {
    if (!indexes.has(domain)) indexes.set(domain, await indexOf(domain));
  }
  const read = sources.map(({ id, domain, techniques, ...source }) => {
    const day = reportDay(source.entities.dates, source);
    const reviewed = techniques.map(({ attack_id, name, review_status: status }) => ({
      attack_id,
      name,
      accepted: status === "accepted",
    }));
    const named = listSubjects(
      { ...source, techniques: reviewed },
      indexes.get(domain) ?? null,
      known,
    );
    return {
      day: {
        session_id: id,
        domain,
        ...day,
        read_at: source.updated_at,
        release: versions[domain] ?? "",
      },
      subjects: named.map((subject) => ({ ...subject, session_id: id, domain, day: day.day })),
    };
  });
  const part = deps.subjects.replace(
    read.map(({ day }) => day),
    read.flatMap(({ subjects }) => subjects),
  );
  // Answers of before were made without them.
  await writeUnrecorded(deps, "outcome", [part], []);
}
