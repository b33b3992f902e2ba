import { base64nopad } from "@scure/base";
import { deriveKey } from "../../platform/lib/derive-key.ts";

const IV_BYTES = 12;
const ID_BYTES = 6;
const KEY_BYTES = 32;
const encoder = new TextEncoder();

/** An encryption key with its public name. */
interface NamedKey {
  id: string;
  key: CryptoKey;
}

/**
 * Encrypts data that the workspace stores but readers of the database must not be able to use. The keys are derived
 * from those of the audit trail, which are outside the database and its backups.
 */
export class SecretBox {
  readonly #secrets: readonly string[];
  #keys: Promise<readonly NamedKey[]> | undefined;

  constructor(current: string, previous?: string) {
    this.#secrets = previous === undefined ? [current] : [current, previous];
  }

  /** Encrypts a text. @param owner the only object for which it can be decrypted */
  async seal(text: string, owner: string): Promise<string> {
    const [{ id, key } = missing()] = await this.#open();
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const cipher = await crypto.subtle.encrypt(algorithm(iv, owner), key, encoder.encode(text));
    return `${id}:${base64nopad.encode(iv)}:${base64nopad.encode(new Uint8Array(cipher))}`;
  }

  /** Decrypts a text. Returns null if the key is no longer available, or the text was modified. */
  async open(sealed: string, owner: string): Promise<string | null> {
    const [id, iv = "", cipher = ""] = sealed.split(":");
    const known = (await this.#open()).find((one) => one.id === id);
    if (known === undefined) return null;
    try {
      const how = algorithm(base64nopad.decode(iv).slice(), owner);
      const text = await crypto.subtle.decrypt(how, known.key, base64nopad.decode(cipher).slice());
      return new TextDecoder().decode(text);
    } catch {
      return null;
    }
  }

  /** Returns whether a text is encrypted with the current key. */
  async isCurrent(sealed: string): Promise<boolean> {
    const [current] = await this.#open();
    return current !== undefined && sealed.startsWith(`${current.id}:`);
  }

  async #open(): Promise<readonly NamedKey[]> {
    return await (this.#keys ??= Promise.all(this.#secrets.map(nameKey)));
  }
}

async function nameKey(secret: string): Promise<NamedKey> {
  const from = async (what: string, length: number) =>
    await deriveKey(secret, `tradecraft webhooks ${what}`, length);
  const key = await from("key", KEY_BYTES);
  return {
    id: base64nopad.encode(await from("id", ID_BYTES)),
    key: await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]),
  };
}

function algorithm(iv: Uint8Array<ArrayBuffer>, owner: string) {
  return { name: "AES-GCM", iv, additionalData: encoder.encode(owner) };
}

function missing(): never {
  throw new Error("no key");
}
