import type { Key } from "./keys-of.ts";

/** The shortest interval between refetches, however much others change. */
const PAUSE_MS = 2_000;

/** Collects queries to refetch: the first immediately, later ones together after a pause. */
export class Refresher {
  readonly #refresh: (key: Key) => void;
  readonly #due = new Map<string, { key: Key; at: number }>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = -Infinity;

  constructor(refresh: (key: Key) => void) {
    this.#refresh = refresh;
  }

  /** @param delayMs how long it may wait for more */
  add(keys: readonly Key[], delayMs = 0): void {
    const at = Date.now() + delayMs;
    for (const key of keys) {
      const name = JSON.stringify(key);
      const known = this.#due.get(name);
      if (known === undefined || at < known.at) this.#due.set(name, { key, at });
    }
    this.#plan();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#due.clear();
  }

  #plan(): void {
    clearTimeout(this.#timer);
    if (this.#due.size === 0) return;
    const first = Math.min(...[...this.#due.values()].map(({ at }) => at));
    const at = Math.max(first, this.#last + PAUSE_MS);
    this.#timer = setTimeout(() => this.#flush(), Math.max(0, at - Date.now()));
  }

  #flush(): void {
    this.#last = Date.now();
    for (const [name, { key, at }] of this.#due) {
      if (at > this.#last) continue;
      this.#due.delete(name);
      this.#refresh(key);
    }
    this.#plan();
  }
}
