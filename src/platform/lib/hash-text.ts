import { toHex } from "./to-hex.ts";

/** Returns the SHA-256 of a text in UTF-8, in hex. */
export async function hashText(text: string): Promise<string> {
  return toHex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
