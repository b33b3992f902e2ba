/** An answer that is sent as it is each time it is asked for. */
export interface CachedResponse {
  /** The template of its route. */
  route: string;
  /**
   * A response shares the bytes of a blob, and copies those of an array, which the heap does not
   * count: 300 answers of 134 KB a second held 660 MB until it was cleared.
   */
  body: Blob;
  /** Its own headers, without those that all answers share. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Strong entity tag (RFC 9110, 8.8.3); null for what is not to be asked for on condition. */
  etag: string | null;
  /** Whether it is for everybody, also for who is not known. */
  isOpen: boolean;
  /** Whether it is still what a new answer to a request would be; a promise where only the database knows. */
  isCurrent: (request: Request) => boolean | Promise<boolean>;
}

/** Larger ones are made each time. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** URLs of which it is known that answers are kept by what is sent to them. */
const MAX_BODY_URLS = 64;

/** The key of an answer to a body. */
export function bodyKey(url: string, body: string): string {
  return `${url}\n${body}`;
}

/**
 * Answers by the URL that was asked, and the body where one was sent, in bounded memory: the least
 * recently used one goes first.
 */
export class ResponseCache {
  readonly scope: "public" | "private";
  readonly #maxBytes: number;
  readonly #answers = new Map<string, CachedResponse>();
  readonly #bodyUrls = new Set<string>();
  #bytes = 0;

  /** @param scope who else may keep them: shared caches too, or the client alone (RFC 9111, 5.2.2) */
  constructor(maxBytes: number, scope: "public" | "private") {
    this.#maxBytes = maxBytes;
    this.scope = scope;
  }

  /** What is kept under a key, current or not. */
  find(key: string): CachedResponse | null {
    const answer = this.#answers.get(key);
    if (answer === undefined) return null;
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer;
  }

  /** Whether it is worth reading what is sent to a URL before the route does. */
  isKeptByBody(url: string): boolean {
    return this.#bodyUrls.has(url);
  }

  /** Keeps an answer to a body that was sent to a URL. */
  cacheByBody(url: string, body: string, answer: CachedResponse): void {
    this.#bodyUrls.delete(url);
    this.#bodyUrls.add(url);
    const [oldest = ""] = this.#bodyUrls;
    if (this.#bodyUrls.size > MAX_BODY_URLS) this.#bodyUrls.delete(oldest);
    this.keep(bodyKey(url, body), answer);
  }

  keep(key: string, answer: CachedResponse): void {
    if (sizeOf(key, answer) > MAX_ANSWER_BYTES) return;
    this.#drop(key);
    this.#answers.set(key, answer);
    this.#bytes += sizeOf(key, answer);
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const answer = this.#answers.get(key);
    if (answer === undefined) return;
    this.#bytes -= sizeOf(key, answer);
    this.#answers.delete(key);
  }
}

function sizeOf(key: string, { body }: CachedResponse): number {
  return key.length + body.size;
}
