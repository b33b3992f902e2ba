/**
 * Whether a list of entity tags names this one, for `If-None-Match`; `*` names all. The comparison is
 * weak (RFC 9110, 8.8.3.2): proxies that compress answers weaken their tags.
 */
export function isNamed(etag: string, list: string): boolean {
  return isAny(list) || tagsIn(list).some((tag) => tag.replace(/^W\//, "") === etag);
}

/**
 * Whether `If-Match` lets a change of this state through; without the header everything is. The
 * comparison is strong (RFC 9110, 13.1.1): a weak tag names no state for certain.
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
