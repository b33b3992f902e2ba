/** Distinct keys of one text. */
export interface KeySet {
  /** Adds a key. Returns whether it was new. */
  add(key: number): boolean;
  clear(): void;
}

const SMALLEST = 1024;

/**
 * Creates a set of 32-bit keys that is cleared often. A `Set` would box each key. Uses open addressing, with half of
 * the slots empty.
 */
export function createKeySet(): KeySet {
  let keys = new Uint32Array(SMALLEST);
  /** The round in which each slot was filled. */
  let rounds = new Uint32Array(SMALLEST);
  let round = 1;
  let count = 0;
  const grow = () => {
    const [oldKeys, oldRounds] = [keys, rounds];
    keys = new Uint32Array(oldKeys.length * 2);
    rounds = new Uint32Array(oldKeys.length * 2);
    for (let slot = 0; slot < oldKeys.length; slot += 1) {
      if (oldRounds[slot] === round) put(oldKeys[slot] ?? 0);
    }
  };
  const put = (key: number): boolean => {
    const last = keys.length - 1;
    let slot = key & last;
    while (rounds[slot] === round) {
      if (keys[slot] === key) return false;
      slot = (slot + 1) & last;
    }
    keys[slot] = key;
    rounds[slot] = round;
    return true;
  };
  return {
    add: (key) => {
      if (2 * count >= keys.length) grow();
      const isNew = put(key);
      if (isNew) count += 1;
      return isNew;
    },
    clear: () => {
      round += 1;
      count = 0;
    },
  };
}
