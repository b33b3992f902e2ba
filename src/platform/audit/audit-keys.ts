import { hmacSha256, sha256 } from "./digest.ts";

/** Status of a MAC: made with the current key, the previous one or an unknown one, missing, or false. */
export type MacStanding = "current" | "previous" | "unknown" | "none" | "false";

/** The keys of the audit trail, stored outside its database. A MAC names its key: `<id>:<hex>`. */
export class AuditKeys {
  /** Distinguishes keys without revealing them. */
  readonly currentId: string;
  readonly #keys = new Map<string, string>();

  constructor(current: string, previous?: string) {
    this.currentId = idOf(current);
    if (previous !== undefined) this.#keys.set(idOf(previous), previous);
    this.#keys.set(this.currentId, current);
  }

  /** Returns the MAC of a text under the current key. */
  sign(text: string): string {
    return `${this.currentId}:${hmacSha256(this.#keys.get(this.currentId) ?? "", text)}`;
  }

  check(text: string, mac: string | null): MacStanding {
    if (mac === null) return "none";
    const [id = ""] = mac.split(":");
    const key = this.#keys.get(id);
    if (key === undefined) return "unknown";
    if (`${id}:${hmacSha256(key, text)}` !== mac) return "false";
    return id === this.currentId ? "current" : "previous";
  }
}

function idOf(key: string): string {
  return sha256(`tradecraft audit key ${key}`).slice(0, 16);
}
