import { toHex } from "./to-hex.ts";

/** Computes SHA-256 incrementally. */
export class Sha256 {
  readonly #digest = new crypto.DigestStream("SHA-256");
  readonly #writer = this.#digest.getWriter();

  constructor() {
    // Nobody waits for the digest after `discard`.
    this.#digest.digest.catch(() => undefined);
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#writer.write(bytes);
  }

  /** Returns the hash of all bytes in hex. Nothing can be written afterwards. */
  async finish(): Promise<string> {
    await this.#writer.close();
    return toHex(await this.#digest.digest);
  }

  /** Discards the digest. */
  async discard(): Promise<void> {
    await this.#writer.abort().catch(() => undefined);
  }
}
