import type { EnrichmentDeps } from "../deps.ts";
import { fetchAnswer, readWhole, statusError } from "../../../platform/outbound/fetch-answer.ts";
import { operatorNetwork } from "../../../platform/outbound/operator-network.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import { bootstrapLimits } from "../../../platform/outbound/time-limits.ts";
import { conditionsOf } from "../../../knowledge/sync/check-upstream.ts";
import type { SeenBootstrap } from "./bootstrap-store.ts";
import {
  type Directory,
  openAddressDirectory,
  openDomainDirectory,
  readBootstrap,
  type Service,
} from "./bootstrap.ts";
import type { RdapTarget } from "./target.ts";
import { lookPauses } from "../look-pauses.ts";

const MAX_BYTES = 1024 * 1024;
const DAY_SECONDS = 24 * 60 * 60;
/** Retry delay after a failure, shorter if there is no copy to use. */
const RETRY_SECONDS = { withCopy: 10 * 60, without: 60 };

const FILES = { domain: "dns.json", ipv4: "ipv4.json", ipv6: "ipv6.json" } as const;
const OPENERS = {
  domain: openDomainDirectory,
  ipv4: openAddressDirectory,
  ipv6: openAddressDirectory,
} as const;

/** Opened files, per isolate, by URL. */
const opened = new Map<string, { directory: Directory; checkAfter: string }>();

/**
 * Returns the servers for a kind of target, from IANA's bootstrap file. The file is requested again once a day, by
 * one request at a time. While it cannot be read, the last copy is used.
 * @throws OutboundError when there is no copy
 */
export async function loadDirectory(
  deps: EnrichmentDeps,
  kind: RdapTarget["kind"],
): Promise<Directory> {
  const url = `${deps.settings.RDAP_BOOTSTRAP_URL.replace(/\/+$/, "")}/${FILES[kind]}`;
  const known = opened.get(url);
  if (known !== undefined && known.checkAfter > deps.now()) return known.directory;
  const { services, check_after: checkAfter, error } = await loadBootstrap(deps, url);
  if (services === null) {
    const message = `The list of RDAP servers cannot be read: ${error ?? "it was never read."}`;
    throw new OutboundError(message, { transient: true });
  }
  const directory = OPENERS[kind](services);
  opened.set(url, { directory, checkAfter });
  return directory;
}

async function loadBootstrap(deps: EnrichmentDeps, url: string): Promise<SeenBootstrap> {
  const lock = `bootstrap:${url}`;
  const owner = deps.newId();
  for (const pause of lookPauses()) {
    const seen = await deps.bootstraps.find(url);
    const now = deps.now();
    if (seen !== null && seen.check_after > now) return seen;
    const until = deps.now(bootstrapLimits(deps.settings).totalMs / 1000 + 10);
    if (await deps.locks.lock(lock, owner, now, until)) {
      try {
        return await refresh(deps, url, seen);
      } finally {
        await deps.locks.release(lock, owner);
      }
    }
    if (seen !== null && seen.services !== null) return seen;
    await deps.sleep(pause);
  }
  throw new Error("unreachable: the pauses have no end");
}

async function refresh(
  deps: EnrichmentDeps,
  url: string,
  seen: SeenBootstrap | null,
): Promise<SeenBootstrap> {
  const before = seen ?? { url, services: null, etag: null, last_modified: null };
  let after: SeenBootstrap;
  try {
    const got = await fetchBootstrap(deps, url, seen);
    after = { ...before, ...got, error: null, check_after: deps.now(DAY_SECONDS) };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    deps.log("warn", "enrichment.bootstrap_failed", { url, reason: error.message });
    const wait = before.services === null ? RETRY_SECONDS.without : RETRY_SECONDS.withCopy;
    after = { ...before, error: error.message, check_after: deps.now(wait) };
  }
  await deps.bootstraps.save(after);
  return after;
}

type Delivered = Pick<SeenBootstrap, "etag" | "last_modified"> & { services: Service[] };

/** Fetches a bootstrap file. Returns null if it has not changed. */
async function fetchBootstrap(
  deps: EnrichmentDeps,
  url: string,
  seen: SeenBootstrap | null,
): Promise<Delivered | null> {
  const networkFor = operatorNetwork(deps, url);
  const hasCopy = seen !== null && seen.services !== null;
  const headers = { Accept: "application/json", ...conditionsOf(hasCopy ? seen : null) };
  const request = { url, headers, ...bootstrapLimits(deps.settings), networkFor };
  return await fetchAnswer(request, async (answer) => {
    const { response } = answer;
    if (response.status === 304 && hasCopy) return null;
    if (response.status !== 200) throw statusError(url, response, deps.now());
    const services = readBootstrap(new TextDecoder().decode(await readWhole(answer, MAX_BYTES)));
    if (services === null) {
      throw new OutboundError(`${url} is not an RDAP bootstrap file.`, { transient: true });
    }
    return {
      services,
      etag: response.headers.get("ETag"),
      last_modified: response.headers.get("Last-Modified"),
    };
  });
}
