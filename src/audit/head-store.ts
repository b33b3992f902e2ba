const KEY = "audit/head.json";

/** The last row that was sealed, and its hash. */
export interface ChainHead {
  seq: number;
  hash: string;
}

/** Keeps the end of the chain outside of its database, so that it shows when the end is cut off. */
export class HeadStore {
  readonly #files: R2Bucket;

  constructor(files: R2Bucket) {
    this.#files = files;
  }

  /** Null before the first seal, and for what is no head. */
  async read(): Promise<ChainHead | null> {
    const object = await this.#files.get(KEY);
    const head = await object?.json<Partial<ChainHead>>().catch(() => null);
    return typeof head?.seq === "number" && typeof head.hash === "string"
      ? { seq: head.seq, hash: head.hash }
      : null;
  }

  async write(head: ChainHead): Promise<void> {
    await this.#files.put(KEY, JSON.stringify(head));
  }
}
