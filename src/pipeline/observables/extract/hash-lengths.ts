const SAID: readonly (readonly [RegExp, number])[] = [
  [/sha-?512(?!\/)/i, 128],
  [/sha-?(?:2-?)?256|authentihash/i, 64],
  [/sha-?1(?!\d)/i, 40],
  [/md5|imphash|ja3/i, 32],
];

/** Returns the length of the hashes that words name, or null if they name none or several. */
export function lengthNamed(words: string): number | null {
  const said = SAID.filter(([name]) => name.test(words));
  return said.length === 1 ? (said[0]?.[1] ?? null) : null;
}

/** Returns whether the cells of a row name hashes but contain none. */
export function nameHashes(cells: readonly string[]): boolean {
  return (
    cells.some((cell) => SAID.some(([name]) => name.test(cell))) &&
    !cells.some((cell) => /[0-9a-f]{16}/i.test(cell))
  );
}
