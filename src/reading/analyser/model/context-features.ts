import { endsSentence } from "../../../text/document/line-ends.ts";
import { ACTORS, ADVICE, AUXILIARIES, DEEDS, IMPERATIVES } from "./cue-words.ts";

/** Features of the context of behavior, each 0 or 1. */
export interface ContextFeatures {
  /** Someone acts: "the actor used", "it then creates". */
  actor: number;
  /** States a past or present fact with a verb for malware: "drops", "was observed". */
  deed: number;
  /** Advice to the reader: starts with an imperative, or contains "should" or "recommend". */
  advice: number;
  /** Prose: ends like a sentence. */
  prose: number;
}

/** Matches an actor, up to four auxiliaries, and a possible verb. */
const ACTOR = new RegExp(
  String.raw`\b(?:${ACTORS.join("|")})\s+` +
    String.raw`(?:(?:${AUXILIARIES.join("|")})\s+){0,4}` +
    String.raw`[a-z]{3,}(?:s|ed|ing|e|n|d)\b`,
  "i",
);
const DEED = anyOf(DEEDS);
const IMPERATIVE = new RegExp(String.raw`^\W*(?:${IMPERATIVES.join("|")})\b`, "i");
const MODAL = anyOf(ADVICE);

/** Returns the context features of one sentence. */
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

/** Matches whole words of a list in any case. */
function anyOf(words: readonly string[]): RegExp {
  return new RegExp(String.raw`\b(?:${words.join("|")})\b`, "i");
}
