import type { Cues } from "../../../text/phrases/cue-table.ts";

/**
 * What words near a value say of it.
 * - `evil`: does harm, or is done harm with
 * - `actor`: who or what does it; tells less of a value than what it does with it
 * - `listing`: "indicators": over a list its values are, and a link leads to a list of them
 * - `victim`, `target`: whom it befell; "target" alone may also be what a lure is about
 * - `service`: one of others, harmless in itself
 * - `harmless`: expressly a service, whatever else the sentence says of the value next to it
 * - `exclusion`: what the malware leaves alone
 * - `tool`: where a tool is to be had
 * - `quote`: a link to read on
 * - `contact`: where to write to
 * - `pattern`: stands for any of its like
 * - `random`: made up anew each time
 * - `extortion`: what notes of ransom say: who asks to be written to there is no author
 */
export type Cue =
  | "evil"
  | "actor"
  | "listing"
  | "victim"
  | "target"
  | "service"
  | "harmless"
  | "exclusion"
  | "tool"
  | "quote"
  | "contact"
  | "pattern"
  | "random"
  | "extortion";

/** What the label before a value, or the heading of its column, says; `own` is of what the authors publish. */
export type LabelMeaning =
  | "own"
  | "indicator"
  | "typed"
  | "reference"
  | "victim"
  | "contact"
  | "service"
  | "tool"
  | "note";

/** The words of a language. */
export interface Words {
  cues: Cues<Cue>;
  labels: Cues<LabelMeaning>;
}
