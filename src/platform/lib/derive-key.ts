const encoder = new TextEncoder();

/**
 * Derives a key from a secret with HKDF-SHA-256. Keys for other purposes reveal nothing about this one.
 * @param purpose what the key is for, unique for each key
 * @param length in bytes
 */
export async function deriveKey(
  secret: string,
  purpose: string,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const material = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, [
    "deriveBits",
  ]);
  const how = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: encoder.encode(purpose),
  };
  return new Uint8Array(await crypto.subtle.deriveBits(how, material, length * 8));
}
