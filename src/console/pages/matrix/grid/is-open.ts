import type { Row } from "./build-columns.ts";

/**
 * Returns whether the sub-techniques of a row are shown: like all others, unless it is an exception or found
 * through them.
 */
export function isOpen(row: Row, areOpen: boolean, exceptions: ReadonlySet<string>): boolean {
  return row.isPassedBy || exceptions.has(row.technique.attack_id) !== areOpen;
}
