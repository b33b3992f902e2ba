import { Deadline } from "../lib/deadline.ts";
import { OutboundError } from "./outbound-error.ts";
import { readRetryAfter } from "./read-retry-after.ts";

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PERMANENT = new Set([301, 308]);

export interface OutboundRequest {
  url: string;
  /** Name in error messages, if the URL is secret. */
  name?: string;
  /** Makes the request a POST, which followed redirects repeat. */
  body?: string;
  /** How redirects are handled, by default `follow`. `answer` returns them to the reader. */
  redirects?: "follow" | "refuse" | "answer";
  headers?: Record<string, string>;
  /** Returns the Authorization header for a URL. Called while redirects stay on the origin. */
  authorizationFor?(url: string): string | null;
  /** Maximum silence, in milliseconds. */
  timeoutMs: number;
  /** Maximum total time including redirects and reading, in milliseconds. */
  totalMs: number;
  /**
   * Returns the network for a URL at each hop.
   * @throws OutboundError for a URL that must not be requested
   */
  networkFor(url: string): typeof fetch;
}

/** The final response after redirects. */
export interface OutboundAnswer {
  response: Response;
  /** Its URL. */
  url: string;
  /** The URL that permanent redirects alone led to. */
  permanentUrl: string;
  /** The chunks of the body. Each must arrive within the time-out. */
  chunks: () => AsyncGenerator<Uint8Array>;
}

/**
 * Sends a request, follows at most five redirects itself, hop by hop, and passes the response to `read`. A server that
 * sends byte by byte is canceled at the total time limit. What is unread when `read` ends is discarded.
 * @throws OutboundError on a time-out or unresolvable redirects; what `read` throws
 */
export async function fetchAnswer<T>(
  request: OutboundRequest,
  read: (answer: OutboundAnswer) => Promise<T>,
): Promise<T> {
  const { totalMs } = request;
  const deadline = new Deadline(totalMs, () => late(request, "took more than", totalMs));
  try {
    const work = async () => await read(await followRedirects(request, deadline));
    return await deadline.race(work());
  } finally {
    deadline.end();
    // Closes the connection if the body was not read to its end.
    deadline.stop(new DOMException("nobody reads on", "AbortError"));
  }
}

async function followRedirects(
  request: OutboundRequest,
  deadline: Deadline,
): Promise<OutboundAnswer> {
  const { url: asked, headers, body, redirects = "follow" } = request;
  let target = asked;
  let permanentUrl = asked;
  let isOwn = true;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    // Outside the timed step, which treats every error as a network error: a refusal is not one.
    const network = request.networkFor(target);
    // After a redirect to another origin, that server decides where requests go.
    isOwn &&= isSameOrigin(asked, target);
    const authorization = isOwn ? (request.authorizationFor?.(target) ?? null) : null;
    const ask = async () =>
      await network(target, {
        ...(body !== undefined && { method: "POST", body }),
        headers: {
          "User-Agent": "tradecraft",
          ...headers,
          ...(authorization !== null && { Authorization: authorization }),
        },
        redirect: "manual",
        signal: deadline.signal,
      });
    // The connection reused from the previous hop may be closed by now, so one retry is made.
    const response = await timed(request, deadline, hop === 0 ? ask() : ask().catch(ask));
    if (redirects === "answer" || !REDIRECTS.has(response.status)) {
      const chunks = () => chunksOf(request, deadline, response.body);
      return { response, url: target, permanentUrl, chunks };
    }
    await response.body?.cancel();
    const next = nextHop(target, response.headers.get("Location"), asked);
    if (redirects === "refuse") {
      const message = `${nameOf(request)} redirects to ${next}; use the address that it redirects to.`;
      throw new OutboundError(message, { transient: false });
    }
    if (permanentUrl === target && PERMANENT.has(response.status)) permanentUrl = next;
    target = next;
  }
  throw new OutboundError(`${asked} redirects more than ${MAX_REDIRECTS} times.`, {
    transient: false,
  });
}

/**
 * Waits for one step of a request.
 * @throws OutboundError when it fails or times out
 */
async function timed<T>(
  request: OutboundRequest,
  deadline: Deadline,
  step: Promise<T>,
): Promise<T> {
  const { timeoutMs } = request;
  const endLimit = deadline.limit(timeoutMs, () => late(request, "was silent for", timeoutMs));
  try {
    return await deadline.race(step);
  } catch (cause) {
    if (cause instanceof OutboundError) throw cause;
    const message = `${nameOf(request)} cannot be reached, or broke off.`;
    throw new OutboundError(message, { transient: true, cause });
  } finally {
    endLimit();
  }
}

async function* chunksOf(
  request: OutboundRequest,
  deadline: Deadline,
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await timed(request, deadline, reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    // A reader that stops early closes the connection, too.
    void reader.cancel().catch(() => undefined);
  }
}

function nameOf({ url, name = url }: OutboundRequest): string {
  return name;
}

function late(request: OutboundRequest, what: string, ms: number): OutboundError {
  const message = `${nameOf(request)} ${what} ${Math.round(ms / 1000)} seconds.`;
  return new OutboundError(message, { transient: true });
}

function isSameOrigin(a: string, b: string): boolean {
  return new URL(a).origin === new URL(b).origin;
}

function nextHop(from: string, location: string | null, asked: string): string {
  const next = location !== null && URL.canParse(location, from) ? new URL(location, from) : null;
  if (next !== null && /^https?:$/.test(next.protocol)) return next.href;
  throw new OutboundError(`${asked} redirects to nowhere.`, { transient: false });
}

/** Returns the error for a failure status, including how long the server asks to wait. */
export function statusError(
  url: string,
  { status, headers }: Response,
  now: string,
): OutboundError {
  const transient = status === 408 || status === 429 || status >= 500;
  const retryAfter = readRetryAfter(headers.get("Retry-After"), now);
  const wait = retryAfter === null ? "" : ` and asks to wait ${retryAfter} seconds`;
  const message = `${url} answers with HTTP ${status}${wait}.`;
  return new OutboundError(message, { transient, retryAfter, status });
}

/**
 * Reads a body into memory.
 * @throws OutboundError beyond `limit` unpacked bytes
 */
export async function readWhole(
  { chunks: read, url }: OutboundAnswer,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of read()) {
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
