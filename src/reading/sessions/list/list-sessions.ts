import type { ReleaseDeps } from "../../../knowledge/attack/deps.ts";
import { foldText } from "../../../platform/lib/text.ts";
import type { Page, Paged } from "../../../platform/lib/page.ts";
import type { SessionReadDeps } from "../deps.ts";
import type { SessionListItem } from "../schema.ts";
import type { SessionFilter } from "../session-filter-store.ts";

/** The filter as a request gives it. */
export interface WantedSessions extends Omit<SessionFilter, "group" | "before"> {
  group?: string | undefined;
  /** The moment after the span that is wanted. */
  to?: string | undefined;
}

/** The sessions that a filter lets through, a page of them. */
export async function listSessions(
  deps: SessionReadDeps,
  page: Page & { limit: number },
  { group, to: before, ...filter }: WantedSessions,
): Promise<Paged<SessionListItem>> {
  const names = group === undefined ? undefined : await namesOf(deps, group);
  return await deps.sessions.list(page, { ...filter, before, group: names });
}

/** The names under which any current release knows a group; what none knows stands for itself. */
async function namesOf(deps: ReleaseDeps, group: string): Promise<string[]> {
  const wanted = foldText(group);
  const releases = await deps.published.list();
  const names = [group];
  for (const domain of new Set(releases.map((release) => release.domain))) {
    const current = await deps.published.find(domain, undefined);
    if (current === null) continue;
    const { groups } = await deps.indexes.get(current.id, current.content_sha256);
    for (const { attack_id: id, name, aliases } of groups) {
      const known = [name, ...aliases];
      if ([id, ...known].some((one) => foldText(one) === wanted)) names.push(...known);
    }
  }
  return names;
}
