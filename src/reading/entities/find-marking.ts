import type { Entities } from "./schema.ts";
import { MentionList } from "./mentions.ts";
import type { TLP_MARKINGS } from "./vocabulary.ts";

type Marking = (typeof TLP_MARKINGS)[number];

const PRINTED =
  /(?<![\p{L}\p{N}])TLP\s{0,2}[:：–-]?\s{0,2}(RED|AMBER(?:\s?\+\s?STRICT)?|GREEN|CLEAR|WHITE)(?![\p{L}\p{N}])/giu;

/** Returns the marking that a text prints most often, or on a tie the first. TLP 1.0's white becomes clear. */
export function findMarking(text: string): Entities["tlp"] {
  const found = new MentionList<{ marking: Marking }>(text);
  for (const { 0: printed, 1: colour = "", index: start } of text.matchAll(PRINTED)) {
    const plain = colour.toLowerCase().replace(/\s/g, "");
    const marking = (plain === "white" ? "clear" : plain) as Marking;
    found.add(marking, { start, end: start + printed.length }, () => ({ marking }));
  }
  return found.byCount()[0] ?? null;
}
