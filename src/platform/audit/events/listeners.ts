import { AppError } from "../../lib/errors.ts";

/** Connections that an isolate serves simultaneously. Each costs a timer and a buffer. */
const MAX_LISTENERS = 500;
/** A user has one for each visible page. */
const MAX_PER_USER = 20;

/** Counts the open streams, in total and per user. */
export class Listeners {
  readonly #byUser = new Map<string, number>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /**
   * Counts a new stream of a user.
   * @param isShared whether all users share this name, as in local mode
   * @returns a function to call when the stream ends
   * @throws AppError `service_busy`, `rate_limited`
   */
  join(user: string, isShared: boolean): () => void {
    if (this.#count >= MAX_LISTENERS) {
      throw new AppError(
        "service_busy",
        `At most ${MAX_LISTENERS} event streams are open at the same time; request JSON with 'after' instead.`,
        { headers: { "Retry-After": "30" } },
      );
    }
    const own = this.#byUser.get(user) ?? 0;
    if (!isShared && own >= MAX_PER_USER) {
      throw new AppError(
        "rate_limited",
        `At most ${MAX_PER_USER} event streams per user are open at the same time; close one.`,
        { headers: { "Retry-After": "30" } },
      );
    }
    this.#count += 1;
    this.#byUser.set(user, own + 1);
    return () => this.#leave(user);
  }

  #leave(user: string): void {
    this.#count -= 1;
    const own = (this.#byUser.get(user) ?? 1) - 1;
    if (own === 0) this.#byUser.delete(user);
    else this.#byUser.set(user, own);
  }
}
