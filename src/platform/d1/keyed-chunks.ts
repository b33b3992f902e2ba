/** Bytes of one JSON parameter: D1 takes 2 MB. */
const CHUNK_BYTES = 1_500_000;
/** UTF-8 takes at most so many bytes for a UTF-16 code unit. */
const MAX_UNIT_BYTES = 3;

/** A row of values, and the key of what it belongs to: the same object for rows that belong together. */
export interface KeyedRow {
  key: object | null;
  values: readonly (string | number | null)[];
}

/** Keys, and rows that begin with the place of their key among them, or null: both JSON arrays. */
export interface KeyedChunk {
  keys: string;
  rows: string;
}

/**
 * Cuts rows into JSON arrays that fit into one D1 parameter each, for `json_each`. A key that many
 * rows share is written once, and SQL has to follow it only once.
 */
export function* keyedChunks(rows: Iterable<KeyedRow>): Generator<KeyedChunk, void, void> {
  let chunk = new Chunk();
  for (const row of rows) {
    if (!chunk.add(row)) {
      yield chunk.toJson();
      chunk = new Chunk();
      chunk.add(row);
    }
  }
  if (!chunk.isEmpty) yield chunk.toJson();
}

class Chunk {
  readonly #places = new Map<object, number>();
  readonly #keys: string[] = [];
  readonly #rows: string[] = [];
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** Takes a row in; answers whether there was room for it. */
  add({ key, values }: KeyedRow): boolean {
    const known = key === null ? null : this.#places.get(key);
    const json = known === undefined ? JSON.stringify(key) : "";
    const place = known === undefined ? this.#keys.length : known;
    const row = JSON.stringify([place, ...values]);
    const bytes = bytesOf(row) + bytesOf(json);
    if (!this.isEmpty && this.#bytes + bytes > CHUNK_BYTES) return false;
    this.#bytes += bytes;
    this.#rows.push(row);
    if (known === undefined && key !== null) {
      this.#places.set(key, this.#keys.length);
      this.#keys.push(json);
    }
    return true;
  }

  toJson(): KeyedChunk {
    return { keys: `[${this.#keys.join(",")}]`, rows: `[${this.#rows.join(",")}]` };
  }
}

/** At most so many bytes in a list: those of UTF-8, and a comma. */
function bytesOf(json: string): number {
  const isAscii = !/[^\0-\x7f]/.test(json);
  return (isAscii ? json.length : MAX_UNIT_BYTES * json.length) + 1;
}
