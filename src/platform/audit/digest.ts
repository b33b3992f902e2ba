// Node's module instead of WebCrypto, because a row is authenticated synchronously while its statement is built.
import { createHash, createHmac } from "node:crypto";

/** Returns the SHA-256 of a text in UTF-8, in hex. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** Returns the HMAC-SHA-256 of a text in UTF-8, in hex. */
export function hmacSha256(key: string, text: string): string {
  return createHmac("sha256", key).update(text, "utf8").digest("hex");
}
