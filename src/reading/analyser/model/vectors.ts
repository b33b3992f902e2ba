/** Sorted keys of the model's features, with their inverse document frequency. */
export interface Vocabulary {
  keys: Uint32Array;
  idf: Float32Array;
  table: KeyTable;
}

/** Open addressing: `slots[h]` is an index into the keys, or -1. */
export interface KeyTable {
  slots: Int32Array;
  keys: Uint32Array;
}

/** Sparse unit vector (Euclidean). `at[i]` is the index of the sentence's feature for `index[i]`. */
export interface Vector {
  index: number[];
  value: number[];
  at: number[];
  /** Its length before scaling. */
  norm: number;
}

/** @param counts number of texts per key, of `total` texts. Keys in fewer than `minimum` texts are dropped. */
export function buildVocabulary(
  counts: ReadonlyMap<number, number>,
  total: number,
  minimum: number,
): Vocabulary {
  const kept = [...counts].filter(([, count]) => count >= minimum).sort(([a], [b]) => a - b);
  const keys = Uint32Array.from(kept, ([key]) => key);
  const idf = Float32Array.from(kept, ([, count]) => Math.log((total + 1) / (count + 1)));
  return { keys, idf, table: buildKeyTable(keys) };
}

/** Counts the texts per key. */
export function countKeys(texts: readonly (readonly number[])[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const keys of texts) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Builds a table for constant-time lookups. Half of the slots stay empty. */
export function buildKeyTable(keys: Uint32Array): KeyTable {
  let size = 16;
  while (size < keys.length * 2) size *= 2;
  const slots = new Int32Array(size).fill(-1);
  for (let index = 0; index < keys.length; index += 1) {
    let slot = (keys[index] ?? 0) & (size - 1);
    while ((slots[slot] ?? -1) >= 0) slot = (slot + 1) & (size - 1);
    slots[slot] = index;
  }
  return { slots, keys };
}

/** Returns the index of a key, or -1. */
export function findKey({ slots, keys }: KeyTable, key: number): number {
  const last = slots.length - 1;
  for (let slot = key & last; ; slot = (slot + 1) & last) {
    const index = slots[slot] ?? -1;
    if (index < 0 || keys[index] === key) return index;
  }
}

/** Weights the known features by idf and scales them to length 1. */
export function toVector(keys: ArrayLike<number>, { table, idf }: Vocabulary): Vector {
  const vector: Vector = { index: [], value: [], at: [], norm: 0 };
  let squares = 0;
  for (let at = 0; at < keys.length; at += 1) {
    const index = findKey(table, keys[at] ?? 0);
    if (index < 0) continue;
    const value = idf[index] ?? 0;
    vector.index.push(index);
    vector.value.push(value);
    vector.at.push(at);
    squares += value * value;
  }
  vector.norm = Math.sqrt(squares);
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  for (let i = 0; i < vector.value.length; i += 1) {
    vector.value[i] = (vector.value[i] ?? 0) * scale;
  }
  return vector;
}
