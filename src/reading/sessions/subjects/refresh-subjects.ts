import type { ReleaseDeps } from "../../../knowledge/attack/deps.ts";
import type { KnownIds } from "../../../knowledge/attack/ids/known-ids.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { type CommitDeps, writeUnrecorded } from "../../../platform/audit/commit.ts";
import type { Runtime } from "../../../platform/lib/runtime.ts";
import { describeError } from "../../../platform/lib/log.ts";
import { type ReportDay, reportDay } from "../../entities/report-day.ts";
import { listSubjects, type Subject } from "./list-subjects.ts";
import { parseSource } from "./parse-source.ts";
import type { CurrentReleases, StoredSource, SubjectStore } from "./subject-store.ts";

/** Dependencies for updating subjects. */
export interface SubjectDeps extends CommitDeps, ReleaseDeps, Pick<Runtime, "log"> {
  subjects: SubjectStore;
}

/** Sessions per round, some hundred kilobytes. */
const ROUND = 100;

/**
 * Updates the subjects of sessions that changed since the last update, newest change first. Every trends request does
 * it, so that a verdict counts immediately. Housekeeping processes the backlog of an older database.
 * @returns the number of sessions left
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
  const read = sources.map((source) => {
    const { id, domain, updated_at: read_at } = source;
    const { day, subjects } = readSource(deps, source, indexes.get(domain) ?? null, known);
    return {
      day: { session_id: id, domain, ...day, read_at, release: versions[domain] ?? "" },
      subjects: subjects.map((subject) => ({ ...subject, session_id: id, domain, day: day.day })),
    };
  });
  const part = deps.subjects.replace(
    read.map(({ day }) => day),
    read.flatMap(({ subjects }) => subjects),
  );
  await writeUnrecorded(deps, "derived", [part], []);
}

/**
 * Returns the day and the subjects of a session. A session with unreadable findings counts as a report without
 * subjects, so that it does not block others and is not read again until it changes.
 */
function readSource(
  deps: SubjectDeps,
  source: StoredSource,
  index: ReleaseIndex | null,
  known: KnownIds,
): { day: ReportDay; subjects: Subject[] } {
  try {
    const parsed = parseSource(source);
    return {
      day: reportDay(parsed.entities.dates, source),
      subjects: requireStorable(listSubjects(parsed, index, known)),
    };
  } catch (error) {
    deps.log("warn", "subjects.unreadable", { session_id: source.id, ...describeError(error) });
    return { day: reportDay([], source), subjects: [] };
  }
}

/** Returns each subject once. @throws TypeError if one lacks an id or a name, which a row requires */
function requireStorable(subjects: readonly Subject[]): Subject[] {
  const byId = new Map<string, Subject>();
  for (const subject of subjects) {
    const { kind, subject_id: id, name } = subject;
    if (typeof id !== "string" || typeof name !== "string")
      throw new TypeError(`${kind} lack names`);
    byId.set(`${kind} ${id}`, subject);
  }
  return [...byId.values()];
}
