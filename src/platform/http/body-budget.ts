import { AppError } from "../lib/errors.ts";
import { formatBytes } from "../lib/streams.ts";

/** Settings that limit the memory for request bodies. */
export interface BufferLimits {
  AUTH_ENABLED: boolean;
  MAX_BUFFERED_BYTES: number;
  MAX_BUFFERED_BYTES_PER_ACTOR: number;
}

const RETRY_SECONDS = 5;

/**
 * Limits the request bodies in memory, so that concurrent ones cannot exhaust it. A single body is always accepted: its
 * size is limited elsewhere.
 */
export class BodyBudget {
  readonly #limits: BufferLimits;
  readonly #byActor = new Map<string, number>();
  #total = 0;

  constructor(limits: BufferLimits) {
    this.#limits = limits;
  }

  /** Returns the share of one request, initially empty. */
  openShare(actor: string): BodyShare {
    return new BodyShare((bytes, held) => this.#add(actor, bytes, held));
  }

  /** @throws AppError `rate_limited`, `service_busy` */
  #add(actor: string, bytes: number, held: number): void {
    const own = this.#byActor.get(actor) ?? 0;
    if (bytes > 0) {
      const {
        AUTH_ENABLED,
        MAX_BUFFERED_BYTES: all,
        MAX_BUFFERED_BYTES_PER_ACTOR: each,
      } = this.#limits;
      if (AUTH_ENABLED && own > held && own + bytes > each) {
        const detail = `At most ${formatBytes(each)} per user are accepted at once; wait until another request of yours is complete.`;
        throw refusal("rate_limited", detail);
      }
      if (this.#total > held && this.#total + bytes > all) {
        throw refusal(
          "service_busy",
          "Too many requests are being sent at once; try again in a few seconds.",
        );
      }
    }
    this.#total += bytes;
    if (own + bytes > 0) this.#byActor.set(actor, own + bytes);
    else this.#byActor.delete(actor);
  }
}

/** One request's share of the budget. */
export class BodyShare {
  readonly #add: (bytes: number, held: number) => void;
  #held = 0;

  constructor(add: (bytes: number, held: number) => void) {
    this.#add = add;
  }

  /** Reserves more bytes, or throws if they do not fit. */
  take(bytes: number): void {
    this.#add(bytes, this.#held);
    this.#held += bytes;
  }

  /** Releases all of it. */
  release(): void {
    this.#add(-this.#held, this.#held);
    this.#held = 0;
  }
}

function refusal(code: "rate_limited" | "service_busy", detail: string): AppError {
  return new AppError(code, detail, { headers: { "Retry-After": String(RETRY_SECONDS) } });
}
