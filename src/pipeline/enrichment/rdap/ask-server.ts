import type { EnrichmentDeps } from "../deps.ts";
import {
  fetchAnswer,
  type OutboundAnswer,
  readWhole,
  statusError,
} from "../../../platform/outbound/fetch-answer.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import { publicNetwork } from "../../../platform/outbound/public-network.ts";
import { readRetryAfter } from "../../../platform/outbound/read-retry-after.ts";
import { ServerLimited } from "../server-limited.ts";
import { rdapLimits } from "../../../platform/outbound/time-limits.ts";
import { type Reading, readResponse } from "./read-response.ts";
import type { RdapTarget } from "./target.ts";

const MAX_BYTES = 2 * 1024 * 1024;
/** Wait for a server that limits queries without naming a time (RFC 7480, 5.5 leaves it open). */
const DEFAULT_WAIT_SECONDS = 60;
const JSON_TYPE = /^(?:application|text)\/(?:rdap\+)?json\b/i;

/**
 * Queries an RDAP server about a target and reads its response. The egress policy applies to every hop.
 * @throws ServerLimited when it, or one it redirects to, limits its queries, which is stored
 * @throws OutboundError for every invalid response
 */
export async function askServer(
  deps: EnrichmentDeps,
  url: string,
  target: RdapTarget,
): Promise<{ reading: Reading; url: string }> {
  const limits = await deps.serverLimits.list(deps.now());
  const egressPolicy = publicNetwork(deps);
  const networkFor = (hop: string) => {
    const server = new URL(hop).host;
    const until = limits.get(server);
    if (until !== undefined) throw new ServerLimited(server, until);
    return egressPolicy(hop);
  };
  const headers = { Accept: "application/rdap+json, application/json;q=0.8" };
  const request = { url, headers, ...rdapLimits(deps.settings), networkFor };
  return await fetchAnswer(request, async (answer) => {
    return { reading: await readAnswer(deps, target, answer), url: answer.url };
  });
}

/** Returns the maximum total time of a query in seconds, so that a server cannot delay its end byte by byte. */
export function queryDeadline({ settings }: EnrichmentDeps): number {
  return rdapLimits(settings).totalMs / 1000;
}

async function readAnswer(
  deps: EnrichmentDeps,
  target: RdapTarget,
  answer: OutboundAnswer,
): Promise<Reading> {
  const { response, url } = answer;
  if (response.status === 404) return { kind: "nothing" };
  if (response.status === 429) {
    const retryAfter = readRetryAfter(response.headers.get("Retry-After"), deps.now());
    const limited = new ServerLimited(
      new URL(url).host,
      deps.now(retryAfter ?? DEFAULT_WAIT_SECONDS),
    );
    await deps.serverLimits.limit(limited.server, limited.until);
    throw limited;
  }
  if (response.status !== 200) {
    throw statusError(url, response, deps.now());
  }
  const type = response.headers.get("Content-Type") ?? "";
  if (!JSON_TYPE.test(type)) {
    throw noAnswer(url, `answers with ${type.slice(0, 100) || "no media type"} instead of RDAP`);
  }
  const reading = readResponse(
    target,
    new TextDecoder().decode(await readWhole(answer, MAX_BYTES)),
  );
  if (reading.kind === "fault") throw noAnswer(url, reading.fault);
  return reading;
}

function noAnswer(url: string, what: string): OutboundError {
  return new OutboundError(`${url} ${what}.`, { transient: false });
}
