import type { EnrichmentDeps } from "../deps.ts";
import { failedFinding, finding } from "../finding.ts";
import type { Finding } from "../provider.ts";
import { LOCK_WAIT_SECONDS, withServerLock } from "../server-lock.ts";
import { bootstrapLimits } from "../../../platform/outbound/time-limits.ts";
import { askRegistrar } from "./ask-registrar.ts";
import { askServer, queryDeadline } from "./ask-server.ts";
import { loadDirectory } from "./load-directory.ts";
import { lookupUrl, type RdapTarget } from "./target.ts";

/** Cache time of a response without the registrar's part. */
const PARTIAL_SECONDS = 60 * 60;
/** IANA's list of servers is read again once a day. */
const NO_SERVICE_SECONDS = 6 * 60 * 60;

/** Queries the registry of a target, and the registrar that it links to, with one request at a time per server. */
export async function lookUp(deps: EnrichmentDeps, target: RdapTarget): Promise<Finding> {
  let server: string | null = null;
  try {
    const base = (await loadDirectory(deps, target.kind))(target.value);
    if (base === null) return noService(deps, target);
    server = new URL(base).host;
    return await ask(deps, base, target);
  } catch (error) {
    return failedFinding(deps, error, server);
  }
}

/** Returns the maximum time of a lookup, in seconds. */
export function lookUpDeadline(deps: EnrichmentDeps): number {
  const bootstrap = bootstrapLimits(deps.settings).totalMs / 1000;
  // The registry, and the registrar that it links to.
  return bootstrap + 2 * (LOCK_WAIT_SECONDS + queryDeadline(deps)) + 10;
}

async function ask(deps: EnrichmentDeps, base: string, target: RdapTarget): Promise<Finding> {
  const { host } = new URL(base);
  const { reading, url } = await withServerLock(
    deps,
    host,
    queryDeadline(deps),
    async () => await askServer(deps, lookupUrl(base, target), target),
  );
  if (reading.kind !== "object") {
    const detail = `${new URL(url).host} has no entry for ${target.value}.`;
    return finding(deps, "not_found", { detail, source_url: url });
  }
  const found = { source_url: url, is_exact: reading.isExact };
  const { summary, related } = reading;
  if (!reading.isExact || related === null || related === url) {
    return finding(deps, "complete", { ...found, summary });
  }
  const whole = await askRegistrar(deps, target, summary, related);
  return finding(deps, "complete", {
    ...found,
    summary: whole.summary,
    detail: whole.missing,
    // The missing part may be available soon.
    ...(whole.missing !== null && { expires_at: deps.now(PARTIAL_SECONDS) }),
  });
}

/** Returns the finding for a target without a server. Whether the domain or network exists remains unknown. */
function noService(deps: EnrichmentDeps, { kind, value }: RdapTarget): Finding {
  const detail =
    kind === "domain"
      ? `IANA names no RDAP service for .${value.split(".").at(-1)}, so ${value} cannot be looked up.`
      : `IANA names no RDAP service for the network of ${value}, so it cannot be looked up.`;
  return finding(deps, "failed", { detail, expires_at: deps.now(NO_SERVICE_SECONDS) });
}
