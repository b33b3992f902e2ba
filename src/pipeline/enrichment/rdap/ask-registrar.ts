import type { EnrichmentDeps } from "../deps.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import { ServerLimited } from "../server-limited.ts";
import { askServer, queryDeadline } from "./ask-server.ts";
import { withServerLock } from "../server-lock.ts";
import { mergeSummaries } from "./merge-summaries.ts";
import type { RdapTarget } from "./target.ts";
import type { Summary } from "./summary-schema.ts";

/** A registry's response with the registrar's additions, or the reason for none. */
export interface WholeAnswer {
  summary: Summary;
  /** A sentence, or null if the response is complete. */
  missing: string | null;
}

/**
 * Queries the server that a registry's response links as related. For .com and .net, this is the registrar that
 * knows the holder. It follows only this link, under the same egress policy and limits. A failure does not affect
 * the registry's response.
 */
export async function askRegistrar(
  deps: EnrichmentDeps,
  target: RdapTarget,
  registry: Summary,
  relatedUrl: string,
): Promise<WholeAnswer> {
  const server = new URL(relatedUrl).host;
  const alone = (why: string) => ({
    summary: registry,
    missing: `This is the registry's answer alone. ${why}`,
  });
  try {
    const { reading, url } = await withServerLock(
      deps,
      server,
      queryDeadline(deps),
      async () => await askServer(deps, relatedUrl, target),
    );
    if (reading.kind !== "object") return alone(`${server} has no entry for ${target.value}.`);
    if (!reading.isExact) return alone(`${server} answers about something else.`);
    return { summary: mergeSummaries(registry, reading.summary, url), missing: null };
  } catch (error) {
    if (error instanceof ServerLimited) return alone(`${server} is rate-limiting queries.`);
    if (error instanceof OutboundError) return alone(error.message);
    throw error;
  }
}
