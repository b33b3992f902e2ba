import type { z } from "zod";
import type { Context } from "../context.ts";
import type { versionSchema } from "./schema.ts";

/** The releases that answer, by domain and newest first; the first of a domain is its current one. */
export async function listVersions(context: Context): Promise<z.output<typeof versionSchema>[]> {
  const ready = await context.releases.listReady();
  return ready.map((release, place) => ({
    domain: release.domain,
    version: release.version,
    is_current: ready[place - 1]?.domain !== release.domain,
    ingested_at: release.ingested_at ?? release.staged_at,
    origin: release.origin,
    technique_count: release.technique_count,
    group_count: release.group_count,
    campaign_count: release.campaign_count,
  }));
}
