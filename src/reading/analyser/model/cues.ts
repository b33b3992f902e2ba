import {
  ACTORS,
  ADVICE,
  APPENDIX_HEADINGS,
  AUXILIARIES,
  DEEDS,
  DEFENCE_HEADINGS,
  IMPERATIVES,
} from "./cue-words.ts";

/** What stands around behaviour rather than in it; each 0 or 1. */
export interface Cues {
  /** Somebody does something: "the actor used", "it then creates". */
  actor: number;
  /** Stated as a fact of the past or present by a verb of malware: "drops", "was observed". */
  deed: number;
  /** Advice to the reader: an imperative at the start, or "should", "recommend". */
  advice: number;
  /** Reads as prose: ends like a sentence. */
  prose: number;
}

/** Under which kind of heading a sentence stands. */
export type Section = "body" | "defence" | "appendix";

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
const ENDS_AS_SENTENCE = /[.!?…][)\]"'\u201D\u2019]*(?:\[[\w, ]{1,12}\])*$/u;

/** The cues of one sentence. */
export function findCues(text: string): Cues {
  return {
    actor: flag(ACTOR.test(text)),
    deed: flag(DEED.test(text)),
    advice: flag(IMPERATIVE.test(text) || MODAL.test(text)),
    prose: flag(text.length > 30 && ENDS_AS_SENTENCE.test(text)),
  };
}

const MAX_HEADING = 90;
const DEFENCE = anyOf(DEFENCE_HEADINGS);
const APPENDIX = anyOf(APPENDIX_HEADINGS);

/**
 * The section that begins with this line, or null when the line is no heading: a heading is short and
 * does not end as a sentence does.
 */
export function sectionOf(line: string): Section | null {
  if (line.length > MAX_HEADING || /[.,;:!?]$/.test(line) || !/\p{L}{3}/u.test(line)) return null;
  if (!/^[^\p{L}]*\p{Lu}/u.test(line) || line.split(/\s+/u).length > 12) return null;
  if (DEFENCE.test(line)) return "defence";
  return APPENDIX.test(line) ? "appendix" : "body";
}

function flag(found: boolean): number {
  return found ? 1 : 0;
}

/** Whole words of a list, in any case. */
function anyOf(words: readonly string[]): RegExp {
  return new RegExp(String.raw`\b(?:${words.join("|")})\b`, "i");
}
