import type { SyncDeps } from "./deps.ts";
import { type Delivery, fetchUpstream } from "./fetch-upstream.ts";
import { readIndex } from "./read-index.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { indexLimits } from "../../platform/outbound/time-limits.ts";
import type { SeenIndex } from "./upstream-store.ts";

const MAX_INDEX_BYTES = 5 * 1024 * 1024;

/**
 * Fetches the upstream index, with a conditional request if it was seen before, and stores the response.
 * @throws OutboundError
 */
export async function checkUpstream(
  deps: SyncDeps,
  timeoutMs = deps.settings.UPSTREAM_TIMEOUT_MS,
): Promise<SeenIndex> {
  const url = deps.settings.ATTACK_INDEX_URL;
  const seen = await deps.upstream.findIndex(url);
  const request = { url, headers: conditionsOf(seen), ...indexLimits(timeoutMs) };
  const index = await fetchUpstream(deps, request, async (delivery): Promise<SeenIndex> => {
    if (delivery.status === 304 && seen !== null) return { ...seen, seen_at: deps.now() };
    return {
      url,
      etag: delivery.headers.get("ETag"),
      last_modified: delivery.headers.get("Last-Modified"),
      ...readIndex(await readText(url, delivery), url),
      seen_at: deps.now(),
    };
  });
  if (index.skipped.length > 0 && index.etag !== seen?.etag) {
    deps.log("warn", "sync.releases_skipped", { url, skipped: index.skipped });
  }
  await deps.upstream.saveIndex(index);
  return index;
}

/** Returns the headers of a conditional request for a known resource (RFC 9110, 13.1). */
export function conditionsOf(
  seen: { etag: string | null; last_modified: string | null } | null,
): Record<string, string> {
  return {
    ...(seen?.etag && { "If-None-Match": seen.etag }),
    ...(seen?.last_modified && { "If-Modified-Since": seen.last_modified }),
  };
}

async function readText(url: string, delivery: Delivery): Promise<string> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  for await (const chunk of delivery.chunks()) {
    size += chunk.length;
    if (size > MAX_INDEX_BYTES) {
      throw new OutboundError(`The index at ${url} is larger than 5 MiB.`, { transient: false });
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
