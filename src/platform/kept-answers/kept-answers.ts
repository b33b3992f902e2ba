/** An answer that is sent as it is each time it is asked for. */
export interface KeptAnswer {
  body: Uint8Array;
  /** Its own headers, without those that all answers share. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Strong entity tag (RFC 9110, 8.8.3); null for what is not to be asked for on condition. */
  etag: string | null;
  /** Whether it is for everybody, also for who is not known. */
  isOpen: boolean;
  /** Whether it is still what a new answer would be; asked without waiting for anything. */
  isCurrent: () => boolean;
}

/** Larger ones are made each time. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** Answers by the URL that was asked, in bounded memory: the least recently used one goes first. */
export class KeptAnswers {
  readonly scope: "public" | "private";
  readonly #maxBytes: number;
  readonly #answers = new Map<string, KeptAnswer>();
  #bytes = 0;

  /** @param scope who else may keep them: shared caches too, or the client alone (RFC 9111, 5.2.2) */
  constructor(maxBytes: number, scope: "public" | "private") {
    this.#maxBytes = maxBytes;
    this.scope = scope;
  }

  /** The answer to a URL, if it is still current. */
  find(url: string): KeptAnswer | null {
    const answer = this.#answers.get(url);
    if (answer?.isCurrent() !== true) return null;
    this.#answers.delete(url);
    this.#answers.set(url, answer);
    return answer;
  }

  keep(url: string, answer: KeptAnswer): void {
    if (answer.body.length > MAX_ANSWER_BYTES) return;
    this.#drop(url);
    this.#answers.set(url, answer);
    this.#bytes += answer.body.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(url: string): void {
    this.#bytes -= this.#answers.get(url)?.body.length ?? 0;
    this.#answers.delete(url);
  }
}
