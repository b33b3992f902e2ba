import type { EnrichmentDeps } from "./deps.ts";
import { addressRule } from "../observables/address-rule.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { bootstrapLimits } from "../../platform/outbound/time-limits.ts";
import { askRegistrar } from "./ask-registrar.ts";
import { askServer, queryDeadline, ServerLimited } from "./ask-server.ts";
import { withServerLock, LOCK_WAIT_SECONDS } from "./server-lock.ts";
import { loadDirectory } from "./load-directory.ts";
import { EMPTY_SUMMARY } from "./rdap/read-response.ts";
import { lookupUrl, type Target } from "./rdap/target.ts";
import type { Summary } from "./schema.ts";
import type { EnrichmentStatus } from "./vocabulary.ts";

/** How long an answer is kept, in seconds; a failure longer where its server asks for it. */
const TIME_TO_LIVE = { complete: 24 * 60 * 60, not_found: 6 * 60 * 60, failed: 5 * 60 } as const;
/** How long an answer without the registrar's part is kept. */
const PARTIAL_SECONDS = 60 * 60;
/** IANA's list of servers is read anew once a day. */
const NO_SERVICE_SECONDS = 6 * 60 * 60;

/** What a look-up found. */
export interface Finding {
  status: EnrichmentStatus;
  summary: Summary;
  detail: string | null;
  source_url: string | null;
  /** Whether the answer is about the target itself. */
  is_exact: boolean;
  expires_at: string;
  /** The server that did not answer at all; null where one did, or none was asked. */
  unreachable: string | null;
}

/**
 * Asks the registry that has a target, and the registrar that it links to, one request at a time to
 * each server. A failure of a server is a finding, too. Private and reserved addresses are never
 * sent anywhere.
 */
export async function lookUp(deps: EnrichmentDeps, target: Target): Promise<Finding> {
  if (target.kind !== "domain" && addressRule(target.value) !== null) {
    const detail = `${target.value} is a private or reserved address, which no registry assigns; no registry was queried.`;
    return finding(deps, "not_found", { detail });
  }
  let server: string | null = null;
  try {
    const base = (await loadDirectory(deps, target.kind))(target.value);
    if (base === null) return noService(deps, target);
    server = new URL(base).host;
    return await ask(deps, base, target);
  } catch (error) {
    if (error instanceof ServerLimited) return limited(error);
    if (!(error instanceof OutboundError)) throw error;
    const wait = Math.max(TIME_TO_LIVE.failed, error.retryAfter ?? 0);
    return {
      ...finding(deps, "failed", { detail: error.message }),
      expires_at: deps.now(wait),
      unreachable: error.transient ? server : null,
    };
  }
}

/** Longest time that a look-up can take, in seconds. */
export function lookUpDeadline(deps: EnrichmentDeps): number {
  const bootstrap = bootstrapLimits(deps.settings).totalMs / 1000;
  // The registry, and the registrar that it links to.
  return bootstrap + 2 * (LOCK_WAIT_SECONDS + queryDeadline(deps)) + 10;
}

async function ask(deps: EnrichmentDeps, base: string, target: Target): Promise<Finding> {
  const { host } = new URL(base);
  const { reading, url } = await withServerLock(
    deps,
    host,
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
    // What is missing may be available soon.
    ...(whole.missing !== null && { expires_at: deps.now(PARTIAL_SECONDS) }),
  });
}

function finding(
  deps: EnrichmentDeps,
  status: keyof typeof TIME_TO_LIVE,
  more: Partial<Finding>,
): Finding {
  return {
    status,
    summary: EMPTY_SUMMARY,
    detail: null,
    source_url: null,
    is_exact: true,
    expires_at: deps.now(TIME_TO_LIVE[status]),
    unreachable: null,
    ...more,
  };
}

function limited({ server, until }: ServerLimited): Finding {
  return {
    status: "rate_limited",
    summary: EMPTY_SUMMARY,
    detail: `${server} is rate-limiting queries; try again after ${until}.`,
    source_url: null,
    is_exact: true,
    expires_at: until,
    unreachable: null,
  };
}

/** No server can be asked; whether there is such a domain or network stays unknown. */
function noService(deps: EnrichmentDeps, { kind, value }: Target): Finding {
  const detail =
    kind === "domain"
      ? `IANA names no RDAP service for .${value.split(".").at(-1)}, so ${value} cannot be looked up.`
      : `IANA names no RDAP service for the network of ${value}, so it cannot be looked up.`;
  const expires_at = deps.now(NO_SERVICE_SECONDS);
  return { ...finding(deps, "failed", { detail }), expires_at };
}
