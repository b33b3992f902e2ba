import { sentenceAt, type Sentence } from "../../text/sentences/sentences.ts";
import { isCompared } from "./comparison-words.ts";
import { isDenied, type NamedKind } from "./denial-words.ts";
import type { Place } from "./mentions.ts";

/** Maximum judged mentions per name. The verdict is clear long before. */
const MOST_JUDGED = 200;
/** Share of denying mentions from which a group is not an actor. */
const DENIED_SHARE = 1 / 3;

interface Verdict {
  judged: number;
  affirmed: number;
  denied: number;
}
const NO_VERDICT: Readonly<Verdict> = { judged: 0, affirmed: 0, denied: 0 };

/** Judges the names of a text: whether they acted or were used, are only compared with, or are denied. */
export class NameVerdicts {
  readonly #text: string;
  readonly #sentences: readonly Sentence[];
  readonly #byKey = new Map<string, Verdict>();

  constructor(text: string, sentences: readonly Sentence[]) {
    this.#text = text;
    this.#sentences = sentences;
  }

  add(key: string, place: Place, kind: NamedKind): void {
    const verdict = this.#byKey.get(key) ?? { ...NO_VERDICT };
    this.#byKey.set(key, verdict);
    if (verdict.judged === MOST_JUDGED) return;
    verdict.judged += 1;
    const sentence = this.#sentences[sentenceAt(this.#sentences, place.start)];
    if (sentence !== undefined && isDenied(this.#text, place, sentence, kind)) verdict.denied += 1;
    else if (sentence === undefined || !isCompared(this.#text, place, sentence)) {
      verdict.affirmed += 1;
    }
  }

  /** Returns whether no mention affirms a name or, for an actor, many deny it. */
  isAside(key: string, kind: NamedKind): boolean {
    const { judged, affirmed, denied } = this.#verdictOf(key);
    const isMostlyDenied = kind === "actor" && denied > 0 && denied >= judged * DENIED_SHARE;
    return affirmed === 0 || isMostlyDenied;
  }

  /** Returns whether every mention denies a name. */
  isDenied(key: string): boolean {
    const { judged, denied } = this.#verdictOf(key);
    return judged > 0 && denied === judged;
  }

  #verdictOf(key: string): Readonly<Verdict> {
    return this.#byKey.get(key) ?? NO_VERDICT;
  }
}
