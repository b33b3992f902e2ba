import type { Occurrence } from "../found.ts";
import { Findings } from "./findings.ts";
import { joinLines } from "./join-lines.ts";
import { refangText } from "./refang.ts";
import { Scanner } from "./scanner.ts";

/**
 * The places of a text where values of all known kinds stand, in the order of `start`; offsets in
 * UTF-16 code units of the text as it is given. Time is linear in the text: one pass over its
 * characters, which looks closer only at what may be a value.
 */
export function findOccurrences(text: string): Occurrence[] {
  const findings = new Findings(text, joinLines(refangText(text)));
  new Scanner(findings).scan();
  return findings.inOrder();
}
