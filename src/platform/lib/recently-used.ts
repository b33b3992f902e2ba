/** What was read last, up to so many; the least recently used one goes first. */
export class RecentlyUsed<Value> {
  readonly #max: number;
  readonly #values = new Map<string, Value>();

  constructor(max: number) {
    this.#max = max;
  }

  /** What is kept under a key; else it is read, and kept. */
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
