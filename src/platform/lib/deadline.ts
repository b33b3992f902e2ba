/**
 * Ends work that takes too long or whose caller has disconnected. One deadline covers the whole of the work, and its
 * steps may have shorter limits. When time is over, waiting promises reject immediately and `signal` aborts.
 */
export class Deadline {
  readonly #abort = new AbortController();
  readonly #over = Promise.withResolvers<never>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #endsAt: number;
  readonly #caller: AbortSignal | null;
  readonly #leave: () => void;

  /**
   * @param totalMs for all of the work
   * @param tooLate creates the error for when time is over
   * @param caller ends the work early, with its reason
   */
  constructor(totalMs: number, tooLate: () => Error, caller: AbortSignal | null = null) {
    this.#over.promise.catch(() => undefined);
    this.#endsAt = Date.now() + totalMs;
    this.#caller = caller;
    this.#leave = () => this.stop(caller?.reason);
    this.limit(totalMs, tooLate);
    if (caller?.aborted === true) this.#leave();
    else caller?.addEventListener("abort", this.#leave);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Milliseconds left. */
  get left(): number {
    return this.#endsAt - Date.now();
  }

  /** Ends the work at an earlier time as well, unless the returned function is called first. */
  limit(ms: number, tooLate: () => Error): () => void {
    const timer = setTimeout(() => this.stop(tooLate()), ms);
    this.#timers.add(timer);
    return () => {
      clearTimeout(timer);
      this.#timers.delete(timer);
    };
  }

  /**
   * Waits for work until time is over.
   * @throws the reason why time is over
   */
  async race<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    return await Promise.race([work, this.#over.promise]);
  }

  /** Ends the work now. The first reason is final. */
  stop(reason: unknown): void {
    this.#over.reject(reason);
    if (!this.#abort.signal.aborted) this.#abort.abort(reason);
  }

  /** Clears timers and listeners. Call it when the work has ended. */
  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#caller?.removeEventListener("abort", this.#leave);
  }
}
