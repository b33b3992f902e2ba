/** A target of the palette. */
export interface Entry {
  /** Unique among all entries. */
  key: string;
  id: string;
  name: string;
  /** Other searchable names. */
  aliases?: readonly string[];
  path: string;
}

const NO_MATCH = 9;

/** Returns the entries whose id, name or alias contains the typed text, best match first. */
export function rankEntries(entries: readonly Entry[], typed: string, most: number): Entry[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return entries.slice(0, most);
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, typed) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** Returns how well an entry matches the typed text: 0 for its exact id or name. */
export function rankOf({ id, name, aliases = [] }: Entry, typed: string): number {
  const wanted = typed.trim().toLowerCase();
  return Math.min(
    closeness(id.toLowerCase(), wanted),
    closeness(name.toLowerCase(), wanted),
    ...aliases.map((alias) => closeness(alias.toLowerCase(), wanted) + 1),
  );
}

/** Returns 0 for equal texts, then prefix, then word prefix, then substring. */
function closeness(text: string, wanted: string): number {
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 2;
  if (text.includes(` ${wanted}`)) return 4;
  return text.includes(wanted) ? 6 : NO_MATCH;
}
