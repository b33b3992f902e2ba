import { createHash } from "node:crypto";

/** Defines the globals that workerd has in addition to those of Node, as far as the Worker uses them. */
export function defineWorkerdGlobals(): void {
  Object.assign(globalThis, { FixedLengthStream: IdentityStream });
  Object.assign(crypto, { DigestStream });
}

/** Does not check the length, because stored bytes are counted. */
class IdentityStream extends TransformStream {}

/** Hashes the bytes written to it. */
class DigestStream extends WritableStream<Uint8Array> {
  readonly digest: Promise<ArrayBuffer>;

  constructor(algorithm: string) {
    const hash = createHash(algorithm.replace("-", "").toLowerCase());
    const { promise, resolve, reject } = Promise.withResolvers<ArrayBuffer>();
    // A discarded digest is not awaited.
    promise.catch(() => undefined);
    super({
      write: (chunk) => void hash.update(chunk),
      close: () => resolve(new Uint8Array(hash.digest()).buffer),
      abort: reject,
    });
    this.digest = promise;
  }
}
