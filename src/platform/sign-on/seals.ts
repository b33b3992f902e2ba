import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { ROLES } from "../auth/identity.ts";
import { deriveKey } from "../lib/derive-key.ts";
import type { CompleteSettings } from "./settings.ts";

const KEY_BYTES = 32;
const ALGORITHM = "HS256";

/** The content of the cookie of a login. */
const loginSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  return_to: z.string(),
});
export type Login = z.output<typeof loginSchema>;

/** The content of the cookie of a session. */
const sessionSchema = z.object({ name: z.string(), role: z.enum(ROLES), exp: z.number() });
export type Session = z.output<typeof sessionSchema>;

const SCHEMAS = { login: loginSchema, session: sessionSchema };
type Contents = { login: Login; session: Omit<Session, "exp"> };

/**
 * Signs the contents of cookies and verifies them. Each kind has its own key, derived from the key of the
 * audit trail and the settings of the login: a change of provider, client or roles ends every session.
 */
export class Seals {
  readonly #secret: string;
  readonly #now: () => string;
  readonly #context: string;
  readonly #keys = new Map<keyof Contents, Promise<CryptoKey>>();

  constructor(secret: string, settings: CompleteSettings, now: () => string) {
    this.#secret = secret;
    this.#now = now;
    const own = Object.entries(settings).filter(([name]) => name.startsWith("OIDC_"));
    this.#context = JSON.stringify(own.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Signs the content of a cookie, valid for some seconds. */
  async seal<K extends keyof Contents>(
    kind: K,
    content: Contents[K],
    seconds: number,
  ): Promise<string> {
    const issued = Date.parse(this.#now());
    return await new SignJWT({ ...content })
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuedAt(new Date(issued))
      .setExpirationTime(new Date(issued + seconds * 1000))
      .sign(await this.#key(kind));
  }

  /** Returns the content of a cookie, or null if its signature is not of this kind or it has expired. */
  async open<K extends keyof Contents>(
    kind: K,
    sealed: string,
  ): Promise<z.output<(typeof SCHEMAS)[K]> | null> {
    try {
      const { payload } = await jwtVerify(sealed, await this.#key(kind), {
        algorithms: [ALGORITHM],
        requiredClaims: ["exp"],
        currentDate: new Date(this.#now()),
      });
      return SCHEMAS[kind].parse(payload) as z.output<(typeof SCHEMAS)[K]>;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null;
      throw error;
    }
  }

  async #key(kind: keyof Contents): Promise<CryptoKey> {
    const known = this.#keys.get(kind) ?? this.#derive(kind);
    this.#keys.set(kind, known);
    return await known;
  }

  async #derive(kind: keyof Contents): Promise<CryptoKey> {
    const bytes = await deriveKey(this.#secret, `tradecraft ${kind} ${this.#context}`, KEY_BYTES);
    const how = { name: "HMAC", hash: "SHA-256" };
    return await crypto.subtle.importKey("raw", bytes, how, false, ["sign", "verify"]);
  }
}
