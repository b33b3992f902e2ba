/**
 * The one place where work is ended that takes too long, or whose caller went away. A deadline holds
 * for the whole of the work; steps of it may have limits of their own. What waits on it rejects at
 * once when the time is over, and `signal` ends whatever was begun for it.
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
   * @param tooLate makes the error of a time that is over
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

  /** Milliseconds that are left. */
  get left(): number {
    return this.#endsAt - Date.now();
  }

  /** Ends the work at an earlier time, too, unless the answered function is called before. */
  limit(ms: number, tooLate: () => Error): () => void {
    const timer = setTimeout(() => this.stop(tooLate()), ms);
    this.#timers.add(timer);
    return () => {
      clearTimeout(timer);
      this.#timers.delete(timer);
    };
  }

  /** Waits for work, no longer than there is time. @throws the reason for which the time is over */
  async race<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    return await Promise.race([work, this.#over.promise]);
  }

  /** Ends the work now; the first reason stays. */
  stop(reason: unknown): void {
    this.#over.reject(reason);
    if (!this.#abort.signal.aborted) this.#abort.abort(reason);
  }

  /** Clears what the deadline set up; to be called when the work has ended. */
  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#caller?.removeEventListener("abort", this.#leave);
  }
}
