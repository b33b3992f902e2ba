import type { ReleaseDeps } from "../../../knowledge/attack/deps.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { foldText } from "../../../platform/lib/text.ts";
import type { Page, Paged } from "../../../platform/lib/page.ts";
import type { SessionReadDeps } from "../deps.ts";
import type { SessionListItem } from "../schema.ts";
import type { SessionFilter } from "../session-filter-store.ts";

/** The filter of a request. */
export interface WantedSessions extends Omit<SessionFilter, "group" | "software" | "before"> {
  group?: string | undefined;
  software?: string | undefined;
  /** End of the time range, excluded. */
  to?: string | undefined;
}

/** Returns a page of the sessions that match a filter. */
export async function listSessions(
  deps: SessionReadDeps,
  page: Page & { limit: number },
  { group, software, to: before, ...filter }: WantedSessions,
): Promise<Paged<SessionListItem>> {
  const names = group === undefined ? undefined : await namesOf(deps, group);
  const ids = software === undefined ? undefined : await softwareOf(deps, software);
  return await deps.sessions.list(page, { ...filter, before, group: names, software: ids });
}

/** Returns all names of a group in the current releases. An unknown name is returned as is. */
async function namesOf(deps: ReleaseDeps, group: string): Promise<string[]> {
  const names = [group];
  for (const { groups } of await currentIndexes(deps)) {
    for (const { attack_id: id, name, aliases } of groups) {
      const known = [name, ...aliases];
      if (isOneOf(group, [id, ...known])) names.push(...known);
    }
  }
  return names;
}

/** Returns the ids of malware and tools in the current releases with an id, name or alias. */
async function softwareOf(deps: ReleaseDeps, wanted: string): Promise<string[]> {
  const indexes = await currentIndexes(deps);
  const known = indexes.flatMap(({ software }) =>
    software.filter(({ attack_id: id, name, aliases }) => isOneOf(wanted, [id, name, ...aliases])),
  );
  // Older sessions may have an id that no current release has.
  return [wanted.toUpperCase(), ...known.map(({ attack_id: id }) => id)];
}

function isOneOf(wanted: string, names: readonly string[]): boolean {
  const folded = foldText(wanted);
  return names.some((name) => foldText(name) === folded);
}

async function currentIndexes(deps: ReleaseDeps): Promise<ReleaseIndex[]> {
  const releases = await deps.published.list();
  const indexes: ReleaseIndex[] = [];
  for (const domain of new Set(releases.map((release) => release.domain))) {
    const current = await deps.published.find(domain, undefined);
    if (current === null) continue;
    indexes.push(await deps.indexes.get(current.id, current.content_sha256));
  }
  return indexes;
}
