import type { Links, ReachedReports } from "./links.ts";

/** Maximum number of steps from an object to its report. */
const MAX_STEPS = 4;
/** Objects with more parents are cached. For fewer, caching costs more than searching. */
const FEW_PARENTS = 2;

/** Returns the report that an object belongs to, at most four steps up its parents, or null. */
export function reportOf(id: string, links: Links): string | null {
  for (let steps = 1; steps <= MAX_STEPS; steps += 1) {
    const { report, any } = reportsWithin(id, steps, links);
    const found = report ?? any;
    if (found !== null) return found;
  }
  return null;
}

/**
 * Returns the reports within a number of steps. Each object is visited once per number of steps, regardless of how
 * many others it contains.
 */
function reportsWithin(id: string, steps: number, links: Links): ReachedReports {
  if (steps === 0) {
    const any = links.reports.has(id) ? id : null;
    return { any, report: id.startsWith("report--") ? any : null };
  }
  const parents = links.parents.get(id) ?? [];
  const known = (links.reached[steps] ??= new Map<string, ReachedReports>());
  const remembered = known.get(id);
  if (remembered !== undefined) return remembered;
  const found: ReachedReports = { any: null, report: null };
  for (const parent of parents) {
    const { any, report } = reportsWithin(parent, steps - 1, links);
    found.any ??= any;
    found.report ??= report;
    if (found.report !== null) break;
  }
  if (parents.length > FEW_PARENTS) known.set(id, found);
  return found;
}
