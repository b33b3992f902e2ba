import { createHash } from "node:crypto";

/** What workerd has beyond the globals of Node, as far as the Worker uses it. */
export function defineWorkerdGlobals(): void {
  Object.assign(globalThis, { FixedLengthStream: IdentityStream });
  Object.assign(crypto, { DigestStream });
}

/** Checks no length: what was stored is counted. */
class IdentityStream extends TransformStream {}

/** Hashes what is written to it. */
class DigestStream extends WritableStream<Uint8Array> {
  readonly digest: Promise<ArrayBuffer>;

  constructor(algorithm: string) {
    const hash = createHash(algorithm.replace("-", "").toLowerCase());
    const { promise, resolve, reject } = Promise.withResolvers<ArrayBuffer>();
    // What is discarded is not awaited.
    promise.catch(() => undefined);
    super({
      write: (chunk) => void hash.update(chunk),
      close: () => resolve(new Uint8Array(hash.digest()).buffer),
      abort: reject,
    });
    this.digest = promise;
  }
}
