import type { Context } from "../context.ts";
import { UpstreamError } from "./upstream-error.ts";

const MAX_REDIRECTS = 5;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** What upstream answered: 200, 206, 304, or 416 to a range that it does not have. */
export interface Delivery {
  status: number;
  headers: Headers;
  /** The body; every chunk must come within the time-out. */
  chunks(): AsyncGenerator<Uint8Array>;
  /** Lets go of a body that nobody reads. */
  cancel(): Promise<void>;
}

/**
 * Asks upstream for a file. Redirects are followed here, hop by hop: the door to private networks
 * is open for the host that the operator configured and for no other.
 * @throws UpstreamError for any other answer, and when there is none in time
 */
export async function fetchUpstream(
  context: Context,
  url: string,
  headers: Record<string, string>,
  timeoutMs = context.settings.UPSTREAM_TIMEOUT_MS,
): Promise<Delivery> {
  const watch = new SilenceWatch(url, timeoutMs);
  let target = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await watch.during(
      networkFor(context, target)(target, {
        headers: { ...headers, "User-Agent": "tradecraft" },
        redirect: "manual",
        signal: watch.signal,
      }),
    );
    if (![301, 302, 303, 307, 308].includes(response.status)) {
      requireDelivery(url, response);
      return toDelivery(response, watch);
    }
    await response.body?.cancel();
    target = nextHop(target, response.headers.get("Location"), url);
  }
  throw new UpstreamError(`${url} redirects more than ${MAX_REDIRECTS} times.`, {
    transient: false,
  });
}

function networkFor(context: Context, url: string): typeof fetch {
  const nameOf = (address: string) => {
    const { hostname } = new URL(address);
    return LOOPBACK.has(hostname) ? "localhost" : hostname;
  };
  const isOperators = nameOf(url) === nameOf(context.settings.ATTACK_INDEX_URL);
  return isOperators ? context.network.operator : context.network.public;
}

function nextHop(from: string, location: string | null, asked: string): string {
  const next = location !== null && URL.canParse(location, from) ? new URL(location, from) : null;
  if (next !== null && /^https?:$/.test(next.protocol)) return next.href;
  throw new UpstreamError(`${asked} redirects to nowhere.`, { transient: false });
}

const DELIVERIES = new Set([200, 206, 304, 416]);

function requireDelivery(url: string, { status, headers, body }: Response): void {
  if (DELIVERIES.has(status)) return;
  void body?.cancel();
  const transient = status === 408 || status === 429 || status >= 500;
  const seconds = Number(headers.get("Retry-After") ?? "");
  const retryAfter = seconds > 0 ? seconds : null;
  const wait = retryAfter === null ? "" : ` and asks to wait ${retryAfter} seconds`;
  throw new UpstreamError(`${url} answers with HTTP ${status}${wait}.`, { transient, retryAfter });
}

function toDelivery(response: Response, watch: SilenceWatch): Delivery {
  const { status, headers, body } = response;
  return {
    status,
    headers,
    async *chunks() {
      if (body === null) return;
      const reader = body.getReader();
      for (;;) {
        const { done, value } = await watch.during(reader.read());
        if (done) return;
        yield value;
      }
    },
    cancel: async () => await body?.cancel(),
  };
}

/** Ends a request that stays silent for too long. */
class SilenceWatch {
  readonly #url: string;
  readonly #timeoutMs: number;
  readonly #abort = new AbortController();

  constructor(url: string, timeoutMs: number) {
    this.#url = url;
    this.#timeoutMs = timeoutMs;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Waits for one step of the request. @throws UpstreamError when it fails or takes too long */
  async during<T>(step: Promise<T>): Promise<T> {
    const { promise: silence, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const seconds = Math.round(this.#timeoutMs / 1000);
      const message = `${this.#url} was silent for ${seconds} seconds.`;
      reject(new UpstreamError(message, { transient: true }));
      this.#abort.abort();
    }, this.#timeoutMs);
    try {
      return await Promise.race([step, silence]);
    } catch (cause) {
      if (cause instanceof UpstreamError) throw cause;
      const message = `${this.#url} cannot be reached, or broke off.`;
      throw new UpstreamError(message, { transient: true, cause });
    } finally {
      clearTimeout(timer);
    }
  }
}
