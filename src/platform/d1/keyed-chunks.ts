/** Bytes of one JSON parameter: D1 accepts 2 MB. */
const CHUNK_BYTES = 1_500_000;
/** Maximum UTF-8 bytes of a UTF-16 code unit. */
const MAX_UNIT_BYTES = 3;

/** A row of values and the key of its owner: the same object for rows that belong together. */
export interface KeyedRow {
  key: object | null;
  values: readonly (string | number | null)[];
}

/** Two JSON arrays: keys, and rows that begin with the index of their key, or null. */
export interface KeyedChunk {
  keys: string;
  rows: string;
}

/**
 * Splits rows into JSON arrays that each fit into one D1 parameter, for `json_each`. A key that many rows share is
 * written once, and SQL resolves it only once.
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

  /** Adds a row if there is room, and returns whether there was. */
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

/** Returns an upper bound of the bytes in a list: those of UTF-8, and a comma. */
function bytesOf(json: string): number {
  const isAscii = !/[^\0-\x7f]/.test(json);
  return (isAscii ? json.length : MAX_UNIT_BYTES * json.length) + 1;
}
