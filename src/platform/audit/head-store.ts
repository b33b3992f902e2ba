import type { ChainHead } from "./chain.ts";

const KEY = "audit/head.json";

/** What is stored in place of the head. `plain` is from before there was a key. */
export type HeadReading =
  | { kind: "missing" }
  | { kind: "unreadable" }
  | { kind: "plain"; seq: number; hash: string; etag: string }
  | { kind: "signed"; head: ChainHead; mac: string; etag: string };

/** Stores the head of the chain outside its database, so that a truncated chain is noticed. */
export class HeadStore {
  readonly #files: R2Bucket;

  constructor(files: R2Bucket) {
    this.#files = files;
  }

  /** Reads the head without checking its MAC. */
  async read(): Promise<HeadReading> {
    const object = await this.#files.get(KEY);
    if (object === null) return { kind: "missing" };
    const { etag } = object;
    const content = await object.json<Record<string, unknown> | null>().catch(() => null);
    const { seq, hash, from, at, mac } = content ?? {};
    if (typeof seq !== "number" || typeof hash !== "string") return { kind: "unreadable" };
    if (mac === undefined) return { kind: "plain", seq, hash, etag };
    if (typeof from !== "number" || typeof at !== "string" || typeof mac !== "string") {
      return { kind: "unreadable" };
    }
    return { kind: "signed", head: { seq, hash, from, at }, mac, etag };
  }

  /**
   * Replaces the head that was read. Returns false if another writer replaced it first.
   * @param etag of the head that was read, or null if there was none
   */
  async write(head: ChainHead, mac: string, etag: string | null): Promise<boolean> {
    const options = etag === null ? {} : { onlyIf: { etagMatches: etag } };
    const written = await this.#files.put(KEY, JSON.stringify({ ...head, mac }), options);
    return (written as R2Object | null) !== null;
  }
}
