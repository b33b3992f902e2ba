/** Field names are few, and recur in every event. */
const MAX_KNOWN = 5_000;
const known = new Map<string, string>();

/** Folds a field name: without spaces, which Sigma omits, and ignoring case. */
export function squeeze(name: string): string {
  let squeezed = known.get(name);
  if (squeezed === undefined) {
    squeezed = name.replaceAll(/\s+/g, "").toLowerCase();
    if (known.size >= MAX_KNOWN) known.clear();
    if (name.length <= 200) known.set(name, squeezed);
  }
  return squeezed;
}
