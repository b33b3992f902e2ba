/** Something to go to. */
export interface Entry {
  /** Unique among all. */
  key: string;
  id: string;
  name: string;
  /** Further names that it is found by. */
  aliases?: readonly string[];
  path: string;
}

const NO_MATCH = 9;

/** The entries whose id, name or alias has what was typed, best first. */
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

/** How well an entry fits what was typed: 0 is its very id or name. */
export function rankOf({ id, name, aliases = [] }: Entry, typed: string): number {
  const wanted = typed.trim().toLowerCase();
  return Math.min(
    closeness(id.toLowerCase(), wanted),
    closeness(name.toLowerCase(), wanted),
    ...aliases.map((alias) => closeness(alias.toLowerCase(), wanted) + 1),
  );
}

/** 0 the same, then how it begins, then a word that begins so, then anywhere. */
function closeness(text: string, wanted: string): number {
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 2;
  if (text.includes(` ${wanted}`)) return 4;
  return text.includes(wanted) ? 6 : NO_MATCH;
}
