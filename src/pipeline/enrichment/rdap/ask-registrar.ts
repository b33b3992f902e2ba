import type { EnrichmentDeps } from "../deps.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import { ServerLimited } from "../server-limited.ts";
import { askServer, queryDeadline } from "./ask-server.ts";
import { withServerLock } from "../server-lock.ts";
import { mergeSummaries } from "./merge-summaries.ts";
import type { RdapTarget } from "./target.ts";
import type { Summary } from "./summary-schema.ts";

/** A registry's answer with what the registrar adds to it, or why the registrar adds nothing. */
export interface WholeAnswer {
  summary: Summary;
  /** A sentence; null when all there is was had. */
  missing: string | null;
}

/**
 * Asks the server that a registry's answer links to as related, which for .com and .net is the
 * registrar that knows the holder; that one hop, under the same egress policy and the same limits.
 * What goes wrong there costs nothing of the registry's answer.
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
