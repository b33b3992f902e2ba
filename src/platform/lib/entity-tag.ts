/**
 * Returns whether an `If-None-Match` list names this entity tag. `*` matches every tag. The comparison is weak (RFC
 * 9110, 8.8.3.2), because proxies that compress responses weaken their tags.
 */
export function isNamed(etag: string, list: string): boolean {
  return isAny(list) || tagsIn(list).some((tag) => tag.replace(/^W\//, "") === etag);
}

/**
 * Returns whether `If-Match` allows a change of this state. Without the header every change is allowed. The comparison
 * is strong (RFC 9110, 13.1.1), because a weak tag does not identify a state exactly.
 */
export function isMeant(etag: string, ifMatch: string | undefined): boolean {
  return ifMatch === undefined || isAny(ifMatch) || tagsIn(ifMatch).includes(etag);
}

function isAny(list: string): boolean {
  return list.trim() === "*";
}

function tagsIn(list: string): string[] {
  return list.split(",").map((tag) => tag.trim());
}
