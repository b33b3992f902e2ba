import type { EnrichmentDeps } from "./deps.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { EMPTY_SUMMARY } from "./rdap/read-response.ts";
import type { Finding } from "./provider.ts";
import { ServerLimited } from "./server-limited.ts";

/** Cache time of a response in seconds. A failure is cached longer if its server requests it. */
const TIME_TO_LIVE = { complete: 24 * 60 * 60, not_found: 6 * 60 * 60, failed: 5 * 60 } as const;

/** Returns an empty finding with some fields replaced. */
export function finding(
  deps: Pick<EnrichmentDeps, "now">,
  status: keyof typeof TIME_TO_LIVE,
  more: Partial<Finding>,
): Finding {
  return {
    status,
    summary: EMPTY_SUMMARY,
    evidence: null,
    detail: null,
    source_url: null,
    is_exact: true,
    expires_at: deps.now(TIME_TO_LIVE[status]),
    unreachable: null,
    ...more,
  };
}

/**
 * Returns the finding for a failed query.
 * @param server the queried server, or null if none was
 * @throws the error itself if it is neither the server's nor the network's
 */
export function failedFinding(
  deps: EnrichmentDeps,
  error: unknown,
  server: string | null,
): Finding {
  if (error instanceof ServerLimited) {
    const { message, until } = error;
    return {
      ...finding(deps, "failed", { detail: message }),
      status: "rate_limited",
      expires_at: until,
    };
  }
  if (!(error instanceof OutboundError)) throw error;
  const wait = Math.max(TIME_TO_LIVE.failed, error.retryAfter ?? 0);
  return finding(deps, "failed", {
    detail: error.message,
    expires_at: deps.now(wait),
    unreachable: error.transient ? server : null,
  });
}
