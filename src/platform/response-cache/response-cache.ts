/** A response that is sent unchanged on every request for it. */
export interface CachedResponse {
  /** The template of its route. */
  route: string;
  /**
   * A blob, because responses share its bytes. They copy those of an array, and the heap does not count the copies: 300
   * responses of 134 KB a second used 660 MB until they were collected.
   */
  body: Blob;
  /** Its own headers, without the common ones. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Strong entity tag (RFC 9110, 8.8.3), or null if the response has no conditional requests. */
  etag: string | null;
  /** Whether anyone may read it, including unauthenticated callers. */
  isOpen: boolean;
  /** Returns whether a new response would be the same. It is a promise if that takes a database read. */
  isCurrent: (request: Request) => boolean | Promise<boolean>;
}

/** Larger responses are not cached. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** Limit of URLs known to have responses cached by request body. */
const MAX_BODY_URLS = 64;

/** Returns the cache key of a response to a request body. */
export function bodyKey(url: string, body: string): string {
  return `${url}\n${body}`;
}

/**
 * Caches responses by URL, and by request body if there is one. Memory is bounded: the least recently used response is
 * evicted first.
 */
export class ResponseCache {
  readonly scope: "public" | "private";
  readonly #maxBytes: number;
  readonly #answers = new Map<string, CachedResponse>();
  readonly #bodyUrls = new Set<string>();
  #bytes = 0;

  /**
   * @param scope which other caches may store the responses: shared ones too, or only the client's (RFC 9111, 5.2.2)
   */
  constructor(maxBytes: number, scope: "public" | "private") {
    this.#maxBytes = maxBytes;
    this.scope = scope;
  }

  /** Returns the response under a key, whether or not it is still valid. */
  find(key: string): CachedResponse | null {
    const answer = this.#answers.get(key);
    if (answer === undefined) return null;
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer;
  }

  /** Returns whether to read a request body before routing, because responses for this URL are cached by body. */
  isKeptByBody(url: string): boolean {
    return this.#bodyUrls.has(url);
  }

  /** Caches the response to a request body. */
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
