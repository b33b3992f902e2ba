import {
  findKnownExploited,
  listKnownExploited,
} from "../../../../knowledge/vulnerabilities/known-exploited.ts";
import type { NamedVulnerability } from "../../../../pipeline/observables/vulnerability-store.ts";
import type { Page, Paged } from "../../../../platform/lib/page.ts";
import type { LibraryDeps } from "../deps.ts";
import type { VulnerabilityListItem } from "./schema.ts";

/** Returns a page of the vulnerabilities that reports or sessions mention. */
export async function listVulnerabilities(
  deps: Pick<LibraryDeps, "vulnerabilities">,
  page: Page & { limit: number },
  filter: { search?: string | undefined; known_exploited: boolean },
): Promise<Paged<VulnerabilityListItem>> {
  const { items, total } = await deps.vulnerabilities.list(page, {
    search: filter.search?.toUpperCase(),
    among: filter.known_exploited ? listKnownExploited() : undefined,
  });
  return { items: items.map(toListItem), total };
}

/** Adds the data of the shipped mapping. */
export function toListItem(named: NamedVulnerability): VulnerabilityListItem {
  const mapped = findKnownExploited(named.cve_id);
  return {
    ...named,
    known_exploited: mapped !== null,
    mapped_technique_count: new Set(mapped?.map(({ attack_id }) => attack_id)).size,
  };
}
