/** Compares digests, so that the time taken reveals nothing about the secret. */
export async function isSameSecret(offered: string, secret: string): Promise<boolean> {
  const [a, b] = await Promise.all([digest(offered), digest(secret)]);
  return a.reduce((difference, byte, index) => difference | (byte ^ (b[index] ?? 0)), 0) === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
