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
 * The places of a text where values of all known kinds stand, in the order of `start`; offsets in
 * UTF-16 code units of the text. Nothing is found in its furniture. Time is linear in the text: one
 * pass over its characters, which looks closer only at what may be a value.
 */
export function findOccurrences(outline: Outline): Occurrence[] {
  const text = bodyText(outline);
  const columns = new Columns(outline, nameHashes);
  const findings = new Findings(text, joinLines(refangText(text), outline, columns), columns);
  new Scanner(findings).scan();
  return joinRanges(text, findings.inOrder());
}
