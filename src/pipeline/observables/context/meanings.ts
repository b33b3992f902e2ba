import type { Cues } from "../../../text/phrases/cue-table.ts";

/**
 * The meaning of words near a value.
 * - `evil`: does harm, or is used to do harm
 * - `actor`: who or what does it; weaker evidence than what it does with the value
 * - `listing`: "indicators": makes the values of a list indicators, or a link lead to a list of them
 * - `victim`, `target`: who was affected; "target" alone may also describe a lure
 * - `service`: a third-party service, harmless in itself
 * - `harmless`: expressly a service, whatever else the sentence says of the adjacent value
 * - `exclusion`: what the malware leaves alone
 * - `tool`: where a tool is available
 * - `quote`: a link to further reading
 * - `contact`: a contact address
 * - `pattern`: an example of similar values
 * - `random`: generated each time
 * - `extortion`: wording of ransom notes, whose contact address is not an author's
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

/** The meaning of a label before a value, or of its column heading. `own` is for the authors' publications. */
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
