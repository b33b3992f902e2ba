/** Caches a limited number of values and evicts the least recently used one first. */
export class RecentlyUsed<Value> {
  readonly #max: number;
  readonly #values = new Map<string, Value>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns the cached value of a key, or reads and caches it. */
  async getOr(key: string, read: () => Promise<Value>): Promise<Value> {
    const known = this.#values.get(key);
    const value = known ?? (await read());
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#max && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }
}
