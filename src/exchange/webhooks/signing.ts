import { base64 } from "@scure/base";

/** Prefix of Standard Webhooks secrets. */
const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Returns a new signing secret of 256 random bits. */
export function newSecret(): string {
  return PREFIX + base64.encode(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** The signed content of a request. */
export interface SignedMessage {
  id: string;
  /** ISO 8601. */
  at: string;
  body: string;
}

/** Returns the Standard Webhooks headers: id, time of the attempt in seconds, and one signature for each secret. */
export async function signatureHeaders(
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(Date.parse(at) / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = await Promise.all(secrets.map(async (secret) => await sign(signed, secret)));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.map((signature) => `v1,${signature}`).join(" "),
  };
}

async function sign(text: string, secret: string): Promise<string> {
  const bytes = base64.decode(secret.slice(PREFIX.length)).slice();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  return base64.encode(
    new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text))),
  );
}
