import type { z } from "zod";
import type { ReleaseDeps } from "./deps.ts";
import { unknownDomain } from "./release-identity.ts";
import type { versionSchema } from "./schema.ts";
import { isDomain } from "./vocabulary.ts";

/**
 * Lists the available releases by domain, newest first. The first of a domain is its current one.
 * @throws AppError `unknown_domain`
 */
export async function listVersions(
  deps: ReleaseDeps,
  domain: string | undefined,
): Promise<z.output<typeof versionSchema>[]> {
  if (domain !== undefined && !isDomain(domain)) throw unknownDomain(domain);
  const all = await deps.published.list();
  const ready = all.filter((release) => domain === undefined || release.domain === domain);
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
