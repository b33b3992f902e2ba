import type { TaxiiDeps } from "./deps.ts";
import { readSharedObjects } from "./shared-objects.ts";
import type { SharedLevel } from "../../reading/entities/shared-level.ts";

/** The objects of a report as sent, by id. */
export interface MadeReport {
  level: SharedLevel;
  objects: ReadonlyMap<string, string>;
}

/** Maximum characters of retained objects; an edge isolate has 128 MB in total. */
const MAX_CHARS = 12_000_000;

/**
 * Generates the objects of reports and caches those of the last one, since a report with many observables fills many
 * pages. Any change of the workspace discards them.
 */
export class RecentReport {
  #last: { version: string; sessionId: string; report: MadeReport } | null = null;

  /** Returns the objects of a session, or null if it is not shared. */
  async read(deps: TaxiiDeps, sessionId: string): Promise<MadeReport | null> {
    // Read before the session, so that the next page detects a concurrent change.
    const version = await deps.workspaceVersion.read();
    const last = this.#last;
    if (last !== null && last.version === version && last.sessionId === sessionId)
      return last.report;
    const shared = await readSharedObjects(deps, sessionId);
    if (shared === null) return null;
    const objects = new Map(shared.objects.map((one) => [one.id, JSON.stringify(one)]));
    const report = { level: shared.level, objects };
    const chars = [...objects.values()].reduce((sum, json) => sum + json.length, 0);
    this.#last = version === null || chars > MAX_CHARS ? null : { version, sessionId, report };
    return report;
  }
}
