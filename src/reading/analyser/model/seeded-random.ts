/**
 * Returns a generator of numbers in 0..1 that is the same on every machine (mulberry32). Training shuffles with it, and
 * resampling draws with it.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns 0..length-1 in a random order from the generator (Fisher and Yates). */
export function shuffled(length: number, random: () => number): Uint32Array {
  const order = Uint32Array.from({ length }, (_, index) => index);
  for (let last = length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const kept = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = kept;
  }
  return order;
}
