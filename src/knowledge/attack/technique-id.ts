/**
 * The technique ids of ATT&CK (`T1059.001`) and of ATLAS (`AML.T0000.001`), upper case. All so far have
 * four digits and three; a release may come that needs more.
 */
export const TECHNIQUE_ID_PATTERN = /^(AML\.)?T\d{4,6}(\.\d{3,4})?$/;

const ATLAS_PREFIX = "AML.";

/** Whether an id is one of ATLAS. */
export function isAtlasId(attackId: string): boolean {
  return attackId.startsWith(ATLAS_PREFIX);
}

/** The technique that a sub-technique belongs to (`T1059` of `T1059.001`); a technique is its own. */
export function parentOf(attackId: string): string {
  const dot = attackId.indexOf(".", isAtlasId(attackId) ? ATLAS_PREFIX.length : 0);
  return dot === -1 ? attackId : attackId.slice(0, dot);
}

/** The page of a technique; on attack.mitre.org sub-techniques lie below their technique. */
export function techniqueUrl(attackId: string): string {
  if (isAtlasId(attackId)) return `https://atlas.mitre.org/techniques/${attackId}`;
  return `https://attack.mitre.org/techniques/${attackId.replace(".", "/")}/`;
}
