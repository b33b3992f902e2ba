import type { Outline } from "../../text/document/document.ts";
import { foldBlanks } from "../../text/document/fold-blanks.ts";
import { splitLines } from "../../text/document/lines.ts";
import type { SetAside } from "./tables.ts";
import { NO_TECHNIQUE } from "./vocabulary.ts";

/** Maximum lines, and maximum characters of each. A database row has a size limit. */
const MAX_LISTED = 100;
const MAX_CHARS = 300;

/**
 * Lists the furniture of a report, most frequent first. Each line is listed once, however often pages repeat it and
 * whatever page number it contains.
 */
export function listFurniture({ text, blocks }: Outline): SetAside[] {
  const found = new Map<string, SetAside & { count: number }>();
  for (const { kind, start, end } of blocks) {
    if (kind !== "furniture") continue;
    for (const line of splitLines(text.slice(start, end))) {
      // Skips Markdown rules and fences.
      if (!/[\p{L}\p{N}]/u.test(line.text)) continue;
      const key = foldBlanks(line.text).replace(/\d+/g, "0");
      const known = found.get(key);
      if (known === undefined) found.set(key, toEntry(text, line.text, start + line.start));
      else known.count += 1;
    }
  }
  return [...found.values()].sort((a, b) => b.count - a.count).slice(0, MAX_LISTED);
}

function toEntry(text: string, line: string, from: number) {
  const start = text.indexOf(line, from);
  const evidence = line.slice(0, MAX_CHARS).trimEnd();
  const place = { evidence_start: start, evidence_end: start + evidence.length };
  return {
    attack_id: NO_TECHNIQUE,
    name: "",
    reason: "furniture" as const,
    evidence,
    ...place,
    count: 1,
  };
}
