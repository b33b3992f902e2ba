import { sentenceAt, type Sentence } from "../../text/sentences/sentences.ts";
import { isCompared } from "./comparison-words.ts";
import { isDenied } from "./denial-words.ts";
import type { Place } from "./mentions.ts";

/** Mentions of one name that are read; what a text says of it is clear long before. */
const MOST_READ = 200;
/** The part of its mentions that say that a group was not behind something, from which it is no actor. */
const DENIED_SHARE = 1 / 3;

interface Standing {
  read: number;
  affirmed: number;
  denied: number;
}

/** What a text says of the names in it: that they acted, or that something is only compared with them. */
export class NameStandings {
  readonly #text: string;
  readonly #sentences: readonly Sentence[];
  readonly #byKey = new Map<string, Standing>();

  constructor(text: string, sentences: readonly Sentence[]) {
    this.#text = text;
    this.#sentences = sentences;
  }

  add(key: string, place: Place): void {
    const standing = this.#byKey.get(key) ?? { read: 0, affirmed: 0, denied: 0 };
    this.#byKey.set(key, standing);
    if (standing.read === MOST_READ) return;
    standing.read += 1;
    const sentence = this.#sentences[sentenceAt(this.#sentences, place.start)];
    if (sentence !== undefined && isDenied(this.#text, place, sentence)) standing.denied += 1;
    else if (sentence === undefined || !isCompared(this.#text, place, sentence)) {
      standing.affirmed += 1;
    }
  }

  /** Whether no mention affirms a name, or many deny it. */
  isAside(key: string): boolean {
    const { read, affirmed, denied } = this.#byKey.get(key) ?? { read: 0, affirmed: 0, denied: 0 };
    return affirmed === 0 || (denied > 0 && denied >= read * DENIED_SHARE);
  }
}
