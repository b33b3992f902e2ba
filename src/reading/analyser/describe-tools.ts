import { isSystemTool } from "../entities/find-software.ts";
import type { Entities } from "../entities/schema.ts";
import { sayList } from "./summary-words.ts";

const MAX_SOFTWARE = 4;
const MAX_CVES = 3;

/** Returns the malware or tools named in a text, without those that it denies or only uses in comparisons. */
export function softwareOf({ software, unlisted }: Entities, wanted: "malware" | "tool") {
  return [
    ...software.filter(({ type, denied }) => type === wanted && denied !== true),
    ...unlisted.filter(({ kind, compared }) => kind === wanted && compared !== true),
  ];
}

/**
 * Returns a sentence with the malware, tools and vulnerabilities named in the text, or null if there are none.
 * @param named malware that the summary already names
 */
export function describeTools(entities: Entities, named: string | null): string | null {
  const of = (wanted: "malware" | "tool") => [
    ...new Set(
      softwareOf(entities, wanted)
        // Tools that every system has are the least informative.
        .sort(
          (a, b) =>
            Number(isSystemTool(a.name)) - Number(isSystemTool(b.name)) || b.count - a.count,
        )
        .map(({ name }) => name)
        .filter((name) => name !== named),
    ),
  ];
  const [malware, tools] = [of("malware"), of("tool")];
  const ids = entities.cves.map(({ id }) => id);
  const parts = [
    ...(malware.length > 0 ? [`the malware ${sayList(malware, MAX_SOFTWARE)}`] : []),
    ...(tools.length > 0 ? [sayKind("tool", tools, MAX_SOFTWARE)] : []),
    ...(ids.length > 0 ? [sayKind("vulnerability", ids, MAX_CVES)] : []),
  ];
  if (parts.length === 0) return null;
  const names = named === null ? "It names" : "It also names";
  if (parts.length === 1) return `${names} ${parts[0]}.`;
  return `${names} ${parts.slice(0, -1).join(", ")}, and ${parts.at(-1)}.`;
}

function sayKind(what: "tool" | "vulnerability", items: readonly string[], limit: number): string {
  const plural = what === "tool" ? "tools" : "vulnerabilities";
  return `the ${items.length === 1 ? what : plural} ${sayList(items, limit)}`;
}
