/** Names of fields are few, and come with every event. */
const MAX_KNOWN = 5_000;
const known = new Map<string, string>();

/** A field's name without blanks, which Sigma leaves out, and whatever its case. */
export function squeeze(name: string): string {
  let squeezed = known.get(name);
  if (squeezed === undefined) {
    squeezed = name.replaceAll(/\s+/g, "").toLowerCase();
    if (known.size >= MAX_KNOWN) known.clear();
    if (name.length <= 200) known.set(name, squeezed);
  }
  return squeezed;
}
