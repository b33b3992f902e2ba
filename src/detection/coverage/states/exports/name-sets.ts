import type { Coverage } from "../schema.ts";

const MAX_NAMED = 3;

/** Returns the names of the sets of coverage, or of the release. */
export function nameSets({ sets, domain, version }: Pick<Coverage, "sets" | "domain" | "version">) {
  if (sets.length === 0) return `${domain} ${version}`;
  const names = sets.map(({ name, id, technique_count: count }) => {
    if (name !== null) return id !== null && /^[GC]\d/.test(id) ? `${name} (${id})` : name;
    return `${count} ${count === 1 ? "technique" : "techniques"}`;
  });
  const rest = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
