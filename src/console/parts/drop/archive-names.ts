const MAX_NAMES = 5_000;
const TAR_BLOCK = 512;
const latin = new TextDecoder("latin1");

/**
 * Returns the names in a zip archive: those of its directory, as far as the end of the file contains it, and
 * those in local headers at its beginning.
 */
export function zipNames(head: Uint8Array, tail: Uint8Array): string[] {
  return [
    ...namesAfter(tail, "PK\u0001\u0002", { length: 28, name: 46 }),
    ...namesAfter(head, "PK\u0003\u0004", { length: 26, name: 30 }),
  ];
}

/** Returns the names after each occurrence of a signature, at offsets from it. */
function namesAfter(
  bytes: Uint8Array,
  signature: string,
  offsets: { length: number; name: number },
): string[] {
  const text = latin.decode(bytes);
  const names: string[] = [];
  for (
    let at = text.indexOf(signature);
    at !== -1 && names.length < MAX_NAMES;
    at = text.indexOf(signature, at + 4)
  ) {
    const length = (bytes[at + offsets.length] ?? 0) + (bytes[at + offsets.length + 1] ?? 0) * 256;
    names.push(text.slice(at + offsets.name, at + offsets.name + length));
  }
  return names;
}

/** Returns whether bytes begin like a tar archive. */
export function isTar(bytes: Uint8Array): boolean {
  return latin.decode(bytes.subarray(257, 262)) === "ustar";
}

/** Returns the names in a tar archive that may be truncated. */
export function tarNames(bytes: Uint8Array): string[] {
  const names: string[] = [];
  let at = 0;
  while (at + TAR_BLOCK <= bytes.length && names.length < MAX_NAMES) {
    const [name = ""] = latin.decode(bytes.subarray(at, at + 100)).split("\0");
    if (name !== "") names.push(name);
    const size = Number.parseInt(latin.decode(bytes.subarray(at + 124, at + 136)), 8);
    // An invalid or excessive size ends the loop at the next step.
    at += TAR_BLOCK * (1 + Math.ceil((size > 0 ? size : 0) / TAR_BLOCK));
  }
  return names;
}
