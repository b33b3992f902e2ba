import { OutboundError } from "./outbound-error.ts";
import { SilenceWatch } from "./silence-watch.ts";

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PERMANENT = new Set([301, 308]);

export interface OutboundRequest {
  url: string;
  headers?: Record<string, string>;
  /** Longest silence, in milliseconds. */
  timeoutMs: number;
  /** The way out for a URL, asked anew at every hop. @throws OutboundError for one that is not to be asked */
  networkFor(url: string): typeof fetch;
}

/** The answer at the end of the redirects. */
export interface OutboundAnswer {
  response: Response;
  /** Where it came from. */
  url: string;
  /** Where permanent redirects alone led to. */
  permanentUrl: string;
  /** Watches over the reading of the body too. */
  watch: SilenceWatch;
}

/**
 * Sends a GET request and follows redirects here, hop by hop, at most five.
 * @throws OutboundError when nothing comes in time, or redirects lead nowhere
 */
export async function followRedirects(request: OutboundRequest): Promise<OutboundAnswer> {
  const { url: asked, headers, timeoutMs } = request;
  const watch = new SilenceWatch(asked, timeoutMs);
  let target = asked;
  let permanentUrl = asked;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    // Outside of the watch, which takes every error for the network's: a refusal is none.
    const network = request.networkFor(target);
    const ask = async () =>
      await network(target, {
        headers: { "User-Agent": "tradecraft", ...headers },
        redirect: "manual",
        signal: watch.signal,
      });
    // A connection kept from the hop before may be closed by now, so that one is tried again.
    const response = await watch.during(hop === 0 ? ask() : ask().catch(ask));
    if (!REDIRECTS.has(response.status)) {
      return { response, url: target, permanentUrl, watch };
    }
    await response.body?.cancel();
    const next = nextHop(target, response.headers.get("Location"), asked);
    if (permanentUrl === target && PERMANENT.has(response.status)) permanentUrl = next;
    target = next;
  }
  throw new OutboundError(`${asked} redirects more than ${MAX_REDIRECTS} times.`, {
    transient: false,
  });
}

function nextHop(from: string, location: string | null, asked: string): string {
  const next = location !== null && URL.canParse(location, from) ? new URL(location, from) : null;
  if (next !== null && /^https?:$/.test(next.protocol)) return next.href;
  throw new OutboundError(`${asked} redirects to nowhere.`, { transient: false });
}

/** The error for a status that is no success; says how long the server asks to wait. */
export function statusError(url: string, { status, headers }: Response): OutboundError {
  const transient = status === 408 || status === 429 || status >= 500;
  const seconds = Number(headers.get("Retry-After") ?? "");
  const retryAfter = seconds > 0 ? seconds : null;
  const wait = retryAfter === null ? "" : ` and asks to wait ${retryAfter} seconds`;
  return new OutboundError(`${url} answers with HTTP ${status}${wait}.`, { transient, retryAfter });
}

/** Reads a body into memory. @throws OutboundError beyond `limit` bytes, counted as they come unpacked */
export async function readWhole(
  { response, watch, url }: OutboundAnswer,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of watch.chunksOf(response.body)) {
    size += chunk.byteLength;
    if (size > limit) {
      const message = `${url} sends more than ${Math.floor(limit / 1024 / 1024)} MiB.`;
      throw new OutboundError(message, { transient: false });
    }
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
