/** An address, a dotted name, a hash, a path, a CVE or a technique id: the values readers look for. */
const VALUE = /\bT\d{4}\b|\bCVE-\d{4}|\w@\w|\w\.\w|\[\.\]|:\/\/|\\|[\da-f]{16}/iu;

/** Returns whether text may contain a value, so that position alone does not make it furniture. */
export function mayHoldValue(text: string): boolean {
  return VALUE.test(text);
}
