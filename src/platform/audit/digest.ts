// Node's module and not WebCrypto: a row is authenticated while its statement is built, at once.
import { createHash, createHmac } from "node:crypto";

/** SHA-256 of a text in UTF-8, in hex. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** HMAC-SHA-256 of a text in UTF-8, in hex. */
export function hmacSha256(key: string, text: string): string {
  return createHmac("sha256", key).update(text, "utf8").digest("hex");
}
