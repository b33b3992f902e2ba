import { bodyText } from "../../../text/document/body-text.ts";
import type { Outline } from "../../../text/document/document.ts";
import type { Occurrence } from "../found.ts";
import { Columns } from "../columns.ts";
import { Findings } from "./findings.ts";
import { nameHashes } from "./hash-lengths.ts";
import { joinRanges } from "./join-ranges.ts";
import { joinLines } from "./join-lines.ts";
import { refangText } from "./refang.ts";
import { Scanner } from "./scanner.ts";

/**
 * Returns where values of all known kinds occur in a text, ordered by `start`, as offsets in UTF-16 code units.
 * Furniture is ignored. Time is linear: one pass over the characters examines only possible values in detail.
 */
export function findOccurrences(outline: Outline): Occurrence[] {
  const text = bodyText(outline);
  const columns = new Columns(outline, nameHashes);
  const findings = new Findings(text, joinLines(refangText(text), outline, columns), columns);
  new Scanner(findings).scan();
  return joinRanges(text, findings.inOrder());
}
