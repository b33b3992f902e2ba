import { endsSentence } from "../../../text/document/line-ends.ts";
import { ACTORS, ADVICE, AUXILIARIES, DEEDS, IMPERATIVES } from "./cue-words.ts";

/** What stands around behavior rather than in it; each 0 or 1. */
export interface ContextFeatures {
  /** Somebody does something: "the actor used", "it then creates". */
  actor: number;
  /** Stated as a fact of the past or present by a verb of malware: "drops", "was observed". */
  deed: number;
  /** Advice to the reader: an imperative at the start, or "should", "recommend". */
  advice: number;
  /** Reads as prose: ends like a sentence. */
  prose: number;
}

/** An actor and, after at most four auxiliaries, what may be its verb. */
const ACTOR = new RegExp(
  String.raw`\b(?:${ACTORS.join("|")})\s+` +
    String.raw`(?:(?:${AUXILIARIES.join("|")})\s+){0,4}` +
    String.raw`[a-z]{3,}(?:s|ed|ing|e|n|d)\b`,
  "i",
);
const DEED = anyOf(DEEDS);
const IMPERATIVE = new RegExp(String.raw`^\W*(?:${IMPERATIVES.join("|")})\b`, "i");
const MODAL = anyOf(ADVICE);

/** The cues of one sentence. */
export function findContextFeatures(text: string): ContextFeatures {
  return {
    actor: flag(ACTOR.test(text)),
    deed: flag(DEED.test(text)),
    advice: flag(IMPERATIVE.test(text) || MODAL.test(text)),
    prose: flag(text.length > 30 && endsSentence(text)),
  };
}

function flag(found: boolean): number {
  return found ? 1 : 0;
}

/** Whole words of a list, in any case. */
function anyOf(words: readonly string[]): RegExp {
  return new RegExp(String.raw`\b(?:${words.join("|")})\b`, "i");
}
