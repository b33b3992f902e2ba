import type { Links, ReachedReports } from "./links.ts";

/** The steps from an object to the report that it belongs to. */
const MAX_STEPS = 4;
/** Objects with more parents are looked at once; for fewer, remembering costs more than looking. */
const FEW_PARENTS = 2;

/** The report that an object belongs to, by what holds it, at most four steps away; or null. */
export function reportOf(id: string, links: Links): string | null {
  for (let steps = 1; steps <= MAX_STEPS; steps += 1) {
    const { report, any } = reportsWithin(id, steps, links);
    const found = report ?? any;
    if (found !== null) return found;
  }
  return null;
}

/** Each object is looked at once for each number of steps, however many others it holds. */
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
