import { OutboundError } from "./outbound-error.ts";

/** Ends a request that stays silent for too long. */
export class SilenceWatch {
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

  /** Waits for one step of the request. @throws OutboundError when it fails or takes too long */
  async during<T>(step: Promise<T>): Promise<T> {
    const { promise: silence, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const seconds = Math.round(this.#timeoutMs / 1000);
      const message = `${this.#url} was silent for ${seconds} seconds.`;
      reject(new OutboundError(message, { transient: true }));
      this.#abort.abort();
    }, this.#timeoutMs);
    try {
      return await Promise.race([step, silence]);
    } catch (cause) {
      if (cause instanceof OutboundError) throw cause;
      const message = `${this.#url} cannot be reached, or broke off.`;
      throw new OutboundError(message, { transient: true, cause });
    } finally {
      clearTimeout(timer);
    }
  }

  /** The chunks of a body, each of which must come within the time-out. */
  async *chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
    if (body === null) return;
    const reader = body.getReader();
    try {
      for (;;) {
        const { done, value } = await this.during(reader.read());
        if (done) return;
        yield value;
      }
    } finally {
      // Whoever stops reading lets go of the connection, too.
      void reader.cancel().catch(() => undefined);
    }
  }
}
