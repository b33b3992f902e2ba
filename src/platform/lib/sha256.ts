import { toHex } from "./to-hex.ts";

/** The SHA-256 of bytes that come one after the other. */
export class Sha256 {
  readonly #digest = new crypto.DigestStream("SHA-256");
  readonly #writer = this.#digest.getWriter();

  constructor() {
    // Nobody waits for the digest of what was given up.
    this.#digest.digest.catch(() => undefined);
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#writer.write(bytes);
  }

  /** The hash of all bytes, in hex; nothing can be written afterwards. */
  async finish(): Promise<string> {
    await this.#writer.close();
    return toHex(await this.#digest.digest);
  }

  /** Gives up. */
  async discard(): Promise<void> {
    await this.#writer.abort().catch(() => undefined);
  }
}
