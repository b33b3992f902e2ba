/**
 * Whether a list of entity tags names this one; `*` names all. `W/` makes no difference: proxies that
 * compress answers weaken their tags, and what they name stays the same.
 */
export function isNamed(etag: string, list: string): boolean {
  if (list === etag || list.trim() === "*") return true;
  return list.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
