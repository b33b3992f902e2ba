/** Returns a random id. `crypto.randomUUID` exists only on secure origins, which some networks do not have. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
