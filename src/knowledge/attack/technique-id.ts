/**
 * The technique ids of ATT&CK (`T1059.001`) and of ATLAS (`AML.T0000.001`), upper case. They have four and three digits
 * so far, but the pattern allows more for future releases.
 */
export const TECHNIQUE_ID_PATTERN = /^(AML\.)?T\d{4,6}(\.\d{3,4})?$/;

const ATLAS_PREFIX = "AML.";

/** Returns whether an id is from ATLAS. */
export function isAtlasId(attackId: string): boolean {
  return attackId.startsWith(ATLAS_PREFIX);
}

/** Returns the technique of a sub-technique (`T1059` of `T1059.001`), or the technique itself. */
export function parentOf(attackId: string): string {
  const dot = attackId.indexOf(".", isAtlasId(attackId) ? ATLAS_PREFIX.length : 0);
  return dot === -1 ? attackId : attackId.slice(0, dot);
}

/** Returns the page of a technique. On attack.mitre.org the path of a sub-technique is below its technique's. */
export function techniqueUrl(attackId: string): string {
  if (isAtlasId(attackId)) return `https://atlas.mitre.org/techniques/${attackId}`;
  return `https://attack.mitre.org/techniques/${attackId.replace(".", "/")}/`;
}
